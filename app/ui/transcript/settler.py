"""Turns estimated heights into exact ones while the window has nothing else to do."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.transcript.column import Column

SLICE_S = 0.004


class Settler(QObject):
    """Signals:
    settled(): some heights are exact now; called after every slice
    """

    settled = Signal()

    def __init__(self, column: Column, parent: QObject) -> None:
        super().__init__(parent)
        self._column = column
        self._next = -1
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)

    def start(self) -> None:
        """Look through all messages once more, the last first."""
        self._next = len(self._column.items) - 1
        self._timer.start()

    def _work(self) -> None:
        end_s = time.perf_counter() + SLICE_S
        while self._next >= 0 and time.perf_counter() < end_s:
            if self._make_exact(end_s):
                self._next -= 1
        if self._next < 0:
            self._timer.stop()
        self.settled.emit()

    def _make_exact(self, end_s: float) -> bool:
        """Measure rows of the next message until the time is over; whether it is done."""
        if self._next >= len(self._column.items):
            return True
        item, width = self._column.items[self._next], self._column.width
        if item.exact(width):
            return True
        kept = item.built
        item.build(width)
        item.measure_some(lambda: time.perf_counter() < end_s)
        self._column.touch(item)
        if item.exact(width) and not kept:
            item.release()
        return item.exact(width)
