"""Looks for model files on a thread of its own, and how much memory they and this machine have."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from app.domain.found_models import Folder

_ASK_MS = 50


class Looking(QObject):
    """On the main thread. The other thread has plain Python only and is asked for its results, so
    that nothing of Qt ends there.

    Signals:
        found(Found): what is in the usual folders
        measured(Path, int): a model file and the bytes it takes in memory
    """

    found = Signal(object)
    measured = Signal(object, object)

    def __init__(
        self, parent: QObject | None = None, folders: Sequence[Folder] | None = None
    ) -> None:
        super().__init__(parent)
        self._folders = folders
        self._results: SimpleQueue[tuple[str, object, object]] = SimpleQueue()
        self._running = 0
        self._timer = QTimer(self, interval=_ASK_MS)
        self._timer.timeout.connect(self._take_results)

    def look(self, *, context_tokens: int) -> None:
        """Search the usual folders; `found` tells the end."""
        self._run(partial(_look, self._folders, context_tokens, self._results))

    def measure(self, path: Path, *, context_tokens: int) -> None:
        """How much memory one file takes; silent when nobody can say."""
        self._run(partial(_measure, path, context_tokens, self._results))

    def _run(self, job: Callable[[], None]) -> None:
        self._running += 1
        self._timer.start()
        threading.Thread(target=job, name="looking for models", daemon=True).start()

    def _take_results(self) -> None:
        try:
            while True:
                kind, first, second = self._results.get_nowait()
                self._running -= 1
                if kind == "found":
                    self.found.emit(first)
                elif second is not None:
                    self.measured.emit(first, second)
        except Empty:
            if self._running == 0:
                self._timer.stop()


def machine_memory_bytes() -> int:
    import psutil  # late: the start does without

    return int(psutil.virtual_memory().total)


def _look(
    folders: Sequence[Folder] | None,
    context_tokens: int,
    results: SimpleQueue[tuple[str, object, object]],
) -> None:
    from app.domain.found_models import Found, look, usual_folders

    found = Found()
    try:
        where = usual_folders(Path.home(), os.environ) if folders is None else folders
        found = look(where, context_tokens=context_tokens)
    finally:  # a bug is told as that of any thread, and nobody waits for ever
        results.put(("found", found, None))


def _measure(
    path: Path, context_tokens: int, results: SimpleQueue[tuple[str, object, object]]
) -> None:
    from app.domain.found_models import memory_needed

    needed = None
    try:
        needed = memory_needed(path, context_tokens=context_tokens)
    finally:
        results.put(("measured", path, needed))
