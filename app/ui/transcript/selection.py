"""What is selected: two places in the column, and the text between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from app.ui.transcript.column import Column
from app.ui.transcript.formats import GAP_TIGHT
from app.ui.transcript.row import Row

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A character position in a row of a message; messages by their number in the branch."""

    message: int
    row: int
    position: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what is selected: a whole message or row as `markdown`, or a part of a row.

    `tight`: no blank line separates it from the piece before.
    """

    text: str
    markdown: bool
    tight: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """From where the mouse went down to where it is."""

    anchor: Place
    focus: Place

    @property
    def empty(self) -> bool:
        return self.anchor == self.focus

    @property
    def first(self) -> Place:
        return min(self.anchor, self.focus)

    @property
    def last(self) -> Place:
        return max(self.anchor, self.focus)

    def extended(self, focus: Place) -> Selection:
        return replace(self, focus=focus)

    def in_row(self, message: int, row: int, length: int) -> tuple[int, int] | None:
        """The selected positions of a row; it may have become shorter since."""
        first, last = self.first, self.last
        if not (first.message, first.row) <= (message, row) <= (last.message, last.row):
            return None
        start = first.position if (first.message, first.row) == (message, row) else 0
        end = last.position if (last.message, last.row) == (message, row) else length
        end = min(end, length)
        return (start, end) if start < end else None

    @property
    def in_one_row(self) -> bool:
        return (self.anchor.message, self.anchor.row) == (self.focus.message, self.focus.row)

    def pieces(self, column: Column) -> Iterator[Piece]:
        """Whole messages as they were written, whole rows as Markdown, parts of a row as text."""
        first, last = self.first.message, self.last.message
        for number in range(first, last + 1):
            item = column.items[number]
            if first < number < last:
                if text := item.shown.message.text:
                    yield Piece(text, markdown=True)
            else:
                yield from self._pieces_of(item, number, column.width)

    def plain_text(self, column: Column) -> str:
        """Everything as it is read on screen."""
        texts = []
        for number in range(self.first.message, self.last.message + 1):
            spans = self._spans(column.items[number], number, column.width)
            texts += [row.text(*span) for row, span in spans]
        return "\n\n".join(texts)

    def _pieces_of(self, item: MessageItem, number: int, width: int) -> Iterator[Piece]:
        item.build(width)
        if self._covers(item.stack.rows, number):
            yield Piece(item.shown.message.text, markdown=True)
            return
        spans = list(self._spans(item, number, width))
        for row, span in spans:
            is_whole = span == (0, row.length)
            text = row.markdown() if is_whole else row.text(*span)
            yield Piece(text, markdown=is_whole, tight=row.gap == GAP_TIGHT)

    def _covers(self, rows: Sequence[Row], number: int) -> bool:
        """Whether all of a message is selected, and that is more than one row.

        Only rows at the edges are asked for their lengths, which they may have to be filled for.
        """
        first, last = self.first, self.last
        above = rows[: first.row] if first.message == number else ()
        from_last = rows[last.row :] if last.message == number else ()
        if (first.message == number and first.position) or any(row.length for row in above):
            return False
        if from_last and last.position < from_last[0].length:
            return False
        if any(row.length for row in from_last[1:]):
            return False
        return len(list(islice(filter(attrgetter("length"), rows), 2))) == 2

    def _spans(
        self, item: MessageItem, number: int, width: int
    ) -> Iterator[tuple[Row, tuple[int, int]]]:
        item.build(width)
        for index, row in enumerate(item.stack.rows):
            if (length := row.length) and (span := self.in_row(number, index, length)):
                yield row, span


def everything(column: Column) -> Selection | None:
    """Every message from the first to the last character."""
    if not column.items:
        return None
    last = column.items[-1]
    last.build(column.width)
    rows = last.stack.rows
    end = Place(len(column.items) - 1, len(rows) - 1, rows[-1].length)
    return Selection(Place(0, 0, 0), end)
