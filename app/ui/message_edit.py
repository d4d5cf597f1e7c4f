"""The text box of the composer: plain text, 1 to 10 lines high, Enter means send."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from app.ui.model_files import dropped_model
from app.ui.theme import Theme

MAX_LINES = 10
_MARGIN = 4


class MessageEdit(QPlainTextEdit):
    """While an input method composes, Enter and Esc are its keys, not ours.

    Signals:
        submitted(): Enter was pressed
        focus_changed(): the box got or lost the keyboard
    """

    submitted = Signal()
    focus_changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._composing = False
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_MARGIN)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.setFont(theme.fonts.ui(15))
        self._fit_height()

    def _fit_height(self) -> None:
        """As high as its lines; QPlainTextEdit counts its document's height in lines."""
        lines = max(1, round(self.document().size().height()))
        scrolls = lines > MAX_LINES
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if scrolls
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        text_height = min(lines, MAX_LINES) * self.fontMetrics().lineSpacing()
        self.setFixedHeight(text_height + (_MARGIN if scrolls else 2 * _MARGIN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep keys of ours from the window's actions: Esc ends a composition before it stops the
        turn, Ctrl+Backspace deletes a word before it denies a call.
        """
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and self._is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Backspace:
            return bool(self.toPlainText())
        return self._composing and event.key() == Qt.Key.Key_Escape

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._composing:
            event.accept()
        elif modifiers == Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        elif modifiers == Qt.KeyboardModifier.NoModifier:
            self.submitted.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """A dropped model file is the window's business."""
        return source.hasText() and dropped_model(source) is None

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(source.text())
