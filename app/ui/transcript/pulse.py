"""The clock of a running answer: its dots, its seconds."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.transcript.column import Column
from app.ui.transcript.motion import Motion

PULSE_MS = 100


class Pulse(QObject):
    """Signals:
    ticked(MessageItem, list[int]): these rows of a message show the time
    """

    ticked = Signal(object, list)

    def __init__(self, column: Column, motion: Motion, parent: QObject) -> None:
        """With `motion.reduced` only figures change."""
        super().__init__(parent)
        self._column = column
        self._motion = motion
        self._timer = QTimer(self, interval=PULSE_MS)
        self._timer.timeout.connect(self._on_timeout)

    def run(self, wanted: bool) -> None:
        if not wanted:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _on_timeout(self) -> None:
        if self._column.items:
            item = self._column.items[-1]
            if rows := item.tick(time.monotonic(), dots=not self._motion.reduced):
                self.ticked.emit(item, rows)
