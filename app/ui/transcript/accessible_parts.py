"""What a screen reader can do with a node: press it, read its text by character and line.

Each is an object of its own: PySide hands Qt the pointer to the first base of a class.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessibleActionInterface, QAccessibleTextInterface

from app.ui.transcript.positions import characters, units
from app.ui.transcript.row import Row


class Press(QAccessibleActionInterface):
    """One action, and what it does."""

    def __init__(self, do: Callable[[], None], *, name: str = "") -> None:
        super().__init__()
        self._do = do
        self._name = name or QAccessibleActionInterface.pressAction()

    def actionNames(self) -> list[str]:
        return [self._name]

    def doAction(self, name: str) -> None:
        if name == self._name:
            self._do()

    def keyBindingsForAction(self, name: str) -> list[str]:
        return ["Return"] if name == self._name else []


class RowText(QAccessibleTextInterface):
    """The text of a row; nobody writes in it, and it has no caret of its own.

    `corner` is where the row begins on the screen, `width` how wide it is laid out.
    """

    def __init__(self, row: Row, *, corner: Callable[[], QPoint], width: Callable[[], int]) -> None:
        super().__init__()
        self._row = row
        self._corner = corner
        self._width = width

    def characterCount(self) -> int:
        return units(self._row.plain_text())

    def text(self, start: int, end: int) -> str:
        text = self._row.plain_text()
        return text[characters(text, start) : characters(text, end)]

    def cursorPosition(self) -> int:
        return 0

    def setCursorPosition(self, position: int) -> None:
        """There is no caret."""

    def characterRect(self, offset: int) -> QRect:
        width = self._width()
        caret = self._row.caret_at(offset, width)
        after = self._row.caret_at(offset + 1, width)
        on_one_line = after.top() == caret.top() and after.left() > caret.left()
        caret.setRight(after.left() if on_one_line else caret.left() + caret.height() // 2)
        return caret.translated(self._corner())

    def offsetAtPoint(self, point: QPoint) -> int:
        return self._row.position_at(point - self._corner(), self._width())

    def scrollToSubstring(self, start: int, end: int) -> None:
        """The keyboard scrolls."""

    def selectionCount(self) -> int:
        return 0

    def addSelection(self, start: int, end: int) -> None:
        """Selecting is done with the keyboard of the transcript."""

    def removeSelection(self, index: int) -> None:
        """There is none."""

    def setSelection(self, index: int, start: int, end: int) -> None:
        """There is none."""
