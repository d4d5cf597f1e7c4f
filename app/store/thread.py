"""The store's own thread: steps run there in order, their results come back to the main thread.

SQLAlchemy is imported on that thread, so that the first paint does not wait for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.store.errors import StoreError
from app.store.progress import Told, unheard

if TYPE_CHECKING:
    from app.store.library import Library

Result = TypeVar("Result")
Failed = Callable[[StoreError], None]

logger = logging.getLogger(__name__)


class StoreThread:
    """One thread with one Library. Its methods are called on the main thread.

    `opening` until what `start` began is done. `post` runs a closure on the main thread, where all
    callbacks run. A bug in a step is raised
    there too, and the steps after it run all the same.
    """

    def __init__(self, path: Path, post: Callable[[Callable[[], None]], None]) -> None:
        self._path = path
        self._post = post
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._closing = threading.Event()
        self._used_s = time.monotonic()
        self._failed: Failed = _ignore
        self._told: Told = unheard
        self.opening = False
        self._library: Library | None = None
        self._refusal = StoreError("The conversations could not be opened. See the log.")

    def start(
        self,
        opened: Callable[[str | None], None],
        failed: Failed,
        told: Told = unheard,
    ) -> None:
        """Open the library, made when there is none.

        `told` gets a sentence and a share when that takes long, again and again. `opened` gets a
        sentence about a repair or about why nothing can be saved, or None. `failed` gets the error
        when the library cannot be opened, then and for each later step, and the errors of steps
        submitted without a `failed` of their own.
        """
        self._failed = failed
        self.opening = True

        def then(sentence: str | None) -> None:
            self.opening = False
            opened(sentence)

        def not_then(error: StoreError) -> None:
            self.opening = False
            failed(error)

        self._told = told
        self._run(self._open, then, not_then)

    def submit(
        self,
        action: Callable[[Library], Result],
        then: Callable[[Result], None] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Run `action` on the store thread, after all that was submitted before it.

        A compaction makes way for it.
        """
        self._used_s = time.monotonic()
        self._make_way()
        self.submit_idle(action, then, failed or self._failed)

    def submit_idle(
        self,
        action: Callable[[Library], Result],
        then: Callable[[Result], None] | None,
        failed: Failed,
    ) -> None:
        """The same for what nobody waits for: it is not taken for use of the store."""
        self._run(lambda: action(self._opened_library()), then, failed)

    @property
    def idle_s(self) -> float:
        """How long ago anything was asked of the store."""
        return time.monotonic() - self._used_s

    def compact(self, then: Callable[[bool], None], failed: Failed) -> None:
        """Write the database anew without gaps; `then` is told whether that came to its end."""
        self._run(self._compact, then, failed)

    def _compact(self) -> bool:
        return self._opened_library().compaction.run()

    def _make_way(self) -> None:
        if self._library is not None:
            self._library.compaction.interrupt()

    def go_back(
        self, copy: Path, opened: Callable[[str | None], None], failed: Callable[[StoreError], None]
    ) -> None:
        """Put a copy in the place of the database, after all that was submitted before it.

        `opened` gets the sentence about it. What was there is kept beside it.
        """
        self._run(lambda: self._go_back(copy), opened, failed)

    def _go_back(self, copy: Path) -> str | None:
        from app.store.backup import put_in_place

        self._opened_library().close()
        self._library = None
        try:
            aside = put_in_place(self._path, copy, "replaced")
        finally:
            self._open()
        return f"The copy is in place. What was there before is kept as {aside}."

    def close(self) -> None:
        """Finish what was submitted, close the library, end the thread.

        No callback runs from here on; what fails is in the log.
        """
        self._closing.set()
        self._make_way()
        self._run(self._close, None, _ignore)
        self._executor.shutdown()

    def _open(self) -> str | None:
        from app.store.library import Library

        try:
            self._library = Library(self._path, told=self._tell)
        except StoreError as refusal:
            self._refusal = refusal
            raise
        return self._library.read_only_reason or self._library.notice

    def _tell(self, sentence: str, share: float | None) -> None:
        """On the store's thread."""
        self._post(partial(self._deliver_told, sentence, share))

    def _deliver_told(self, sentence: str, share: float | None) -> None:
        if not self._closing.is_set():
            self._told(sentence, share)

    def _opened_library(self) -> Library:
        if self._library is None:
            raise self._refusal
        return self._library

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()

    def _run(
        self,
        step: Callable[[], Result],
        then: Callable[[Result], None] | None,
        failed: Failed,
    ) -> None:
        def deliver(future: Future[Result]) -> None:
            self._post(lambda: self._deliver(future, then, failed))

        self._executor.submit(_logged, step).add_done_callback(deliver)

    def _deliver(
        self,
        future: Future[Result],
        then: Callable[[Result], None] | None,
        failed: Failed,
    ) -> None:
        """Hand over what came of a step, on the main thread; raises what was a bug."""
        error = future.exception()
        if error is not None and not isinstance(error, StoreError):
            raise error
        if self._closing.is_set():
            return
        if error is not None:
            failed(error)
        elif then is not None:
            then(future.result())


def _logged(step: Callable[[], Result]) -> Result:
    """Run a step; its StoreError goes to the log too, for callbacks may come too late to run."""
    try:
        return step()
    except StoreError as error:
        logger.warning("%s", error)
        raise


def _ignore(_error: StoreError) -> None:
    """It is in the log."""
