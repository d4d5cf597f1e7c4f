"""The text box of the composer: plain text, 1 to 10 lines high, Enter means send.

Files, pictures and long texts that are pasted into it are handed over to be attached.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QPlainTextEdit

from app.ui.attachment_files import given_files, given_image
from app.ui.model_files import dropped_model
from app.ui.text_lines import first_lines
from app.ui.theme import Theme

MAX_LINES = 10
LONG_TEXT = 100_000
"""Characters of a paste from which on it becomes an attachment."""
_STEPS = {
    Qt.Key.Key_Up: (+1, QTextCursor.MoveOperation.Up),
    Qt.Key.Key_Down: (-1, QTextCursor.MoveOperation.Down),
}
_MARGIN = 4


class MessageEdit(QPlainTextEdit):
    """While an input method composes, Enter and Esc are its keys, not ours.

    Signals:
        submitted(): Enter was pressed
        focus_changed(): the box got or lost the keyboard
        recall_wanted(int): an older (+1) or newer (-1) message is to be brought back
        files_given(list[Path]): files were pasted
        image_given(bytes): a picture was pasted, as it would stand in a file
        long_text_given(str): a text was pasted that is too long for the box
    """

    submitted = Signal()
    focus_changed = Signal()
    recall_wanted = Signal(int)
    files_given = Signal(list)
    image_given = Signal(bytes)
    long_text_given = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._composing = False
        self._fitting = False
        self._most_lines = MAX_LINES
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(_MARGIN)
        self.setViewportMargins(-_MARGIN, 0, 0, 0)  # text begins at the left edge
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        self.textChanged.connect(self._fit_height)
        self.verticalScrollBar().valueChanged.connect(self._stay_at_top)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.setFont(theme.fonts.ui(15))
        self._fit_height()

    def toPlainText(self) -> str:
        """As it was typed or pasted: Qt's own makes common spaces of no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def set_room(self, pixels: int) -> None:
        """Be no higher than this, but for one line."""
        self._most_lines = max(1, min(MAX_LINES, pixels // self.fontMetrics().lineSpacing()))
        self._fit_height()

    def _fit_height(self) -> None:
        """As high as its lines. Each step changes the size, and so would begin this anew."""
        if self._fitting:
            return
        self._fitting = True
        scrolls = len(first_lines(self, self._most_lines + 1)) > self._most_lines
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if scrolls
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(self._lines_height() + (_MARGIN if scrolls else 2 * _MARGIN))
        self._fitting = False

    def _stay_at_top(self, value: int) -> None:
        """Qt would scroll a line away although all of them are seen."""
        all_seen = self.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if value and all_seen:
            self.verticalScrollBar().setValue(0)

    def _lines_height(self) -> int:
        """Of the lines that may be seen; Chinese ones are higher than English ones."""
        return max(ceil(sum(first_lines(self, self._most_lines))), self.fontMetrics().lineSpacing())

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
            step = self._recalls(event)
            super().keyPressEvent(event)
            if step:
                self.recall_wanted.emit(step)
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

    def _recalls(self, event: QKeyEvent) -> int:
        """Up in the first line and Down in the last lead to other messages; 0 for what does not."""
        step, move = _STEPS.get(Qt.Key(event.key()), (0, QTextCursor.MoveOperation.NoMove))
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not step or self._composing or plain != Qt.KeyboardModifier.NoModifier:
            return 0
        return 0 if self.textCursor().movePosition(move) else step

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are the window's: it shows what a drop would do, here as everywhere."""
        if given_files(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """A dropped model file is the window's business."""
        takes = source.hasText() or source.hasHtml() or source.hasImage() or source.hasUrls()
        return takes and dropped_model(source) is None

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Formatted text loses its format; a table cell copied as text and picture is text."""
        text = "" if given_files(source) else _text(source)
        if files := given_files(source):
            self.files_given.emit(files)
        elif len(text) >= LONG_TEXT:
            self.long_text_given.emit(text)
        elif text:
            self.insertPlainText(text)
        elif image := given_image(source):
            self.image_given.emit(image)


def _text(source: QMimeData) -> str:
    if source.hasText() or not source.hasHtml():
        return source.text()
    return QTextDocumentFragment.fromHtml(source.html()).toPlainText()
