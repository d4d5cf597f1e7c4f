"""The list of all conversations: those of the store, and the temporary ones that are open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Summary
from app.first_look import unlisted
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.chat import Chat


class Listing(QObject):
    """Lives on the main thread; `chats` are those that are open, `temporary` the ids of
    conversations that no store lists.

    Signals:
        changed(): `summaries` are others
    """

    changed = Signal()

    def __init__(self, *, store: StoreThread, chats: Mapping[str, Chat], parent: QObject) -> None:
        super().__init__(parent)
        self.summaries: list[Summary] = []
        self.temporary: set[str] = set()
        self._store = store
        self._chats = chats
        self._stored: list[Summary] = []

    def refresh(self) -> None:
        """Read the list again; what was submitted before is in it."""
        self._store.submit(lambda library: library.summaries(), self._take)

    def begin(self, stored: list[Summary]) -> None:
        """The store is open, and these are in it; that is told also when there are none."""
        self._stored = stored
        self.summaries = self._all()
        self.changed.emit()

    def drop(self, *ids: str) -> None:
        """List these no more, which are in no store: nobody may open or delete them by then."""
        self._stored = [summary for summary in self._stored if summary.id not in ids]
        left = [summary for summary in self.summaries if summary.id not in ids]
        if len(left) < len(self.summaries):
            self.summaries = left
            self.changed.emit()

    def keeps(self, ids: Sequence[str]) -> list[str]:
        """Those of them that the store keeps."""
        return [id for id in ids if id not in self.temporary]

    def _take(self, stored: list[Summary]) -> None:
        self._stored = self._known(stored)
        before, self.summaries = self.summaries, self._all()
        if self.summaries != before:
            self.changed.emit()

    def _known(self, stored: list[Summary]) -> list[Summary]:
        """The same with the objects that are known already, which are quickly told to be equal."""
        known = {summary.id: summary for summary in self._stored}
        found = ((known.get(summary.id), summary) for summary in stored)
        return [before if before == summary else summary for before, summary in found]

    def _all(self) -> list[Summary]:
        """Temporary conversations come first."""
        chats = [chat for id, chat in self._chats.items() if id in self.temporary]
        temporary = [chat.conversation for chat in chats if not chat.untouched]
        return [*(unlisted(one) for one in temporary), *self._stored]
