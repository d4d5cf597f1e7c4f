"""Find in the conversation: where the text that is searched for stands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.transcript.column import Column
from app.ui.transcript.search_texts import MessageText, SearchTexts, lower

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SLICE_S = 0.004


@dataclass(frozen=True, slots=True)
class Match:
    """A row of a message and the positions in it."""

    item: MessageItem
    row: int
    start: int
    end: int


class Finding(QObject):
    """Messages that were never searched are read in slices, the last first.

    Signals:
        changed(): other matches, or another one is the current one
        reached(Match): show this one
    """

    changed = Signal()
    reached = Signal(object)

    def __init__(self, column: Column, texts: SearchTexts, parent: QObject) -> None:
        super().__init__(parent)
        self._column = column
        self._texts = texts
        self._query = ""
        self._match_case = False
        self._counts: dict[str, int] = {}
        """Of matches by message. Where they are is looked up when it is needed: a short query has
        a hundred thousand.
        """
        self._current: tuple[str, int] | None = None
        self._has_been_shown = True
        """The current match; one that came by itself has not, for nobody wants to be moved."""
        self._start = 0
        self._unread: list[MessageItem] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._read_some)

    # ---- what is asked

    def search(self, query: str, *, match_case: bool, start: int = 0) -> None:
        """Look for other text; the first match from message number `start` on is the current one.

        An empty query ends the search.
        """
        self._query = query if match_case else lower(query)
        self._match_case = match_case
        self._start = start
        self._current = None
        self._search_all()

    def step(self, by: int) -> None:
        """Go to the next match (1) or the one before (-1), around both ends."""
        total = self.total
        if total and self._current is not None and not self._has_been_shown:
            self._go_to(self.number - 1)
        elif total:
            number = self.number or (0 if by > 0 else 1)
            self._go_to((number - 1 + by) % total)

    # ---- what was found

    @property
    def total(self) -> int:
        return sum(self._counts.values())

    @property
    def number(self) -> int:
        """Of the current match, from 1; 0 while there is none."""
        if self._current is None:
            return 0
        message_id, index = self._current
        before = 0
        for item in self._column.items:
            if item.id == message_id:
                text = self._texts.of(item, self._column.width)
                return before + 1 + self._count_in(text, before=index)
            before += self._counts.get(item.id, 0)
        return 0

    @property
    def reading(self) -> bool:
        """Whether there are messages that were not searched yet."""
        return self._timer.isActive()

    def in_row(self, item: MessageItem, row: int) -> list[Match]:
        text = self._texts.known(item)
        if text is None or item.id not in self._counts or row >= len(text.rows):
            return []
        length = len(self._query)
        return [Match(item, *text.place(index, length)) for index in self._indices(text, row)]

    @property
    def current(self) -> Match | None:
        if self._current is None:
            return None
        item = self._column.find(self._current[0])
        return None if item is None else self._match(item, self._current[1])

    @property
    def first_message(self) -> int:
        """The number of the message that has the current match, or that the search started at."""
        current = self.current
        return self._start if current is None else self._column.number(current.item)

    # ---- what happens meanwhile

    def messages_changed(self, changed: list[tuple[MessageItem, int]]) -> None:
        """These messages are others from a row on, as happens while an answer is written.

        When there was nothing yet, the first match that comes is the current one, where it stands.
        """
        if not self._query:
            return
        for item, row in changed:
            if item in self._unread:
                self._unread.remove(item)
                row = 0
            self._search_in(item, self._texts.of(item, self._column.width, unchanged=row))
        self._keep_current()
        if self._current is None and not self.reading:
            self._wait_at_first()
        self.changed.emit()

    def look_again(self) -> None:
        """Formulas have been drawn that messages were read without; the current match stays."""
        current = self._current
        place = self._place_in_message()
        ids = self._texts.forget_waiting()
        if not ids or not self._query:
            return
        again = [item for item in self._column.items if item.id in ids]
        self._unread += [item for item in again if item not in self._unread]
        if current is not None and current[0] in ids:
            self._current = self._nth_in(current[0], place)
        self._timer.start()

    def messages_replaced(self) -> None:
        """Other messages are shown."""
        self._texts.forget_others({item.id for item in self._column.items})
        if self._query:
            self._search_all()

    # ---- inside

    def _search_all(self) -> None:
        self._counts = {}
        self._unread = []
        for item in self._column.items if self._query else ():
            if text := self._texts.known(item):
                self._search_in(item, text)
            else:
                self._unread.append(item)
        if self._unread:
            self._timer.start()
        else:
            self._finish()
        self.changed.emit()

    def _read_some(self) -> None:
        end_s = time.perf_counter() + SLICE_S
        while self._unread and time.perf_counter() < end_s:
            item = self._unread.pop()
            if self._column.find(item.id) is item:
                self._search_in(item, self._texts.of(item, self._column.width))
        if not self._unread:
            self._finish()
        self.changed.emit()

    def _finish(self) -> None:
        self._timer.stop()
        self._keep_current()
        if self._current is None and self.total:
            items = self._column.items
            before = sum(self._counts.get(item.id, 0) for item in items[: self._start])
            self._go_to(before % self.total)

    def _search_in(self, item: MessageItem, text: MessageText) -> None:
        if count := self._count_in(text):
            self._counts[item.id] = count
        else:
            self._counts.pop(item.id, None)

    def _count_in(self, text: MessageText, before: int | None = None) -> int:
        return text.count(self._query, match_case=self._match_case, before=before)

    def _indices(self, text: MessageText, row: int | None = None) -> Iterator[int]:
        return text.indices(self._query, match_case=self._match_case, row=row)

    def _place_in_message(self) -> int:
        """How many matches of its message stand before the current one."""
        item = self._column.find(self._current[0]) if self._current else None
        if self._current is None or item is None:
            return 0
        return self._count_in(self._texts.of(item, self._column.width), before=self._current[1])

    def _nth_in(self, message_id: str, place: int) -> tuple[str, int] | None:
        """The match at this place in a message, or its last one."""
        item = self._column.find(message_id)
        text = self._texts.of(item, self._column.width) if item else None
        found = list(self._indices(text)) if text else []
        return (message_id, found[min(place, len(found) - 1)]) if found else None

    def _keep_current(self) -> None:
        if self._current is not None:
            message_id, index = self._current
            item = self._column.find(message_id)
            text = self._texts.known(item) if item else None
            if text is None or index not in self._indices(text, text.row_at(index)):
                self._current = None

    def _wait_at_first(self) -> None:
        first = next((item for item in self._column.items if self._counts.get(item.id)), None)
        if first is not None:
            self._current = self._nth_in(first.id, 0)
            self._has_been_shown = False

    def _go_to(self, number: int) -> None:
        for item in self._column.items:
            count = self._counts.get(item.id, 0)
            if number < count:
                indices = self._indices(self._texts.of(item, self._column.width))
                index = next(islice(indices, number, None))
                self._current = (item.id, index)
                self._has_been_shown = True
                self.changed.emit()
                self.reached.emit(self._match(item, index))
                return
            number -= count

    def _match(self, item: MessageItem, index: int) -> Match:
        text = self._texts.of(item, self._column.width)
        return Match(item, *text.place(index, len(self._query)))
