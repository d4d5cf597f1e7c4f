"""The store is opened while the window is there already, damaged or not, and told how that goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.first_look import FirstLook, close_unfinished, first_look
from app.indexing import Indexing
from app.saving import NewTimer
from app.store.errors import StoreError
from app.store.thread import StoreThread
from app.trash import Trash
from app.upkeep import Upkeep


@dataclass(frozen=True, slots=True)
class Progress:
    """What is done in place of opening; `share` of 1, None while nobody can say."""

    sentence: str
    share: float | None


class OpeningStore(QObject):
    """Lives on the main thread. `read_only_reason` says why nothing can be saved, `progress` what
    has to be done before the conversations can be listed; both are None when all is well.

    Signals:
        progressed(): `progress` is another
        listed(list[Summary]): the store is open, and these conversations are in it
        refused(): it cannot be opened; the program goes on in memory
        repaired(str): one sentence about what was repaired
    """

    progressed = Signal()
    listed = Signal(list)
    refused = Signal()
    repaired = Signal(str)

    def __init__(
        self,
        *,
        store: StoreThread,
        trash: Trash,
        upkeep: Upkeep,
        new_timer: NewTimer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.read_only_reason: str | None = None
        self.progress: Progress | None = None
        self.indexing = Indexing(store=store, new_timer=new_timer, parent=self)
        self._store = store
        self._trash = trash
        self._upkeep = upkeep

    def start(self) -> None:
        self._store.start(self.look, self._on_refused, self._on_progressed)

    def look(self, repair: str | None) -> None:
        """The store is open, perhaps another than before: read what there is."""
        self._store.submit(first_look, partial(self._on_first_look, repair))

    def _on_first_look(self, repair: str | None, found: FirstLook) -> None:
        self.read_only_reason, summaries, unchecked = found
        self._become(None)
        self.listed.emit(summaries)
        if self.read_only_reason is None:
            self._store.submit(close_unfinished)
            self._trash.remove_expired()
            self._upkeep.start(unchecked=unchecked)
            self.indexing.start()
            if repair is not None:
                self.repaired.emit(repair)

    def _on_refused(self, error: StoreError) -> None:
        self.read_only_reason = str(error)
        self._become(None)
        self.refused.emit()

    def _on_progressed(self, sentence: str, share: float | None) -> None:
        self._become(Progress(sentence, share))

    def _become(self, progress: Progress | None) -> None:
        if progress != self.progress:
            self.progress = progress
            self.progressed.emit()
