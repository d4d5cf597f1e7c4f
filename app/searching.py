"""The search of the sidebar: it waits for a pause in typing, and only the newest query is run.

It looks through the store in steps, so that the first hits are shown while older messages are still
looked through, and a letter more ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Summary
from app.domain.search import Found, Query, titles_with
from app.saving import NewTimer
from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.store.finding import Looked
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
        found(Found): what the newest query has found so far, again when there is more of it
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
            titles = titles_with(self._summaries(), self._wanted)
            self._look_on(Found(self._wanted, titles, looking=True), None)

    def _look_on(self, so_far: Found, looked: Looked | None) -> None:
        query = so_far.query
        step = partial(self._step, query, looked)
        self._store.submit(step, partial(self._on_looked, so_far, looked), self._on_failed)

    def _step(
        self, query: Query, looked: Looked | None, library: Library
    ) -> tuple[Looked, bool] | None:
        """How far it has come, and whether all messages can be found; on the store's thread.

        Nothing is read for a query that is no longer wanted.
        """
        if query is not self._wanted:
            return None
        return library.look_on(query, looked), library.is_indexed

    def _on_looked(
        self, before: Found, looked_before: Looked | None, step: tuple[Looked, bool] | None
    ) -> None:
        if step is None or before.query is not self._wanted:
            return
        looked, is_indexed = step
        found = replace(
            before,
            hits=looked.hits,
            incomplete=before.incomplete or not is_indexed,
            looking=not looked.ended,
        )
        is_news = looked_before is None or found.hits != before.hits
        if not found.looking or (is_news and (found.titles or found.hits)):
            self.found.emit(found)
        if found.looking:
            self._look_on(found, looked)

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))
