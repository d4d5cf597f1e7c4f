"""The plain text of messages as find searches it, read once and kept while they stay the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from app.ui.transcript.positions import units

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem, Shown


@dataclass(frozen=True, slots=True)
class MessageText:
    """`rows` joined by newlines; `starts` is where each begins, in characters.

    `lowered` is the same in lower case, character by character. What is `waiting` has the source
    of formulas that stand there until they are drawn.
    """

    shown: Shown
    rows: tuple[str, ...]
    starts: tuple[int, ...]
    text: str
    lowered: str
    waiting: bool = False

    def count(self, query: str, *, match_case: bool, before: int | None = None) -> int:
        """How often the query stands in the text, or in its first `before` characters.

        The query is in lower case unless `match_case`.
        """
        return self._searched(match_case).count(query, 0, before)

    def indices(self, query: str, *, match_case: bool, row: int | None = None) -> Iterator[int]:
        """Where the query stands in the text, or in one row of it."""
        text = self._searched(match_case)
        start = 0 if row is None else self.starts[row]
        end = len(text) if row is None else start + len(self.rows[row])
        index = text.find(query, start, end)
        while index >= 0:
            yield index
            index = text.find(query, index + len(query), end)

    def _searched(self, match_case: bool) -> str:
        return self.text if match_case else self.lowered

    def row_at(self, index: int) -> int:
        return bisect_right(self.starts, index) - 1

    def place(self, index: int, length: int) -> tuple[int, int, int]:
        """The row that `length` characters at `index` are in, and their positions in it."""
        row = self.row_at(index)
        before = self.rows[row][: index - self.starts[row]]
        found = self.text[index : index + length]
        return row, units(before), units(before) + units(found)


class SearchTexts:
    """`copy_of` makes a message with rows of its own, so that reading changes nothing on screen."""

    def __init__(self, copy_of: Callable[[MessageItem], MessageItem]) -> None:
        self._copy_of = copy_of
        self._texts: dict[str, MessageText] = {}

    def known(self, item: MessageItem) -> MessageText | None:
        """The text of a message, if it was read since it changed last."""
        text = self._texts.get(item.id)
        return text if text is not None and text.shown is item.shown else None

    def of(self, item: MessageItem, width: int, *, unchanged: int = 0) -> MessageText:
        """The text of a message; its first `unchanged` rows are those read before."""
        if found := self.known(item):
            return found
        known = self._texts.get(item.id)
        rows = known.rows[:unchanged] if known and item.built else ()
        read = item if item.built else self._copy_of(item)
        read.build(width)
        texts = (*rows, *(row.plain_text() for row in read.stack.rows[len(rows) :]))
        waiting = any(row.text_waiting for row in read.stack.rows)
        self._texts[item.id] = _joined(item.shown, texts, waiting=waiting)
        return self._texts[item.id]

    def forget_waiting(self) -> set[str]:
        """Formulas have been drawn: the ids of messages that have to be read again."""
        waiting = {id for id, text in self._texts.items() if text.waiting}
        for id in waiting:
            del self._texts[id]
        return waiting

    def forget_others(self, ids: set[str]) -> None:
        self._texts = {id: text for id, text in self._texts.items() if id in ids}


def _joined(shown: Shown, rows: Sequence[str], *, waiting: bool) -> MessageText:
    starts = accumulate((len(row) + 1 for row in rows[:-1]), initial=0)
    text = "\n".join(rows)
    return MessageText(shown, tuple(rows), tuple(starts), text, lower(text), waiting)


def lower(text: str) -> str:
    """In lower case and as long as before."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(each.lower() if len(each.lower()) == 1 else each for each in text)
