"""A preset has another name: the conversations that have the preset follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.chat import Chat


class PresetNames:
    """Used on the main thread; `chats` are those that are open."""

    def __init__(
        self,
        *,
        store: StoreThread,
        chats: Mapping[str, Chat],
        failed: Callable[[StoreError], None],
    ) -> None:
        self._store = store
        self._chats = chats
        self._failed = failed

    def follow(self, before: str, name: str) -> None:
        for chat in self._chats.values():
            chat.setup.preset_renamed(before, name)
        self._store.submit(lambda library: library.rename_preset(before, name), failed=self._failed)
