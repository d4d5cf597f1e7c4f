"""Threads of their own for files and folders: what is read comes back to the main thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, TypeVar

from app.files.errors import FileError

Found = TypeVar("Found")
Abandoned = Callable[[], bool]
Job = Callable[[Abandoned], Found]
"""Runs on another thread; plain Python, for nothing of Qt may end there."""
Refused = Callable[[FileError], None]


class FileThread:
    """Its methods are called on the main thread, and so are the callbacks, which it alone keeps:
    a job must not be the last to hold an object of Qt.

    `post` runs a closure on the main thread. A bug in a job is raised there, too.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self._executor = ThreadPoolExecutor(max_workers=2, thread_name_prefix="files")
        self._closing = threading.Event()
        self._numbers = count()
        self._waiting: dict[int, tuple[Callable[[Any], None], Refused]] = {}

    def read(self, job: Job[Found], then: Callable[[Found], None], failed: Refused) -> None:
        number = next(self._numbers)
        self._waiting[number] = (then, failed)
        future = self._executor.submit(job, self._closing.is_set)
        future.add_done_callback(partial(self._on_done, number))

    def close(self) -> None:
        """No callback runs from here on; a job at work ends at its next look at `Abandoned`."""
        self._closing.set()
        self._waiting.clear()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _on_done(self, number: int, future: Future[Any]) -> None:
        if not self._closing.is_set():
            self._post(partial(self._deliver, number, future))

    def _deliver(self, number: int, future: Future[Any]) -> None:
        if self._closing.is_set():
            return
        then, failed = self._waiting.pop(number)
        error = future.exception()
        if isinstance(error, FileError):
            failed(error)
        else:
            then(future.result())
