"""The messages under one another: where each is, and the place that must not move while reading."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from app.ui.transcript.recent import Recent

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

PADDING_TOP = 24
PADDING_BOTTOM = 28
BUILT_ITEMS = 100


@dataclass(frozen=True, slots=True)
class Anchor:
    """A row and its distance from the top of the viewport."""

    item: MessageItem
    row: int
    offset: int


class Column:
    """Items with their tops. Whoever changes an item touches it; `add_up` looks at those again."""

    def __init__(self) -> None:
        self.items: list[MessageItem] = []
        self.width = 0
        self._extents: list[int] = []
        self._tops: list[int] = []
        self._touched: set[int] = set()
        self._height = 0
        self._numbers: dict[str, int] = {}
        self._built: Recent[MessageItem] = Recent(BUILT_ITEMS)

    def set_items(self, items: Sequence[MessageItem]) -> None:
        self.items = list(items)
        self._numbers = {item.id: number for number, item in enumerate(items)}
        self._extents = [0] * len(self.items)
        self._tops = []
        self._height = PADDING_TOP + PADDING_BOTTOM
        self._touched = set(range(len(self.items)))
        self.add_up()

    def set_width(self, width: int) -> None:
        """Heights known for another width count as guesses until they are measured again."""
        if width != self.width:
            self.width = width
            for item in self.items:
                if item.built:
                    item.build(width)
                    self.touch(item)

    def find(self, message_id: str) -> MessageItem | None:
        number = self._numbers.get(message_id)
        return None if number is None else self.items[number]

    def number(self, item: MessageItem) -> int:
        return self._numbers[item.id]

    def touch(self, item: MessageItem) -> None:
        self._touched.add(self._numbers[item.id])

    def add_up(self) -> None:
        """Bring the tops in line with the items' heights."""
        if not self._touched:
            return
        items, extents, width = self.items, self._extents, self.width
        for number in self._touched:
            item = items[number]
            extents[number] = item.height(width) + item.gap_below
        first = min(self._touched)
        self._touched.clear()
        start = self._tops[first] if first else PADDING_TOP
        self._tops[first:] = accumulate(self._extents[first:], initial=start)
        bottom = self._tops.pop()
        self._height = bottom - self.items[-1].gap_below + PADDING_BOTTOM

    @property
    def height(self) -> int:
        return self._height

    def top(self, item: MessageItem) -> int:
        return self._tops[self._numbers[item.id]]

    def within(self, top: int, bottom: int) -> Iterator[tuple[MessageItem, int]]:
        """Items that touch the strip between these heights, with their tops."""
        first = max(0, bisect_right(self._tops, top) - 1)
        for number in range(first, len(self.items)):
            item_top = self._tops[number]
            if item_top >= bottom:
                return
            if item_top + self.items[number].height(self.width) > top:
                yield self.items[number], item_top

    def nearest(self, y: int) -> MessageItem | None:
        """The item at this height, or the last above it, or the first."""
        if not self.items:
            return None
        return self.items[max(0, bisect_right(self._tops, y) - 1)]

    def keep_built(self, item: MessageItem) -> None:
        """Of the messages that were last shown or prepared, so many keep their rows."""
        self._built.use(item)

    def measure(self, top: int, bottom: int) -> bool:
        """Build and measure what shows between these heights; whether a height changed."""
        changed = False
        for item, item_top in list(self.within(top, bottom)):
            self.keep_built(item)
            before = item.height(self.width)
            item.build(self.width)
            item.measure(top - item_top, bottom - item_top)
            if item.height(self.width) != before:
                self.touch(item)
                changed = True
        self.add_up()
        return changed

    def anchor(self, top: int, bottom: int, among: Container[str] | None = None) -> Anchor | None:
        """The first row that begins inside this strip, else the one that covers its top.

        Rows that are exact come first: they were on screen before. With `among`, only messages
        with these ids count.
        """
        covering: Anchor | None = None
        inexact: Anchor | None = None
        for item, item_top in self.within(top, bottom):
            if among is not None and item.id not in among:
                continue
            if not item.built:
                covering = covering or Anchor(item, 0, item_top - top)
                continue
            for index in item.stack.within(top - item_top, bottom - item_top):
                found = Anchor(item, index, item_top + item.stack.top(index) - top)
                if found.offset < 0:
                    covering = found
                elif self._is_exact(found):
                    return found
                else:
                    inexact = inexact or found
        if covering is not None and self._is_exact(covering):
            return covering
        return inexact or covering

    def _is_exact(self, anchor: Anchor) -> bool:
        return anchor.item.built and anchor.item.stack.rows[anchor.row].exact(self.width)

    def scroll_for(self, anchor: Anchor) -> int:
        """The scroll position that puts the anchored row where it was."""
        if not anchor.item.built:
            anchor.item.build(self.width)
            self.touch(anchor.item)
            self.add_up()
        row = min(anchor.row, len(anchor.item.stack.rows) - 1)
        return self.top(anchor.item) + anchor.item.stack.top(row) - anchor.offset
