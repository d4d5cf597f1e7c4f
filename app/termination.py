"""Ctrl+C in the terminal and SIGTERM, as a Qt signal.

Qt's loop runs no Python while it waits, so a Python handler alone would be called too late: the
interpreter writes a byte into a socket that Qt watches.
"""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

SIGNALS = signal.SIGINT, signal.SIGTERM


class Termination(QObject):
    """Made on the main thread, once.

    Signals:
        requested(): somebody outside wants the program to end
    """

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        signal.set_wakeup_fd(self._writer.fileno())
        self._before = {number: signal.signal(number, _leave_to_qt) for number in SIGNALS}

    def close(self) -> None:
        """Give the signals back to whoever had them."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _on_signal(self) -> None:
        self._reader.recv(64)
        self.requested.emit()


def _leave_to_qt(_number: int, _frame: FrameType | None) -> None:
    """A handler has to be there for the byte to be written."""
