"""Writing in the transcript: a real text field over a message, or below one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.chrome import chrome_style
from app.ui.composing import Composing
from app.ui.keyboard_focus import EscapeKey, FrameInUse, put_after
from app.ui.language import tr
from app.ui.text_lines import first_lines
from app.ui.theme import SIZE_BODY, SIZE_META, SIZE_UI, Theme

MAX_LINES = 14


class MessageEditor(QFrame):
    """Ctrl+Enter saves, Esc cancels.

    Signals:
        submitted(str): the new text, when it is not empty
        cancelled(): leave everything as it was
        text_changed(str): the text is another
        height_changed(): the text needs more or less room than before
    """

    submitted = Signal(str)
    cancelled = Signal()
    text_changed = Signal(str)
    height_changed = Signal()

    def __init__(self, text: str, *, name: str, button: str, theme: Theme, parent: QWidget) -> None:
        """`name` is told to screen readers and while nothing is written, `button` saves."""
        super().__init__(parent)
        self.setObjectName("messageEditor")
        self.field = QPlainTextEdit(text)
        self.field.setFrameShape(QFrame.Shape.NoFrame)
        self.field.setTabChangesFocus(True)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(name)
        Composing(self.field)
        self.cost_label = QLabel()
        self.cost_label.setTextFormat(Qt.TextFormat.PlainText)
        self.cost_label.setContentsMargins(round(self.field.document().documentMargin()), 0, 0, 0)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.send_button = QPushButton(button)
        self.send_button.setEnabled(bool(text.strip()))
        self.send_button.setProperty("primary", "true")
        self._layout = QVBoxLayout(self)
        self._build()
        put_after(parent, (self.field, self.cancel_button, self.send_button))
        self.set_theme(theme)
        self.cancel_button.clicked.connect(self.cancelled)
        EscapeKey(self).pressed.connect(self.cancelled)
        FrameInUse(self, self.field)
        self.send_button.clicked.connect(self._on_send)
        self.field.textChanged.connect(self._on_text_changed)

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.cost_label, 1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.send_button)
        self._layout.setContentsMargins(12, 10, 12, 12)
        self._layout.addWidget(self.field)
        self._layout.addLayout(buttons)

    def set_theme(self, theme: Theme) -> None:
        own = (
            f"#messageEditor {{ background: {theme.bubble.name()};"
            f" border: 2px solid {theme.border.name()}; border-radius: 16px; }}"
            f'#messageEditor[inUse="true"] {{ border-color: {theme.accent.name()}; }}'
            f" QPlainTextEdit {{ background: transparent; color: {theme.text.name()};"
            f" selection-background-color: {theme.selection.name()};"
            f" selection-color: {theme.text.name()}; }}"
            f" QLabel {{ color: {theme.hint.name()}; }}"
            f' QPushButton[primary="true"]:disabled {{ background: {theme.border_soft.name()}; }}'
        )
        self.setStyleSheet(chrome_style(theme) + own)
        self.field.setFont(theme.fonts.ui(SIZE_BODY))
        self.cost_label.setFont(theme.fonts.ui(SIZE_META))
        for button in (self.cancel_button, self.send_button):
            button.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.Medium))

    def height_for(self, width: int) -> int:
        """Pixels needed at this width, the text no more than `MAX_LINES` lines high."""
        self.resize(width, self.height())
        self._layout.activate()
        lines = max(1, len(first_lines(self.field, MAX_LINES)))
        text = lines * self.field.fontMetrics().lineSpacing() + 12
        return text + self.send_button.sizeHint().height() + 24 + 10

    def event(self, event: QEvent) -> bool:
        """Ctrl+Enter saves here, also while a call waits for it."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_send()
        else:
            super().keyPressEvent(event)

    def _on_text_changed(self) -> None:
        text = self.field.toPlainText()
        self.send_button.setEnabled(bool(text.strip()))
        self.text_changed.emit(text)
        self.height_changed.emit()

    def _on_send(self) -> None:
        text = self.field.toPlainText()
        if text.strip():
            self.submitted.emit(text)
