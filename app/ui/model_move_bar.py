"""The line above the composer while another model is loaded than the one that answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton

from app.domain.context import LEAST_ANSWER_TOKENS
from app.domain.model import KnownModel
from app.session import Session
from app.ui.chrome import chrome_style
from app.ui.elided import shortened
from app.ui.keyboard_focus import Bar
from app.ui.language import number, tr
from app.ui.theme import COMPOSER_WIDTH, SIZE_META, Theme

if TYPE_CHECKING:
    from app.chat import Chat
    from app.domain.moving import Move

_LONGEST_SECONDS = 90
"""From here on, it is told in minutes."""
_LONGEST_NAME = 22
_LEAST_SENTENCE_WIDTH = 300
"""With less, the buttons stand below the sentence."""


class ModelMoveBar(Bar):
    """Shows the `model_move` of the chat shown; hidden while there is nothing to say."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._chat: Chat | None = None
        self.sentence = QLabel()
        self.back_button = QPushButton()
        self.on_button = QPushButton()
        self._build()
        self.back_button.clicked.connect(self._on_back)
        self.on_button.clicked.connect(self._on_accepted)
        session.model_changed.connect(self._look)
        self.set_theme(theme)
        self.hide()

    def _build(self) -> None:
        self.setObjectName("notice")
        self.setMaximumWidth(COMPOSER_WIDTH)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setProperty("tone", "secondary")
        self.back_button.setAccessibleName(tr("Load the model that wrote"))
        self.on_button.setAccessibleName(tr("Go on with this model"))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.back_button, self.on_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(12, 8, 8, 8)
        self._parts.setSpacing(8)
        self._parts.addWidget(self.sentence, 1)
        self._parts.addLayout(buttons)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self.sentence.setFont(theme.fonts.ui(SIZE_META))
        for button in (self.back_button, self.on_button):
            button.setFont(theme.fonts.ui(SIZE_META))

    def set_chat(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.model_move.changed.disconnect(self._show)
            self._chat.branch_changed.disconnect(self._look)
            self._chat.turn_changed.disconnect(self._on_turn_changed)
            self._chat.setup.changed.disconnect(self._look)
        self._chat = chat
        chat.model_move.changed.connect(self._show)
        chat.branch_changed.connect(self._look)
        chat.turn_changed.connect(self._on_turn_changed)
        chat.setup.changed.connect(self._look)
        self._show()
        self._look()

    def _look(self) -> None:
        if self._chat is not None and self._chat.turn is None:
            self._chat.model_move.look()

    def _on_turn_changed(self) -> None:
        """While an answer is written, the model has been chosen."""
        self._show()
        self._look()

    def _show(self) -> None:
        chat = self._chat
        move = chat.model_move.move if chat is not None and chat.turn is None else None
        if move is not None:
            self.sentence.setText(move_text(move))
            self.back_button.setText(tr("Load {model}", model=_short(move.before)))
            self.back_button.setToolTip(move.before)
            self.back_button.setAccessibleName(tr("Load {model}", model=move.before))
            self.back_button.setVisible(self._known(move.before) is not None)
            self.on_button.setText(tr("Go on with {model}", model=_short(move.now)))
            self.on_button.setToolTip(move.now)
            self.on_button.setAccessibleName(tr("Go on with {model}", model=move.now))
        self._place_buttons()
        self.setVisible(move is not None)

    def _place_buttons(self) -> None:
        """Beside the sentence where there is room."""
        shown = [one for one in (self.back_button, self.on_button) if not one.isHidden()]
        taken = sum(button.sizeHint().width() + 8 for button in shown)
        beside = self.width() - taken >= _LEAST_SENTENCE_WIDTH
        direction = QBoxLayout.Direction
        self._parts.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()

    def _known(self, name: str) -> KnownModel | None:
        return next((one for one in self._session.known_models() if one.name == name), None)

    def _on_back(self) -> None:
        move = self._chat.model_move.move if self._chat is not None else None
        known = self._known(move.before) if move is not None else None
        if known is not None:
            self._session.load_model(known.path)

    def _on_accepted(self) -> None:
        if self._chat is not None:
            self._chat.model_move.accept()


def move_text(move: Move) -> str:
    """Who wrote, and what the next message makes the other one read."""
    forecast, names = move.forecast, {"before": move.before, "now": move.now}
    if forecast is None:
        return tr("Written with {before}; {now} has not read it yet.", **names)
    if forecast.prompt > move.window - LEAST_ANSWER_TOKENS:
        return tr(
            "Written with {before}; it needs {count} tokens, and {now} holds {window}.",
            count=number(forecast.prompt),
            window=number(move.window),
            **names,
        )
    count = number(forecast.to_read)
    if forecast.restored:
        return tr(
            "Written with {before}; {now} takes {restored} tokens from disk and reads {count}.",
            restored=number(forecast.restored),
            count=count,
            **names,
        )
    if not forecast.seconds:
        return tr(
            "Written with {before}; {now} will read {count} tokens once.", count=count, **names
        )
    if forecast.seconds >= _LONGEST_SECONDS:
        minutes = number(forecast.seconds / 60)
        return tr(
            "Written with {before}; {now} will read {count} tokens once (about {minutes} min).",
            count=count,
            minutes=minutes,
            **names,
        )
    return tr(
        "Written with {before}; {now} will read {count} tokens once (about {seconds} s).",
        count=count,
        seconds=number(max(forecast.seconds, 1)),
        **names,
    )


def _short(name: str) -> str:
    """What tells a model file from others, for a button."""
    return shortened(name, _LONGEST_NAME)
