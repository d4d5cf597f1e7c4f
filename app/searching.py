"""The search of the sidebar: it waits for a pause in typing, and only the newest query is run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Summary
from app.domain.search import Found, Hit, Query, titles_with
from app.saving import NewTimer
from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.store.library import Library

PAUSE_MS = 120


class Place(NamedTuple):
    """A message that was looked for, and the words it was looked for with."""

    conversation: str
    message: str
    words: str


class Searching(QObject):
    """Lives on the main thread; what it asks runs on the store's.

    Signals:
        found(Found): what the newest query found
        models_known(list[str]): the models that have answered, as `ask_models` wanted to know
        failed(str): why nothing could be searched
    """

    found = Signal(object)
    models_known = Signal(list)
    failed = Signal(str)

    def __init__(
        self,
        *,
        store: StoreThread,
        summaries: Callable[[], Sequence[Summary]],
        new_timer: NewTimer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._summaries = summaries
        # Written on the main thread; steps on the store's thread look whether they are the newest.
        self._wanted: Query | None = None
        self._timer = new_timer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._on_pause)

    def ask(self, query: Query) -> None:
        """Search when typing has paused; whatever was asked before is not answered any more."""
        self._wanted = query if query.asks else None
        if self._wanted is None:
            self._timer.stop()
        else:
            self._timer.start()

    def ask_models(self) -> None:
        self._store.submit(lambda library: library.models(), self.models_known.emit)

    def _on_pause(self) -> None:
        if self._wanted is not None:
            query = self._wanted
            step = partial(self._search, query)
            self._store.submit(step, partial(self._on_found, query), self._on_failed)

    def _search(self, query: Query, library: Library) -> tuple[list[Hit], bool]:
        """What is found, and whether that is all there is; on the store's thread.

        Nothing is read for a query that is no longer wanted.
        """
        return (library.search(query), library.is_indexed) if query is self._wanted else ([], True)

    def _on_found(self, query: Query, found: tuple[list[Hit], bool]) -> None:
        if query is self._wanted:
            titles, (hits, all_found) = titles_with(self._summaries(), query), found
            self.found.emit(Found(query, titles, tuple(hits), incomplete=not all_found))

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))
