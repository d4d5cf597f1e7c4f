"""What is shown in place of the transcript while a conversation has no message yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFont, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.model import ModelState
from app.session import Session
from app.ui.centring import centred
from app.ui.chrome import chrome_style
from app.ui.elided import ElidedLabel
from app.ui.first_message import FirstMessage
from app.ui.glyph import Glyph
from app.ui.icons import Icons
from app.ui.language import mark, number, tr
from app.ui.load_progress import LoadProgress
from app.ui.model_text import details
from app.ui.starters import Starters
from app.ui.theme import COLUMN_WIDTH, SIZE_META, Theme

if TYPE_CHECKING:
    from app.chat import Chat

_WIDTH = 480
_HEIGHT_FOR_STARTERS = 360
_HEIGHT_FOR_GLYPH = 260
_HEIGHT_FOR_FIRST_MESSAGE = 160
_HEIGHT_FOR_HINTS = 440
_WIDTH_FOR_STARTERS = 420
HINTS = (
    ("palette", mark("{keys} goes to anything")),
    ("search", mark("{keys} searches all conversations")),
    ("toggle_inspector", mark("{keys} shows what the model sees")),
)
HINTS_WITHOUT_MODEL = (
    ("open_model_file", mark("{keys} opens a GGUF file")),
    ("palette", mark("{keys} goes to anything")),
    ("settings", mark("{keys} opens the settings")),
)


class EmptyPage(QWidget):
    """Which model would answer, and what could be asked.

    Signals:
        choose_requested(): the person wants to choose a model
        written(str, str): the role and the text of a message to begin with, without an answer
        cancelled(): no such message was written in the end
    """

    choose_requested = Signal()
    written = Signal(str, str)
    cancelled = Signal()

    def __init__(self, session: Session, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._session = session
        self._actions: Mapping[str, QAction] = {}
        self._glyph = Glyph(theme, 44)
        self._name = ElidedLabel()
        self._details = QLabel()
        self.progress = LoadProgress(Qt.AlignmentFlag.AlignHCenter)
        self._temporary = QLabel(
            tr("This conversation is never stored. It is gone when Parley closes.")
        )
        self.folder = QLabel()
        self.choose_button = QPushButton(tr("Choose a model"))
        self.starters = Starters(theme, icons)
        self.hints = QLabel()
        self.first_message = FirstMessage(theme)
        self._build()
        self.first_message.written.connect(self.written)
        self.first_message.cancelled.connect(self.cancelled)
        self.choose_button.clicked.connect(self.choose_requested)
        self.progress.retry_requested.connect(self._retry)
        session.model_changed.connect(self._show_state)
        session.chat_opened.connect(self._on_chat_opened)
        session.ordering.begun.connect(self._show_folder)
        self.set_theme(theme)
        self._show_state()
        self._show_folder()

    def _build(self) -> None:
        self.choose_button.setProperty("primary", True)
        self._name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._details.setTextFormat(Qt.TextFormat.PlainText)
        self._details.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._details.setProperty("tone", "secondary")
        for label in (self._temporary, self.folder):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setProperty("tone", "secondary")
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.hide()
        self.hints.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.hints.setProperty("tone", "hint")
        self.hints.setTextFormat(Qt.TextFormat.PlainText)
        self.starters.setMaximumWidth(COLUMN_WIDTH)
        for widget in (self.progress, self.first_message):
            widget.setFixedWidth(_WIDTH)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.addStretch(2)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(16)
        layout.addWidget(self._name)
        layout.addSpacing(4)
        layout.addWidget(self._details)
        layout.addSpacing(4)
        layout.addWidget(self._temporary)
        layout.addWidget(self.folder)
        layout.addSpacing(12)
        # In rows of their own: a vertical layout would take their height for the full width.
        layout.addLayout(_in_a_row(self.progress))
        layout.addSpacing(12)
        layout.addLayout(_side_by_side(self.progress.retry_button, self.choose_button))
        layout.addSpacing(12)
        layout.addLayout(centred(self.starters))
        layout.addSpacing(8)
        layout.addLayout(_in_a_row(self.first_message))
        layout.addStretch(3)
        layout.addWidget(self.hints)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._glyph.set_theme(theme)
        self._name.setFont(theme.fonts.ui(20, QFont.Weight.DemiBold))
        self._details.setFont(theme.fonts.ui())
        self._temporary.setFont(theme.fonts.ui())
        self.folder.setFont(theme.fonts.ui())
        self.choose_button.setFont(theme.fonts.ui())
        self.progress.set_theme(theme)
        self.first_message.set_theme(theme)
        self.starters.set_theme(theme)
        self.hints.setFont(theme.fonts.ui(SIZE_META))

    def set_actions(self, actions: Mapping[str, QAction]) -> None:
        """Their keys are shown, as they are now."""
        self._actions = actions
        for id in {id for id, _text in (*HINTS, *HINTS_WITHOUT_MODEL)}:
            actions[id].changed.connect(self._show_hints)
        self._show_hints()

    def set_tools_enabled(self, enabled: bool) -> None:
        self.starters.show_for(tools=enabled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is little room, the model and its state come first."""
        is_usable = self._session.model.phase in ("ready", "loading")
        wide = self.width() >= _WIDTH_FOR_STARTERS
        high = self.height() >= _HEIGHT_FOR_STARTERS
        self.starters.setVisible(is_usable and wide and high)
        self._glyph.setVisible(self.height() >= _HEIGHT_FOR_GLYPH)
        begun = self.first_message.editor is not None
        self.first_message.setVisible(begun or self.height() >= _HEIGHT_FOR_FIRST_MESSAGE)
        self.hints.setVisible(wide and self.height() >= _HEIGHT_FOR_HINTS)

    def _show_hints(self) -> None:
        """Only of actions that have keys."""
        without = self._session.model.phase in ("none", "failed")
        shown = []
        for id, text in HINTS_WITHOUT_MODEL if without else HINTS:
            action = self._actions.get(id)
            keys = action.shortcut() if action is not None else QKeySequence()
            if not keys.isEmpty():
                native = keys.toString(QKeySequence.SequenceFormat.NativeText)
                shown.append(tr(text, keys=native))
        self.hints.setText("   ·   ".join(shown))

    def _on_chat_opened(self, chat: Chat) -> None:
        self._temporary.setVisible(chat.conversation.temporary)
        self._show_folder()

    def _show_folder(self) -> None:
        chat = self._session.chat
        name = chat.conversation.folder if chat else ""
        self.folder.setText(tr("It goes into the folder “{name}”.", name=name) if name else "")
        self.folder.setVisible(bool(name))

    def _show_state(self) -> None:
        state = self._session.model
        self._name.show_whole(state.name or tr("No model is loaded"))
        self._details.setText(self._words(state))
        self._details.setVisible(bool(self._details.text()))
        self.choose_button.setVisible(state.phase in ("none", "failed"))
        self.progress.show_state(state)
        self._fit()
        self._show_hints()

    def _words(self, state: ModelState) -> str:
        if state.phase == "ready" and state.info is not None:
            tokens = number(state.info.context_tokens)
            context = tr("context of {tokens} tokens", tokens=tokens)
            return f"{details(state.info)} · {context}"
        if state.phase == "none":
            return tr("A message needs a model to answer it.")
        if state.phase == "loading":
            return tr("You can write already: the answer starts when it is ready.")
        return ""

    def _retry(self) -> None:
        self._session.load_model(Path(self._session.model.path))


def _side_by_side(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _in_a_row(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(widget)
    return row
