"""What is selected: two places in the column, and the text between them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.ui.transcript.column import Column
from app.ui.transcript.message_item import MessageItem


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A character position in a row of a message; messages by their number in the branch."""

    message: int
    row: int
    position: int


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

    def text(self, column: Column) -> str:
        """Whole messages as the Markdown they were written in, parts of one as text."""
        pieces = []
        for number in range(self.first.message, self.last.message + 1):
            item = column.items[number]
            inner = self.first.message < number < self.last.message
            piece = item.shown.message.text if inner else self._part_of(item, number, column.width)
            if piece:
                pieces.append(piece)
        return "\n\n".join(pieces)

    def _part_of(self, item: MessageItem, number: int, width: int) -> str:
        item.build(width)
        selectable = [row for row in item.stack.rows if row.length]
        spans = [
            self.in_row(number, index, row.length) if row.length else None
            for index, row in enumerate(item.stack.rows)
        ]
        whole = [(0, row.length) for row in selectable]
        if [span for span in spans if span] == whole:
            return item.shown.message.text
        return "\n\n".join(
            row.text(*span) for row, span in zip(item.stack.rows, spans, strict=True) if span
        )


def everything(column: Column) -> Selection | None:
    """Every message from the first to the last character."""
    if not column.items:
        return None
    last = column.items[-1]
    last.build(column.width)
    rows = last.stack.rows
    end = Place(len(column.items) - 1, len(rows) - 1, rows[-1].length)
    return Selection(Place(0, 0, 0), end)
