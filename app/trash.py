"""What lies in the trash, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Summary
from app.store.errors import StoreError
from app.store.thread import StoreThread


class Trash(QObject):
    """Lives on the main thread; `is_open` says of a conversation whether it is still at work.

    Signals:
        changed(): `summaries` were read
        restored(): conversations are back in the list
        removed(list[str]): conversations are gone for good
        failed(str): why something could not be done
    """

    changed = Signal()
    restored = Signal()
    removed = Signal(list)
    failed = Signal(str)

    def __init__(
        self, *, store: StoreThread, is_open: Callable[[str], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.summaries: list[Summary] = []
        self._store = store
        self._is_open = is_open

    def look(self) -> None:
        """Read what is in the trash; `changed` answers."""
        self._store.submit(lambda library: library.trashed(), self._on_looked, self._on_failed)

    def restore(self, *ids: str) -> None:
        self._store.submit(lambda library: library.restore(*ids), failed=self._on_failed)
        self.restored.emit()
        self.look()

    def delete_for_good(self, *ids: str) -> None:
        """Nothing brings them back. One whose answer is still being stopped stays for now."""
        gone = [id for id in ids if not self._is_open(id)]

        def then(_: None) -> None:
            self.removed.emit(gone)

        self._store.submit(lambda library: library.remove(*gone), then, self._on_failed)
        self.look()

    def _on_looked(self, summaries: list[Summary]) -> None:
        self.summaries = summaries
        self.changed.emit()

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))
