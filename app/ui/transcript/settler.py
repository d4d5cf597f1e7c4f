"""Turns estimated heights into exact ones while the window has nothing else to do."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.transcript.column import Column

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SLICE_S = 0.003


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

    def _work(self) -> None:
        end_s = time.perf_counter() + SLICE_S
        while self._waiting and time.perf_counter() < end_s:
            item = next(reversed(self._waiting))
            if self._make_exact(item, end_s):
                del self._waiting[item]
        if not self._waiting:
            self._timer.stop()
        self.settled.emit()

    def _make_exact(self, item: MessageItem, end_s: float) -> bool:
        """Measure rows of a message until the time is over; whether it is done."""
        width = self._column.width
        if item.exact(width) or self._column.find(item.id) is not item:
            return True
        if not item.built:
            self._borrowed = item
        if not item.read_some(lambda: time.perf_counter() < end_s):
            return False
        item.build(width)
        item.measure_some(lambda: time.perf_counter() < end_s)
        self._column.touch(item)
        if item.exact(width) and item is self._borrowed:
            item.release()
        return item.exact(width)
