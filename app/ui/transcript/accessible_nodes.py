"""What a screen reader finds in the transcript: messages, their rows, and what is in those.

Nodes are made when somebody asks for them and know their parents and rows, never the reverse. Qt
keeps bare pointers to those it has seen: `drop` tells it before one goes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from shiboken6 import VoidPtr, isValid

from app.ui.transcript.accessible_parts import Press, RowText
from app.ui.transcript.accessible_scene import Scene
from app.ui.transcript.accessible_words import is_told, name_of, role_of, value_of
from app.ui.transcript.blocks import OBJECT
from app.ui.transcript.card import PADDING, CardRow
from app.ui.transcript.folding import HEADER_HEIGHT, FoldingRow
from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.pointer import Hit
from app.ui.transcript.row import Link, Row, Spot, Toggle
from app.ui.transcript.rows_table import Cell, TableRow

Interface = QAccessible.InterfaceType
Role = QAccessible.Role
_NO_INTERFACE = VoidPtr(0)


class Node(QAccessibleInterface):
    """Without an object of its own; `area` is where it is in the column."""

    def __init__(self, above: QAccessibleInterface, scene: Scene) -> None:
        super().__init__()
        self._above = above
        self._scene = scene
        self._press: Press | None = None
        self._nodes: dict[Hashable, Node] = {}

    # ---- what each kind says

    @property
    def exists(self) -> bool:
        """Whether what it stands for is still there."""
        return True

    def area(self) -> QRect:
        return QRect()

    def name(self) -> str:
        return ""

    def value(self) -> str:
        return ""

    def _below(self) -> Iterator[tuple[Hashable, Callable[[], Node]]]:
        """What is below now: a key by which it is found again, and how it is made."""
        return iter(())

    # ---- what Qt asks

    def isValid(self) -> bool:
        return self.exists

    def object(self) -> QObject:
        return None  # type: ignore[return-value] # the stubs know no interface without one

    def parent(self) -> QAccessibleInterface:
        return self._above

    def nodes(self) -> list[Node]:
        found = []
        for key, make in self._below() if self.exists else ():
            if key not in self._nodes:
                self._nodes[key] = make()
            found.append(self._nodes[key])
        return found

    def childCount(self) -> int:
        return len(self.nodes())

    def child(self, index: int) -> QAccessibleInterface:
        nodes = self.nodes()
        return nodes[index] if 0 <= index < len(nodes) else None  # type: ignore[return-value]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, node in enumerate(self.nodes()) if node is child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        found = (node for node in self.nodes() if node.rect().contains(x, y))
        return next(found, None)  # type: ignore[return-value]

    def rect(self) -> QRect:
        return self._scene.on_screen(self.area())

    def text(self, kind: QAccessible.Text) -> str:
        if not self.exists:
            return ""
        if kind == QAccessible.Text.Name:
            return self.name()
        return self.value() if kind == QAccessible.Text.Value else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing here is written by a screen reader."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.invalid = not self.exists
        state.offscreen = not self._scene.is_visible(self.area())
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """PySide takes the object for the pointer that Qt wants; a number or None crashes."""
        return self._press if self._press and kind == Interface.ActionInterface else _NO_INTERFACE

    # ---- going

    def tidy(self) -> None:
        """Let go of what is no longer below."""
        now = {key for key, _ in self._below()} if self.exists else set()
        for key, node in list(self._nodes.items()):
            if key in now:
                node.tidy()
            else:
                del self._nodes[key]
                node.drop()

    def drop(self) -> None:
        """Be forgotten by Qt, with all that is below."""
        for node in self._nodes.values():
            node.drop()
        self._nodes.clear()
        if isValid(self):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(self))


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
        who = "You" if self.item.shown.message.role == "user" else "Assistant"
        return f"{who}, message {column.number(self.item) + 1} of {len(column.items)}"

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
        self._text = RowText(row, corner=lambda: self.rect().topLeft(), width=self.width)

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
            for cell in self.row.cells(self.width()):
                yield (cell.line, cell.column), partial(CellNode, self, self._scene, cell)
        if not isinstance(self.row, CardRow):
            for number, spot in enumerate(self.row.spots(self.width())):
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


class CellNode(Node):
    """A cell of a table; PySide has no interface for tables, so it says where it stands."""

    def __init__(self, above: RowNode, scene: Scene, cell: Cell) -> None:
        super().__init__(above, scene)
        self._holder = above
        self._cell = cell

    @property
    def exists(self) -> bool:
        return self._holder.exists

    def role(self) -> QAccessible.Role:
        return Role.ColumnHeader if self._cell.header else Role.Cell

    def name(self) -> str:
        cell = self._cell
        return f"{cell.speech}, row {cell.line + 1}, column {cell.column + 1}"

    def area(self) -> QRect:
        return self._cell.area.translated(self._holder.area().topLeft())


def _set_open(state: QAccessible.State, is_open: bool) -> None:
    state.expandable = True
    state.expanded = is_open
    state.collapsed = not is_open
