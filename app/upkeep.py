"""What is done for the stored conversations while nobody waits: checked, copied, compacted.

Reading all of a large file takes seconds, so it has a thread of its own and never the store's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.copies import StoredCopy
from app.saving import NewTimer
from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.chat import Chat

Result = TypeVar("Result")

FIRST_LOOK_MS = 60_000
NEXT_LOOK_MS = 600_000
IDLE_S = 300.0
"""So long nobody asks anything of the store before it is compacted."""
_PAUSE_S = 0.01


class Upkeep(QObject):
    """Lives on the main thread. `copies` are known when they were asked for, newest first.

    Signals:
        changed(): `copies`, `free_bytes` or `is_compacting` are others
        problem(str): why something could not be done; each sentence once
    """

    changed = Signal()
    problem = Signal(str)

    def __init__(
        self,
        *,
        store: StoreThread,
        path: Path,
        post: Callable[[Callable[[], None]], None],
        parent: QObject,
        new_timer: NewTimer = QTimer,
    ) -> None:
        super().__init__(parent)
        self.copies: list[StoredCopy] = []
        self.free_bytes = 0
        self.is_compacting = False
        self._store = store
        self._path = path
        self._post = post
        self._unchecked = False
        self._said: set[str] = set()
        self._closing = threading.Event()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="upkeep")
        self._timer = new_timer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FIRST_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def start(self, *, unchecked: bool) -> None:
        """The store is open for writing; `unchecked` when its file should be looked at first."""
        self._unchecked = unchecked
        if unchecked:
            self._look()
        else:
            self._timer.start()

    def close(self) -> None:
        """What is under way ends, and leaves nothing half."""
        self._closing.set()
        self._timer.stop()
        self._executor.shutdown(cancel_futures=True)

    # ---- asked for

    def ask(self) -> None:
        """Read what there is to be shown; `changed` answers."""
        self._run(self._copies, self._on_copies)
        self._store.submit(lambda library: library.compaction.free_bytes(), self._on_free)

    def compact(self) -> None:
        """Give back what is free, now."""
        self.is_compacting = True
        self.changed.emit()
        self._store.compact(self._on_compacted, self._on_not_compacted)

    def go_back(self, copy: Path, left: Iterable[Chat], then: Callable[[str | None], None]) -> None:
        """Put a copy in the place of the store, where `left` have written the rest of theirs."""
        for chat in left:
            chat.close()

        def done(sentence: str | None) -> None:
            then(sentence)
            self.ask()

        self._store.go_back(copy, done, self._say)

    # ---- by itself

    def _look(self) -> None:
        self._run(partial(self._keep_up, unchecked=self._unchecked), self._on_looked)
        self._unchecked = False

    def _keep_up(self, *, unchecked: bool) -> bool:
        """Whether compacting is worth its while. On the thread of the upkeep."""
        from app.store.compaction import free_bytes_of, is_worthwhile
        from app.store.exits import check_meanwhile
        from app.store.weekly import copy_if_due, copy_large_if_due

        if unchecked:
            check_meanwhile(self._path, self._closing.is_set)
        copy_if_due(self._path, self._pause)
        copy_large_if_due(self._path, self._pause)
        return is_worthwhile(free_bytes_of(self._path), self._path)

    def _pause(self) -> bool:
        return self._closing.wait(_PAUSE_S)

    def _on_looked(self, is_worthwhile: bool) -> None:
        self._look_later()
        if is_worthwhile and self._store.idle_s >= IDLE_S:
            self.compact()

    def _look_later(self) -> None:
        self._timer.setInterval(NEXT_LOOK_MS)
        self._timer.start()

    def _copies(self) -> list[StoredCopy]:
        from app.store.weekly import described

        return described(self._path)

    def _on_copies(self, copies: list[StoredCopy]) -> None:
        self.copies = copies
        self.changed.emit()

    def _on_free(self, free_bytes: int) -> None:
        self.free_bytes = free_bytes
        self.changed.emit()

    def _on_compacted(self, _done: bool) -> None:
        self.is_compacting = False
        self.ask()

    def _on_not_compacted(self, error: StoreError) -> None:
        self.is_compacting = False
        self.changed.emit()
        self._say(error)

    def _say(self, error: StoreError) -> None:
        if str(error) not in self._said:
            self._said.add(str(error))
            self.problem.emit(str(error))

    # ---- the thread

    def _run(self, step: Callable[[], Result], then: Callable[[Result], None]) -> None:
        if not self._closing.is_set():
            done = partial(self._deliver, then)
            future = self._executor.submit(step)
            future.add_done_callback(lambda future: self._post(partial(done, future)))

    def _deliver(self, then: Callable[[Result], None], future: Future[Result]) -> None:
        """On the main thread; a bug is raised there."""
        if self._closing.is_set():
            return
        error = future.exception()
        if isinstance(error, StoreError):
            self._look_later()
            self._say(error)
        elif error is not None:
            raise error
        else:
            then(future.result())
