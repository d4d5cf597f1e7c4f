"""Work that would hold up the window, done in short slices between its events.

Not in a thread: Python collects garbage in whatever thread allocates, and Qt's objects (documents
of rows that are gone) must not end in another thread than this one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

SLICE_S = 0.004

T = TypeVar("T")
_Work = tuple[Generator[None, None, Any], Callable[[Any], None], bool]


class Background(QObject):
    """Signals:
    finished(bool): some work is done, and what shows it has to be painted again; whether it may
        be of another height now
    """

    finished = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._pending: deque[_Work] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timeout)

    def run(
        self, work: Generator[None, None, T], done: Callable[[T], None], *, moves: bool = True
    ) -> None:
        """Go on with `work` whenever nothing else is to do, then call `done` with its result.

        `work` yields often enough that a slice of it stays short. `moves` unless its result
        changes no heights.
        """
        self._pending.append((work, done, moves))
        self._timer.start()

    @property
    def busy(self) -> bool:
        return bool(self._pending)

    def _on_timeout(self) -> None:
        end_s = time.monotonic() + SLICE_S
        while self._pending and time.monotonic() < end_s:
            self._step()
        if not self._pending:
            self._timer.stop()

    def _step(self) -> None:
        work, done, moves = self._pending[0]
        try:
            next(work)
        except StopIteration as result:
            self._pending.popleft()
            done(result.value)
            self.finished.emit(moves)
