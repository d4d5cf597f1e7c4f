"""Older messages are made found while nobody waits: of a store that was recovered, or migrated."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.saving import NewTimer
from app.store.errors import StoreError
from app.store.thread import StoreThread

PAUSE_MS = 30
BUSY_MS = 300
BUSY_S = 0.5
"""So long after anything was asked of the store, the rest goes slowly."""


class Indexing(QObject):
    """Lives on the main thread.

    Signals:
        failed(str): why it cannot go on; the next start tries again
    """

    failed = Signal(str)

    def __init__(self, *, store: StoreThread, new_timer: NewTimer, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._timer = new_timer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    def start(self) -> None:
        """The store is open for writing; nearly always there is nothing to be done."""
        self._step()

    def stop(self) -> None:
        self._timer.stop()

    def _step(self) -> None:
        self._store.submit_idle(lambda library: library.index_some(), self._then, self._on_failed)

    def _then(self, more: bool) -> None:
        if more:
            self._timer.setInterval(BUSY_MS if self._store.idle_s < BUSY_S else PAUSE_MS)
            self._timer.start()

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))
