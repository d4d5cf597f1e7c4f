"""What lies in the trash, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Summary
from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.chat import Chat

AT_ONCE = 4
"""Conversations removed in one step of the store, a tenth of a second of work."""


class Trash(QObject):
    """Lives on the main thread; `chats` are those that are open.

    Signals:
        changed(): `summaries` were read
        restored(): conversations are back in the list
        removed(list[str]): conversations are gone for good
        nothing_to_take_back(): all that came here last is back, or gone for good
        failed(str): why something could not be done
    """

    changed = Signal()
    restored = Signal()
    removed = Signal(list)
    nothing_to_take_back = Signal()
    failed = Signal(str)

    def __init__(self, *, store: StoreThread, chats: Mapping[str, Chat], parent: QObject) -> None:
        super().__init__(parent)
        self.summaries: list[Summary] = []
        self._store = store
        self._chats = chats
        self._taken: tuple[str, ...] = ()

    def look(self) -> None:
        """Read what is in the trash; `changed` answers."""
        self._store.submit(lambda library: library.trashed(), self._on_looked, self._on_failed)

    def take(self, *ids: str) -> None:
        """Move conversations here."""
        self._taken = ids or self._taken
        opened, closed = self._open_and_others(ids)
        for chat in opened:
            chat.move_to_trash()
        if closed:
            self._store.submit(lambda library: library.trash(*closed), failed=self._on_failed)

    def take_back(self) -> tuple[str, ...]:
        """Restore what came here last, once; which those are."""
        taken, self._taken = self._taken, ()
        if taken:
            self.restore(*taken)
        return taken

    def restore(self, *ids: str) -> None:
        """Put conversations back into the list."""
        self._leave_nothing_to_take_back(ids)
        opened, closed = self._open_and_others(ids)
        for chat in opened:
            chat.restore()
        if closed:
            self._store.submit(lambda library: library.restore(*closed), failed=self._on_failed)
        self.restored.emit()
        self.look()

    def delete_for_good(self, *ids: str) -> None:
        """Nothing brings them back. One whose answer is still being stopped stays for now."""
        _, gone = self._open_and_others(ids)
        hidden = set(gone)
        self._leave_nothing_to_take_back(gone)
        self._on_looked([summary for summary in self.summaries if summary.id not in hidden])
        self._remove(gone)

    def _leave_nothing_to_take_back(self, ids: Sequence[str]) -> None:
        """Of these, as what is removed cannot be, and what is restored may be no more by then."""
        taken, self._taken = self._taken, tuple(id for id in self._taken if id not in ids)
        if taken and not self._taken:
            self.nothing_to_take_back.emit()

    def _open_and_others(self, ids: Sequence[str]) -> tuple[list[Chat], list[str]]:
        """Of one that is open, something may have to be written first."""
        opened = [self._chats[id] for id in ids if id in self._chats]
        return opened, [id for id in ids if id not in self._chats]

    def _remove(self, ids: list[str]) -> None:
        """Some after the other: what is written meanwhile waits for one step, not for all."""
        some, others = ids[:AT_ONCE], ids[AT_ONCE:]

        def then(_: None) -> None:
            self.removed.emit(some)
            if others:
                self._remove(others)
            else:
                self.look()

        self._store.submit(lambda library: library.remove(*some), then, self._on_not_removed)

    def remove_expired(self) -> None:
        """Remove for good what was deleted long ago, some after the other."""

        def then(gone: list[str]) -> None:
            self.removed.emit(gone)
            if len(gone) == AT_ONCE:
                self.remove_expired()

        self._store.submit(lambda library: library.remove_expired(AT_ONCE), then, self._on_failed)

    def _on_looked(self, summaries: list[Summary]) -> None:
        self.summaries = summaries
        self.changed.emit()

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))

    def _on_not_removed(self, error: StoreError) -> None:
        self._on_failed(error)
        self.look()
