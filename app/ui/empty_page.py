"""What is shown in place of the transcript while a conversation has no message yet."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.chat import Chat
from app.domain.model import ModelState
from app.session import Session
from app.ui.chrome import chrome_style
from app.ui.first_message import FirstMessage
from app.ui.glyph import Glyph
from app.ui.language import tr
from app.ui.load_progress import LoadProgress
from app.ui.model_text import details
from app.ui.theme import Theme

_WIDTH = 480


class EmptyPage(QWidget):
    """Which model would answer.

    Signals:
        choose_requested(): the person wants to choose a model
        written(str, str): the role and the text of a message to begin with, without an answer
        cancelled(): no such message was written in the end
    """

    choose_requested = Signal()
    written = Signal(str, str)
    cancelled = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._glyph = Glyph(theme, 44)
        self._name = QLabel()
        self._details = QLabel()
        self.progress = LoadProgress(Qt.AlignmentFlag.AlignHCenter)
        self._temporary = QLabel(
            tr("This conversation is never stored. It is gone when Parley closes.")
        )
        self.choose_button = QPushButton(tr("Choose a model"))
        self.first_message = FirstMessage(theme)
        self._build()
        self.first_message.written.connect(self.written)
        self.first_message.cancelled.connect(self.cancelled)
        self.choose_button.clicked.connect(self.choose_requested)
        self.progress.retry_requested.connect(self._retry)
        session.model_changed.connect(self._show_state)
        session.chat_opened.connect(self._on_chat_opened)
        self.set_theme(theme)
        self._show_state()

    def _build(self) -> None:
        self.choose_button.setProperty("primary", True)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._details.setTextFormat(Qt.TextFormat.PlainText)
        self._details.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._details.setProperty("tone", "secondary")
        self._temporary.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._temporary.setProperty("tone", "secondary")
        self._temporary.hide()
        for widget in (self.progress, self.first_message):
            widget.setFixedWidth(_WIDTH)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.addStretch(2)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(16)
        layout.addWidget(self._name, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(4)
        layout.addWidget(self._details)
        layout.addSpacing(4)
        layout.addWidget(self._temporary)
        layout.addSpacing(12)
        # In rows of their own: a vertical layout would take their height for the full width.
        layout.addLayout(_centred(self.progress))
        layout.addSpacing(12)
        layout.addWidget(self.choose_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(12)
        layout.addLayout(_centred(self.first_message))
        layout.addStretch(3)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._glyph.set_theme(theme)
        self._name.setFont(theme.fonts.ui(20, QFont.Weight.DemiBold))
        self._details.setFont(theme.fonts.ui())
        self._temporary.setFont(theme.fonts.ui())
        self.choose_button.setFont(theme.fonts.ui())
        self.progress.set_theme(theme)
        self.first_message.set_theme(theme)

    def _on_chat_opened(self, chat: Chat) -> None:
        self._temporary.setVisible(chat.conversation.temporary)

    def _show_state(self) -> None:
        state = self._session.model
        self._name.setText(state.name or tr("No model is loaded"))
        self._details.setText(self._words(state))
        self.choose_button.setVisible(state.phase in ("none", "failed"))
        self.progress.show_state(state)

    def _words(self, state: ModelState) -> str:
        if state.phase == "ready" and state.info is not None:
            context = tr("context of {tokens} tokens").format(
                tokens=f"{state.info.context_tokens:,}"
            )
            return f"{details(state.info)} · {context}"
        if state.phase == "none":
            return tr("A message needs a model to answer it.")
        if state.phase == "loading":
            return tr("You can write already: the answer starts when it is ready.")
        return ""

    def _retry(self) -> None:
        self._session.load_model(Path(self._session.model.path))


def _centred(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(widget)
    return row
