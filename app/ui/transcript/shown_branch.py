"""Keeps the messages in the column in line with the branch of the chat."""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.ui.transcript.column import Column
from app.ui.transcript.feed import ChatFeed
from app.ui.transcript.look import Look
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.source import ChatSource

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem, Shown


class ShownBranch(QObject):
    """Messages that stay keep their rows, and what is being read its place.

    Signals:
        replaced(int, bool): other messages are shown, the first so many are the same as before;
            whether an answer has begun at the end
        changed(list[Changed]): messages look different, from a row on
    """

    replaced = Signal(int, bool)
    changed = Signal(list)

    def __init__(self, column: Column, place: ReadingPlace, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._column = column
        self._place = place
        self._look = look
        self._feed = ChatFeed(self)
        self._feed.rebuilt.connect(self._rebuild)
        self._feed.changed.connect(self._on_changed)

    @property
    def running(self) -> bool:
        return self._feed.running

    def set_chat(self, chat: ChatSource | None) -> None:
        self._feed.set_chat(chat)
        self._column.set_items([])
        self._place.follows = True
        self._rebuild()

    def set_look(self, look: Look) -> None:
        self._look = look
        for item in self._column.items:
            item.set_look(look)
            self._column.touch(item)

    def _rebuild(self) -> None:
        before = self._column.items
        known = {item.id: item for item in before}
        items = self._items(self._feed.branch(), known)
        self._place.keep_among({item.id for item in items})
        self._column.set_items(items)
        pairs = zip(before, items, strict=False)
        same = len(list(takewhile(lambda pair: pair[0] is pair[1], pairs)))
        begun = self.running and items[-1:] != before[-1:]
        self.replaced.emit(same, begun)

    @cached_property
    def _new_item(self) -> type[MessageItem]:
        """Imported with the first message: the start does without rows."""
        from app.ui.transcript.message_item import MessageItem

        return MessageItem

    def _items(self, branch: list[Shown], known: dict[str, MessageItem]) -> list[MessageItem]:
        if known or not branch:
            return [self._item(shown, known) for shown in branch]
        new, look = self._new_item, self._look
        return [new(shown, look) for shown in branch]

    def _item(self, shown: Shown, known: dict[str, MessageItem]) -> MessageItem:
        item = known.get(shown.message.id)
        if item is None:
            return self._new_item(shown, self._look)
        if item.shown != shown:
            item.show(shown)
        return item

    def _on_changed(self, ids: list[str]) -> None:
        changed = []
        for message_id in ids:
            if item := self._column.find(message_id):
                changed.append((item, item.show(self._feed.shown(message_id))))
                self._column.touch(item)
        self.changed.emit(changed)
