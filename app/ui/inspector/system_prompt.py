"""The system prompt of the conversation shown, its tokens, and what changing it would cost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from app.ui.composing import Composing
from app.ui.inspector.section import Section
from app.ui.language import number, said, tr
from app.ui.theme import SIZE_META, SIZE_UI, Theme

_FIELD_HEIGHT = 104


class SystemPromptSection(Section):
    """Signals:
    cost_wanted(str): the text as it is being written; call `show_cost`
    saved(str): the text to be the system prompt from now on
    """

    cost_wanted = Signal(str)
    saved = Signal(str)

    def __init__(self) -> None:
        self.tokens_label = QLabel()
        self.tokens_label.setProperty("tone", "hint")
        super().__init__(tr("System prompt"), self.tokens_label)
        self.edit = _Field()
        self.cost_label = QLabel()
        self.cost_label.setProperty("tone", "secondary")
        self.cost_label.setWordWrap(True)
        self.cost_label.hide()
        self.body.addWidget(self.edit)
        self.body.addWidget(self.cost_label)
        self._saved = ""
        self.edit.left.connect(self._save)
        self.edit.textChanged.connect(self._on_text_changed)

    def set_theme(self, theme: Theme) -> None:
        self.set_heading_font(theme)
        self.edit.setFont(theme.fonts.ui(SIZE_UI))
        for label in (self.tokens_label, self.cost_label):
            label.setFont(theme.fonts.ui(SIZE_META))

    def show_text(self, text: str) -> None:
        """Show the prompt of another conversation."""
        self._saved = text
        self.edit.setPlainText(text)
        self.show_cost("")

    def show_tokens(self, tokens: int | None) -> None:
        """None: nobody has counted them; an empty prompt has none to tell."""
        if not tokens:
            self.tokens_label.setText("")
        elif tokens == 1:
            self.tokens_label.setText(tr("1 token"))
        else:
            self.tokens_label.setText(tr("{count} tokens", count=number(tokens)))

    def show_cost(self, sentence: str) -> None:
        """Say what the text would make the model read; nothing while it is the one that holds."""
        changed = self.edit.toPlainText() != self._saved
        shown = said(sentence) if changed else ""
        self.cost_label.setText(shown[:1].upper() + shown[1:])
        self.cost_label.setVisible(bool(shown))

    def take_back(self, text: str) -> None:
        """Another text holds: show it, unless one is being written."""
        if text != self._saved and self.edit.toPlainText() == self._saved:
            self.show_text(text)
        self._saved = text

    def save(self) -> None:
        """Take over what is being written now."""
        self._save()

    def _on_text_changed(self) -> None:
        text = self.edit.toPlainText()
        if text != self._saved:
            self.cost_wanted.emit(text)
        else:
            self.show_cost("")

    def _save(self) -> None:
        text = self.edit.toPlainText()
        if text != self._saved:
            self._saved = text
            self.show_cost("")
            self.saved.emit(text)


class _Field(QPlainTextEdit):
    """Signals:
    left(): the keyboard went elsewhere, or Ctrl+Enter was pressed
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("field")
        self.setAccessibleName(tr("System prompt"))
        self.setPlaceholderText(tr("How the model should answer in this conversation"))
        self.setTabChangesFocus(True)
        self.setFixedHeight(_FIELD_HEIGHT)
        Composing(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.left.emit()
        else:
            super().keyPressEvent(event)
