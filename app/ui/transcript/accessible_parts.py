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
    """The text of a row, which nobody writes in, with the transcript’s caret and selection.

    `corner` is where the row begins on the screen, `width` how wide it is laid out. `caret` is -1
    while it is elsewhere; `select` takes two positions of the row, or None for nothing.

    PySide has no `selection`, so Qt cannot ask for its range: events tell it when it changes.
    """

    def __init__(
        self,
        row: Row,
        *,
        corner: Callable[[], QPoint],
        width: Callable[[], int],
        caret: Callable[[], int],
        select: Callable[[tuple[int, int] | None], None],
    ) -> None:
        super().__init__()
        self._row = row
        self._corner = corner
        self._width = width
        self._caret = caret
        self._select = select

    def characterCount(self) -> int:
        return units(self._row.plain_text())

    def text(self, start: int, end: int) -> str:
        text = self._row.plain_text()
        return text[characters(text, start) : characters(text, end)]

    def cursorPosition(self) -> int:
        return self._caret()

    def setCursorPosition(self, position: int) -> None:
        self._select((position, position))

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
        self._select((start, end))

    def removeSelection(self, index: int) -> None:  # noqa: ARG002 # there is one at most
        self._select(None)

    def setSelection(self, index: int, start: int, end: int) -> None:  # noqa: ARG002
        self._select((start, end))
