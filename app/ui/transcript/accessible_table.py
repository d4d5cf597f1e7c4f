"""A table for screen readers: its lines, and their cells.

PySide has no interface for tables, so every cell says by itself where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial, reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible

from app.ui.language import tr
from app.ui.transcript.accessible_node import Node
from app.ui.transcript.accessible_scene import Scene
from app.ui.transcript.rows_table import Cell

if TYPE_CHECKING:
    from app.ui.transcript.accessible_nodes import RowNode

Role = QAccessible.Role


class LineNode(Node):
    """The cells of one line; it is read as a whole, or cell by cell."""

    def __init__(self, above: RowNode, scene: Scene, cells: tuple[Cell, ...]) -> None:
        super().__init__(above, scene)
        self._table = above
        self._cells = cells

    @property
    def exists(self) -> bool:
        return self._table.exists

    def role(self) -> QAccessible.Role:
        return Role.Row

    def name(self) -> str:
        words = tr(", ").join(cell.speech for cell in self._cells)
        return tr("row {row}: {words}", row=self._cells[0].line + 1, words=words)

    def area(self) -> QRect:
        area = reduce(QRect.united, (cell.area for cell in self._cells))
        return area.translated(self._table.area().topLeft())

    def _below(self) -> Iterator[tuple[Hashable, Callable[[], Node]]]:
        for cell in self._cells:
            yield cell.column, partial(CellNode, self, self._scene, cell, self._table)


class CellNode(Node):
    """Such as "row 2, column Price: 3"."""

    def __init__(self, above: LineNode, scene: Scene, cell: Cell, table: RowNode) -> None:
        super().__init__(above, scene)
        self._table = table
        self._cell = cell

    @property
    def exists(self) -> bool:
        return self._table.exists

    def role(self) -> QAccessible.Role:
        return Role.ColumnHeader if self._cell.header else Role.Cell

    def name(self) -> str:
        cell = self._cell
        column = str(cell.column + 1) if cell.header or not cell.title else cell.title
        words = tr("row {row}, column {column}", row=cell.line + 1, column=column)
        return tr("{name}: {value}", name=words, value=cell.speech)

    def area(self) -> QRect:
        return self._cell.area.translated(self._table.area().topLeft())
