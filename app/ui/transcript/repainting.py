"""Repaints what has changed on screen, and moves the picture of what has only moved."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QRect

from app.ui.transcript.column import Column
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.row import Row

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SEAM = 4
"""So much of what stays is painted again beside what is new: edges there are smoothed."""

Changed: TypeAlias = "tuple[MessageItem, int]"
"""A message, and its first row that looks different; those below count as different too."""


class Repainting:
    """Compares where each visible row is with where it was when this was asked last.

    Widgets that lie over the viewport are moved with the picture; place them afterwards.
    """

    def __init__(self, column: Column, place: ReadingPlace) -> None:
        self._column = column
        self._place = place
        self._viewport = place.viewport
        self._seen: dict[Row, QRect] = {}

    def anew(self) -> None:
        """Everything may look different."""
        self._seen = self._visible()
        for row in self._seen:
            row.take_unchanged()
        self._viewport.update()

    def follow(self, changed: Iterable[Changed] = ()) -> None:
        """Rows have moved; besides, those in `changed` look different."""
        before, self._seen = self._seen, self._visible()
        changed = list(changed)
        dirty = min((self._top(item, row) for item, row in changed), default=self._bottom)
        distance = self._distance(before, dirty, {_row(*each) for each in changed})
        if distance is None:
            self._viewport.update()
            return
        if distance:
            self._move(distance)
        if dirty < self._bottom:
            self._update(max(dirty, 0), self._bottom)

    def _move(self, distance: int) -> None:
        self._viewport.scroll(0, distance)
        if distance > 0:
            self._update(0, distance + SEAM)
        else:
            self._update(self._bottom + distance - SEAM, self._bottom)

    def _distance(
        self, before: dict[Row, QRect], dirty: int, grown: Container[Row | None]
    ) -> int | None:
        """How far all rows above `dirty` have moved down; None when not all as far.

        What has `grown` looks above `dirty` as before, whatever its height.
        """
        same = {row: area for row, area in self._seen.items() if area.top() < dirty}
        moves = {area.top() - before[row].top() for row, area in same.items() if row in before}
        if len(moves) != 1:
            return None
        distance = moves.pop()
        kept = self._viewport.rect().translated(0, distance)
        for row, area in same.items():
            was = before.get(row)
            resized = was is not None and row not in grown and area.size() != was.size()
            if area.intersects(kept) if was is None else resized:
                return None
        gone = (area.translated(0, distance) for row, area in before.items() if row not in same)
        unchanged = QRect(0, 0, kept.width(), dirty)
        if any(area.intersects(unchanged.intersected(kept)) for area in gone):
            return None
        return distance

    def _visible(self) -> dict[Row, QRect]:
        top, bottom, width = self._place.top, self._place.bottom, self._column.width
        return {
            item.stack.rows[index]: QRect(
                0,
                item_top + item.stack.top(index) - top,
                width,
                item.stack.rows[index].guess(width),
            )
            for item, item_top in self._column.within(top, bottom)
            for index in item.stack.within(top - item_top, bottom - item_top)
        }

    def _top(self, item: MessageItem, row: int) -> int:
        """Where a row in the viewport looks different, or the end of its message."""
        stack = item.stack
        changed = _row(item, row)
        inner = stack.top(row) + changed.take_unchanged() if changed else stack.height
        return self._column.top(item) + inner - self._place.top

    @property
    def _bottom(self) -> int:
        return self._viewport.height()

    def _update(self, top: int, bottom: int) -> None:
        self._viewport.update(QRect(0, top, self._viewport.width(), bottom - top))


def _row(item: MessageItem, index: int) -> Row | None:
    return item.stack.rows[index] if index < len(item.stack.rows) else None
