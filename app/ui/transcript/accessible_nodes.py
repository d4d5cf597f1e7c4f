"""What a screen reader finds in the transcript: messages, their rows, and what is in those."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface

from app.ui.language import tr
from app.ui.transcript.accessible_node import Interface, Node
from app.ui.transcript.accessible_parts import Press, RowText
from app.ui.transcript.accessible_scene import Scene
from app.ui.transcript.accessible_table import LineNode
from app.ui.transcript.accessible_words import is_told, name_of, role_of, value_of
from app.ui.transcript.blocks import OBJECT
from app.ui.transcript.card import PADDING, CardRow
from app.ui.transcript.folding import HEADER_HEIGHT, FoldingRow
from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.pointer import Hit
from app.ui.transcript.row import Link, Row, Sideways, Spot, Toggle
from app.ui.transcript.rows_table import TableRow
from app.ui.transcript.selection import Place, Selection

Role = QAccessible.Role


class MessageNode(Node):
    """An item of the list; its action gives it the ring of the keyboard."""

    def __init__(self, above: QAccessibleInterface, scene: Scene, item: MessageItem) -> None:
        super().__init__(above, scene)
        self.item = item
        focus = QAccessibleActionInterface.setFocusAction()
        self._press = Press(lambda: scene.focus_message(item), name=focus)

    @property
    def exists(self) -> bool:
        return self._scene.column.find(self.item.id) is self.item

    def role(self) -> QAccessible.Role:
        return Role.ListItem

    def name(self) -> str:
        column = self._scene.column
        number, count = column.number(self.item) + 1, len(column.items)
        if self.item.shown.message.role == "user":
            return tr("You, message {number} of {count}", number=number, count=count)
        return tr("Assistant, message {number} of {count}", number=number, count=count)

    def value(self) -> str:
        """All its text; while it is far from the screen, as the model wrote it."""
        if not self.item.built:
            return self.item.shown.message.text
        return "\n".join(filter(None, (row.speech() for row in self.item.stack.rows)))

    def area(self) -> QRect:
        if not self.exists:
            return QRect()
        column = self._scene.column
        return QRect(0, column.top(self.item), column.width, self.item.height(column.width))

    def state(self) -> QAccessible.State:
        state, focus = super().state(), self._scene.focus
        state.focusable = True
        state.focused = focus.shown and focus.item is self.item and focus.spot is None
        return state

    def _below(self) -> Iterator[tuple[Hashable, Callable[[], Node]]]:
        """Its rows; a message far from the screen has none."""
        for row in filter(is_told, self.item.stack.rows):
            yield row, partial(RowNode, self, self._scene, self.item, row=row, top_row=row)


class RowNode(Node):
    """A row of a message, or inside a card of it; `top_row` is the one in the message."""

    def __init__(
        self,
        above: MessageNode | RowNode,
        scene: Scene,
        item: MessageItem,
        *,
        row: Row,
        top_row: Row,
    ) -> None:
        super().__init__(above, scene)
        self._holder = above
        self.item = item
        self.row = row
        self.top_row = top_row
        if isinstance(row, FoldingRow):
            self._press = Press(lambda: scene.act(Hit(item, top_row, QPoint()), Toggle()))
        self._text = RowText(
            row,
            corner=lambda: self.rect().topLeft(),
            width=self.width,
            caret=lambda: self.caret,
            select=self._select,
        )

    @property
    def exists(self) -> bool:
        if self.row is self.top_row:
            return self._holder.exists and self.row in self.item.stack.rows
        holder = self._holder
        assert isinstance(holder, RowNode)
        return holder.exists and any(row is self.row for row, _ in holder.inside())

    @property
    def _exact(self) -> bool:
        """Rows that were not on screen yet are not laid out for a screen reader."""
        return self.top_row.exact(self._scene.column.width)

    def role(self) -> QAccessible.Role:
        return role_of(self.row)

    def name(self) -> str:
        return name_of(self.row)

    def value(self) -> str:
        return value_of(self.row)

    def width(self) -> int:
        holder = self._holder
        if isinstance(holder, RowNode):
            return holder.width() - 2 * PADDING
        return self._scene.column.width

    def area(self) -> QRect:
        if not self.exists:
            return QRect()
        return QRect(self._corner(), QSize(self.width(), self.row.guess(self.width())))

    def state(self) -> QAccessible.State:
        state = super().state()
        if isinstance(self.row, FoldingRow):
            header = QRect(self.area().topLeft(), QSize(self.width(), HEADER_HEIGHT))
            state.focusable = True
            state.focused = self._scene.has_ring(Toggle(), header)
            _set_open(state, self.row.open)
        elif isinstance(self.row, TableRow):
            state.focused = self._scene.has_ring(Sideways(self.row), self.area())
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        if kind == Interface.TextInterface and self._exact and self._is_plain:
            return self._text
        return super().interface_cast(kind)

    def inside(self) -> list[tuple[Row, QPoint]]:
        """The rows of a card, with their corners in it."""
        if not isinstance(self.row, CardRow) or not self._exact:
            return []
        return [each for each in self.row.inside(self.width()) if is_told(each[0])]

    @property
    def caret(self) -> int:
        """Where in this row the selection ends that moves; -1 when that is elsewhere."""
        selection = self._scene.selection()
        if selection is None:
            return -1
        focus, first = selection.focus, self._first
        inside = first.position <= focus.position <= first.position + self.row.length
        same_row = (focus.message, focus.row) == (first.message, first.row)
        return focus.position - first.position if same_row and inside else -1

    @property
    def selected(self) -> tuple[int, int] | None:
        """Positions of this row."""
        selection, first = self._scene.selection(), self._first
        if selection is None:
            return None
        found = selection.in_row(first.message, first.row, self.top_row.length)
        if found is None:
            return None
        start = max(found[0] - first.position, 0)
        end = min(found[1] - first.position, self.row.length)
        return (start, end) if start < end else None

    def _select(self, positions: tuple[int, int] | None) -> None:
        if positions is None:
            self._scene.select(None)
            return
        first = self._first
        start, end = (replace(first, position=first.position + each) for each in positions)
        self._scene.select(Selection(start, end))

    @property
    def _first(self) -> Place:
        """Where the text of this row begins in the column."""
        rows = self.item.stack.rows
        return Place(self._scene.column.number(self.item), rows.index(self.top_row), self._offset)

    @property
    def _offset(self) -> int:
        """Positions of the row in the message that come before this one."""
        holder = self._holder
        if not isinstance(holder, RowNode):
            return 0
        assert isinstance(holder.row, CardRow)
        return holder._offset + holder.row.start_of(self.row)

    @property
    def _is_plain(self) -> bool:
        """Formulas are read in words, which have no positions."""
        return bool(self.row.length) and OBJECT not in self.row.plain_text()

    def _corner(self) -> QPoint:
        holder = self._holder
        if isinstance(holder, RowNode):
            corner = next(corner for row, corner in holder.inside() if row is self.row)
            return holder.area().topLeft() + corner
        top = self.item.stack.top(self.item.stack.rows.index(self.row))
        return holder.area().topLeft() + QPoint(0, top)

    def _below(self) -> Iterator[tuple[Hashable, Callable[[], Node]]]:
        if not self._exact:
            return
        for row, _ in self.inside():
            make = partial(RowNode, self, self._scene, self.item, row=row, top_row=self.top_row)
            yield row, make
        if isinstance(self.row, TableRow):
            for number, line in groupby(self.row.cells(self.width()), lambda cell: cell.line):
                yield number, partial(LineNode, self, self._scene, tuple(line))
        if not isinstance(self.row, CardRow):
            for number, spot in enumerate(self.row.spots(self.width())):
                if isinstance(spot.target, Sideways):
                    continue  # it is the row itself
                yield (number, spot.target), partial(SpotNode, self, self._scene, number, spot)


class SpotNode(Node):
    """A link or a button in a row."""

    def __init__(self, above: RowNode, scene: Scene, number: int, spot: Spot) -> None:
        super().__init__(above, scene)
        self._holder = above
        self._number = number
        self._first = spot
        self._press = Press(self._do)

    @property
    def exists(self) -> bool:
        return self.spot() is not None

    def role(self) -> QAccessible.Role:
        return Role.Link if isinstance(self._first.target, Link) else Role.Button

    def name(self) -> str:
        return self._now.name

    def value(self) -> str:
        target = self._first.target
        return target.url if isinstance(target, Link) else ""

    def area(self) -> QRect:
        spot = self.spot()
        return spot.area.translated(self._holder.area().topLeft()) if spot else QRect()

    def state(self) -> QAccessible.State:
        state, spot = super().state(), self.spot()
        state.focusable = True
        state.focused = spot is not None and self._scene.has_ring(spot.target, self.area())
        if spot and spot.open is not None:
            _set_open(state, spot.open)
        return state

    def spot(self) -> Spot | None:
        """Where it is now."""
        if not self._holder.exists:
            return None
        spots = self._holder.row.spots(self._holder.width())
        found = spots[self._number] if self._number < len(spots) else None
        return found if found and found.target == self._first.target else None

    @property
    def _now(self) -> Spot:
        return self.spot() or self._first

    def _do(self) -> None:
        holder = self._holder
        if spot := self.spot():
            self._scene.act(Hit(holder.item, holder.top_row, spot.area.center()), spot.target)


def _set_open(state: QAccessible.State, is_open: bool) -> None:
    state.expandable = True
    state.expanded = is_open
    state.collapsed = not is_open
