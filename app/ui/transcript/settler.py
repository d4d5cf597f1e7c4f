"""Turns estimated heights into exact ones while the window has nothing else to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.transcript.column import Column

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SLICE_S = 0.004
PICTURE_FIRST_MS = 12
"""So long at most, what has changed on screen is painted before anything is made exact."""


class _Slice:
    """Ends before a step that may take as long as the longest so far would go beyond it."""

    def __init__(self) -> None:
        self._last_s = time.perf_counter()
        self._end_s = self._last_s + SLICE_S
        self._longest_s = 0.0

    def has_time(self) -> bool:
        """To be asked before every step."""
        now_s = time.perf_counter()
        self._longest_s = max(self._longest_s, now_s - self._last_s)
        self._last_s = now_s
        return now_s + self._longest_s < self._end_s


class Settler(QObject):
    """Signals:
    settled(): some heights are exact now; called after every slice
    """

    settled = Signal()

    def __init__(self, column: Column, parent: QObject) -> None:
        super().__init__(parent)
        self._column = column
        self._waiting: dict[MessageItem, None] = {}
        """The last comes first."""
        self._near: dict[MessageItem, None] = {}
        self._borrowed: MessageItem | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)

    def start(self) -> None:
        """Look through all messages once more, the last first."""
        self._waiting = dict.fromkeys(self._column.items)
        self._timer.start()

    def look_at(self, item: MessageItem) -> None:
        """Look at one message that has changed or come into sight, before the others."""
        self._waiting.pop(item, None)
        self._waiting[item] = None
        if item is self._borrowed:
            self._borrowed = None  # now it is on screen, too, and keeps its rows
        if not self._timer.isActive():
            self._timer.start()

    def await_picture(self) -> None:
        """Something is about to be painted: let that come first."""
        self._timer.setInterval(PICTURE_FIRST_MS)

    def go_on(self) -> None:
        """It has been painted."""
        if self._timer.interval():
            self._timer.setInterval(0)

    def prepare(self, near: Iterable[MessageItem]) -> None:
        """Make the rows of these first: they are about to be scrolled into sight."""
        width = self._column.width
        self._near = {item: None for item in near if not (item.built and item.exact(width))}
        if self._near and not self._timer.isActive():
            self._timer.start()

    def _work(self) -> None:
        self.go_on()
        slice = _Slice()
        while (items := self._near or self._waiting) and slice.has_time():
            item = next(reversed(items))
            if self._make_exact(item, slice.has_time, keep=item in self._near):
                del items[item]
        if not self._near and not self._waiting:
            self._timer.stop()
        self.settled.emit()

    def _make_exact(self, item: MessageItem, has_time: Callable[[], bool], *, keep: bool) -> bool:
        """Measure rows of a message until the time is over; whether it is done.

        To `keep` them is to have them there when the message comes into sight.
        """
        width = self._column.width
        if self._column.find(item.id) is not item:
            return True
        if item.exact(width) and (item.built or not keep):
            return True
        if keep:
            self._borrowed = None if item is self._borrowed else self._borrowed
        elif not item.built:
            self._borrowed = item
        if not item.read_some(has_time):
            return False
        item.build(width)
        if keep:
            self._column.keep_built(item)
        item.measure_some(has_time)
        self._column.touch(item)
        if item.exact(width) and item is self._borrowed:
            item.release()
        return item.exact(width)
