"""Rows under one another, and the rows of a Markdown text that grows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, sub

from app.ui.transcript.blocks import Block, Code, Equation, Image, Prose, Table
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.incremental import IncrementalMarkdown
from app.ui.transcript.look import Look
from app.ui.transcript.row import Row
from app.ui.transcript.rows_code import CodeRow
from app.ui.transcript.rows_image import ImageRow
from app.ui.transcript.rows_math import MathRow
from app.ui.transcript.rows_prose import ProseRow, RuleRow
from app.ui.transcript.rows_table import TableRow


class RowStack:
    """Rows from top to bottom at one width; rows not measured yet count with their guess.

    Rows that stay exact are not asked for their heights again: a long answer has thousands, and
    only its last ones change.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.height = 0
        self._tops: list[int] = []
        self._heights: list[int] = []
        self._gaps: list[int] = []
        self._inexact: set[int] = set()
        self._changed: set[int] = set()
        """Rows that have changed since they were placed, by their numbers."""
        self._width = 0

    def place(self, rows: Sequence[Row], width: int) -> int:
        """Take these rows and add up their heights; the first that is another or not exact."""
        old, self.rows = self.rows, list(rows)
        same = _same(old, self.rows) if width == self._width else 0
        before = {index for index in self._inexact if index < same}
        self._width = width
        added = range(same, len(self.rows))
        for index in added:
            self.rows[index].place_in(self._changed, index)
        for values in (self._heights, self._gaps):
            values[same:] = [0] * len(added)
        noted = {*added, *before, *(index for index in self._changed if index < same)}
        self._changed.clear()
        self._inexact = {index for index in noted if self.rows[index].exact_at != width}
        for index in noted:
            self._note(index)
        self._add_up(min(noted, default=same))
        return min(self._inexact | {same})

    def top(self, index: int) -> int:
        return self._tops[index]

    def index_at(self, y: int) -> int:
        """The row at this height or the last one above it."""
        return max(0, bisect_right(self._tops, y) - 1)

    def within(self, top: int, bottom: int) -> range:
        """Rows that touch the strip between these heights."""
        if not self.rows or bottom <= 0 or top >= self.height:
            return range(0)
        return range(self.index_at(top), self.index_at(bottom - 1) + 1)

    def measure(self, indices: Iterable[int]) -> bool:
        """Make these rows exact; whether a height changed."""
        before = self.height
        inexact = [i for i in indices if not self.rows[i].exact(self._width)]
        for index in inexact:
            self._measure(index)
        if inexact:
            self._add_up(min(inexact))
        return self.height != before

    def measure_some(self, time_left: Callable[[], bool]) -> None:
        """Make rows exact from the last upwards until the time is over."""
        first = len(self.rows)
        for index in sorted(self._inexact, reverse=True):
            if not time_left():
                break
            self._measure(index)
            first = index
        self._add_up(first)

    @property
    def exact(self) -> bool:
        return not self._inexact

    def _measure(self, index: int) -> None:
        self.rows[index].height(self._width)
        self._inexact.discard(index)
        self._note(index)

    def _note(self, index: int) -> None:
        row = self.rows[index]
        self._heights[index] = row.guess(self._width)
        self._gaps[index] = row.gap if index else 0

    def _add_up(self, first: int) -> None:
        """Bring tops and height in line with the rows from `first` on."""
        above = self._tops[first - 1] + self._heights[first - 1] if first else 0
        heights = self._heights[first:]
        extents = map(add, self._gaps[first:], heights)
        bottoms = list(accumulate(extents, initial=above))[1:]
        self._tops[first:] = map(sub, bottoms, heights)
        self.height = bottoms[-1] if bottoms else above


def _same(before: list[Row], rows: list[Row]) -> int:
    """How many rows at the beginning are the very same: lists are compared faster than rows."""
    same, end = 0, min(len(before), len(rows))
    while same < end:
        middle = (same + end + 1) // 2
        if before[same:middle] == rows[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


PIECE_LENGTH = 500
"""Characters of a text that are read in one go while it may take its time."""


class MarkdownFlow:
    """The rows of one text part; growing keeps every row but those of the open end."""

    def __init__(self, look: Look, formats: ProseFormats) -> None:
        self._look = look
        self._formats = formats
        self._markdown = IncrementalMarkdown(look.markdown())
        self._shown: list[Block] = []
        self._given = ""
        self._final = False
        self.rows: list[Row] = []

    def show(self, text: str, *, final: bool) -> None:
        """Show this text; `final` when nothing follows, so that its end is taken literally."""
        if text == self._given and final == self._final:
            return
        if self._final or not text.startswith(self._given):
            self._markdown = IncrementalMarkdown(self._look.markdown())
            self._given = ""
        if final and not self._given:
            self._markdown.read_whole(text)
            first = 0
        else:
            first = self._markdown.grow(text[len(self._given) :])
            if final:
                first = min(first, self._markdown.finish())
        self._given, self._final = text, final
        self._update(min(first, len(self._shown)))
        for row in self.rows[first:] if final else self.rows[first:-1]:
            row.complete()

    def read(self, text: str) -> Iterator[None]:
        """Show a whole text, a piece of it at every step: for when nobody waits for it."""
        for end in range(PIECE_LENGTH, len(text), PIECE_LENGTH):
            self.show(text[:end], final=False)
            yield
        self.show(text, final=True)

    def _update(self, first: int) -> None:
        """Bring the rows from block `first` on in line with the blocks."""
        blocks = self._markdown.blocks
        for index in range(first, len(blocks)):
            block = blocks[index]
            if index < len(self._shown):
                self._replace(index, block)
            else:
                self.rows.append(self._row(block, index))
        del self.rows[len(blocks) :]
        self._shown = list(blocks)

    def _replace(self, index: int, block: Block) -> None:
        row = self.rows[index]
        match block, row:
            case _ if block == self._shown[index]:
                return
            case Prose(), ProseRow():
                row.show(block)
            case Code(), CodeRow():
                row.show(block)
            case Equation(), MathRow():
                row.show(block)
            case Table(), TableRow() if not block.continued:
                row.show(block)
            case Table(), TableRow() if self._goes_on(row, index):
                row.show(block)
            case _:
                self.rows[index] = self._row(block, index)

    def _goes_on(self, row: TableRow, index: int) -> bool:
        return row.above is not None and row.above is self._first_of_table(index)

    def _first_of_table(self, index: int) -> TableRow | None:
        """The row that the piece of a table before block `index` belongs to."""
        before = self.rows[index - 1] if index else None
        return (before.above or before) if isinstance(before, TableRow) else None

    def _join(self, index: int, above: TableRow | None) -> int:
        """Tell the piece above that it is followed; the number of the next line."""
        before = self.rows[index - 1] if index else None
        if above is None or not isinstance(before, TableRow):
            return 0
        before.followed = True
        return before.end_line

    def _row(self, block: Block, index: int) -> Row:
        match block:
            case Prose():
                return ProseRow(block, self._look, self._formats)
            case Code():
                return CodeRow(block, self._look)
            case Equation():
                return MathRow(block, self._look, self._formats)
            case Image():
                return ImageRow(block, self._look)
            case Table():
                above = self._first_of_table(index) if block.continued else None
                first_line = self._join(index, above)
                return TableRow(block, self._look, self._formats, above, first_line)
        return RuleRow(self._look)
