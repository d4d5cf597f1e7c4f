"""Which message the keyboard is on, and which link or button in it, with a ring around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.ui.focus_ring import paint_focus_ring
from app.ui.theme import RADIUS_CARD, Theme
from app.ui.transcript.column import Column
from app.ui.transcript.row import Link, Row, Spot, Target

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

DISTANCE = 9
"""Between the ring and the message."""
SPOT_DISTANCE = 3
LINK_DISTANCE = 2
"""Between the ring and what can be pressed; a link has words beside it."""


@dataclass(frozen=True, slots=True)
class FocusedSpot:
    """A spot of a row of the focused message, in the row's coordinates."""

    row: Row
    index: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class _Kept:
    """What finds the spot again when rows were made anew: the n-th of equal targets in a row."""

    row: Row
    index: int
    target: Target
    nth: int


class MessageFocus:
    """`shown` while the transcript has the keyboard; `spot` while it is inside the message."""

    def __init__(self, column: Column) -> None:
        self._column = column
        self._message_id = ""
        self._kept: _Kept | None = None
        self.shown = False

    @property
    def item(self) -> MessageItem | None:
        return self._column.find(self._message_id)

    def set(self, item: MessageItem | None) -> None:
        self._message_id = item.id if item else ""
        self._kept = None

    def step(self, by: int, *, top: int, bottom: int) -> MessageItem | None:
        """Go to the next message (1) or the one before (-1); first to one that is on screen."""
        items = self._column.items
        current = self.item
        if current is not None:
            number = self._column.number(current) + by
            self.set(items[max(0, min(number, len(items) - 1))])
            return self.item
        visible = [item for item, _ in self._column.within(top, bottom)]
        if visible:
            self.set(visible[0 if by > 0 else -1])
        return self.item

    @property
    def spot(self) -> FocusedSpot | None:
        """What Enter would press; None at the message itself, or when it is gone."""
        item, kept = self.item, self._kept
        if item is None or kept is None:
            return None
        rows = item.stack.rows
        index = rows.index(kept.row) if kept.row in rows else kept.index
        if index >= len(rows) or not rows[index].exact(self._column.width):
            return None
        same = [s for s in rows[index].spots(self._column.width) if s.target == kept.target]
        return FocusedSpot(rows[index], index, same[kept.nth]) if kept.nth < len(same) else None

    def step_inside(self, by: int) -> bool:
        """Go to the next spot of the message (1) or the one before (-1); whether there is one.

        Rows on the way are measured: bring everything to its place afterwards.
        """
        item, now = self.item, self.spot
        if item is None:
            return False
        rows = item.stack.rows
        first = now.index if now else 0 if by > 0 else len(rows) - 1
        for index in range(first, len(rows) if by > 0 else -1, by):
            item.measure(item.stack.top(index), item.stack.top(index) + 1)
            spots = list(rows[index].spots(self._column.width))
            if now and index == now.index:
                number = spots.index(now.spot) + by
            else:
                number = 0 if by > 0 else len(spots) - 1
            if 0 <= number < len(spots):
                target = spots[number].target
                nth = [spot.target for spot in spots[:number]].count(target)
                self._kept = _Kept(rows[index], index, target, nth)
                self._column.touch(item)
                return True
        return False

    def leave_spot(self) -> bool:
        """Go back to the message as a whole; whether that is somewhere else."""
        was_inside, self._kept = self.spot is not None, None
        return was_inside

    def spot_area(self, focused: FocusedSpot) -> QRect:
        """In the column."""
        assert self.item is not None
        top = self._column.top(self.item) + self.item.stack.top(focused.index)
        return focused.spot.area.translated(QPoint(0, top))

    def paint_ring(self, painter: QPainter, theme: Theme) -> None:
        """Around the message; the painter is set to the column."""
        if self.shown and self.item is not None and self.spot is None:
            paint_focus_ring(painter, theme, self._area(self.item), radius=RADIUS_CARD)

    def paint_spot_ring(self, painter: QPainter, theme: Theme) -> None:
        """Around what Enter would press; over everything else."""
        if self.shown and (focused := self.spot):
            target = focused.spot.target
            distance = LINK_DISTANCE if isinstance(target, Link) else SPOT_DISTANCE
            area = self.spot_area(focused).adjusted(-distance, -distance, distance, distance)
            paint_focus_ring(painter, theme, area)

    def _area(self, item: MessageItem) -> QRect:
        width = self._column.width
        area = QRect(0, self._column.top(item), width, item.height(width))
        return area.adjusted(-DISTANCE, -DISTANCE, DISTANCE, DISTANCE)
