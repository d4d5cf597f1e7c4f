"""From a chat's signals to updates of the transcript, at most one every 33 ms."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.domain.context import mark_of
from app.domain.conversation import Mark, Message
from app.ui.transcript.source import ChatSource

if TYPE_CHECKING:
    from app.ui.transcript.message_item import Shown

FLUSH_MS = 33
SLOW_FLUSH_MS = 66
"""The distance after an update that took long."""
LONG_UPDATE_S = 0.012


class ChatFeed(QObject):
    """Signals:
    rebuilt(): another branch, or messages added at its end
    changed(list[str]): ids of messages of the branch that look different
    """

    rebuilt = Signal()
    changed = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._chat: ChatSource | None = None
        self._ids: dict[str, None] = {}
        self._mark: Mark | None = None
        self._rebuild = False
        self._running = ""
        self._last_flush_s = 0.0
        self._interval_ms = FLUSH_MS
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._flush)

    def set_chat(self, chat: ChatSource | None) -> None:
        if self._chat is not None:
            self._chat.branch_changed.disconnect(self._on_branch_changed)
            self._chat.message_added.disconnect(self._on_branch_changed)
            self._chat.message_changed.disconnect(self._on_message_changed)
            self._chat.turn_changed.disconnect(self._on_turn_changed)
        self._chat = chat
        self._ids.clear()
        self._rebuild = False
        self._timer.stop()
        if chat is not None:
            chat.branch_changed.connect(self._on_branch_changed)
            chat.message_added.connect(self._on_branch_changed)
            chat.message_changed.connect(self._on_message_changed)
            chat.turn_changed.connect(self._on_turn_changed)

    @property
    def running(self) -> bool:
        return self._chat is not None and self._chat.turn is not None

    def branch(self) -> list[Shown]:
        """All messages to show; which of them the model sees changes only with the branch."""
        branch = self._chat.branch if self._chat else []
        self._mark = mark_of(branch)
        if self._chat is None or not branch:
            return []
        alike, version = self._new_shown, self._chat.conversation.version
        shown = [alike(message, *version(message.id)) for message in branch]
        turn = self._chat.turn
        special = {self._mark.first_seen if self._mark else "", turn.message.id if turn else ""}
        for number, message in enumerate(branch):
            if message.id in special:
                shown[number] = self._shown(message)
        return shown

    def shown(self, message_id: str) -> Shown:
        assert self._chat is not None
        return self._shown(self._chat.conversation.messages[message_id])

    @cached_property
    def _new_shown(self) -> type[Shown]:
        """Imported with the first message: the start does without rows."""
        from app.ui.transcript.message_item import Shown

        return Shown

    def _shown(self, message: Message) -> Shown:
        assert self._chat is not None
        number, count = self._chat.conversation.version(message.id)
        turn = self._chat.turn
        if turn is None or turn.over or turn.message.id != message.id:
            below = self._mark is not None and self._mark.first_seen == message.id
            return self._new_shown(message, number, count, mark=self._mark if below else None)
        return self._new_shown(turn.message, number, count, turn)

    def _on_branch_changed(self) -> None:
        self._rebuild = True
        self._schedule()

    def _on_message_changed(self, message_id: str) -> None:
        self._ids[message_id] = None
        self._schedule()

    def _on_turn_changed(self) -> None:
        turn = self._chat.turn if self._chat else None
        for message_id in (self._running, turn.message.id if turn else ""):
            if message_id:
                self._ids[message_id] = None
        self._running = turn.message.id if turn else ""
        self._schedule()

    def _schedule(self) -> None:
        if not self._timer.isActive():
            passed_ms = (time.monotonic() - self._last_flush_s) * 1000
            self._timer.start(max(0, round(self._interval_ms - passed_ms)))

    def _flush(self) -> None:
        started_s = time.monotonic()
        ids, self._ids = list(self._ids), {}
        rebuild, self._rebuild = self._rebuild, False
        if rebuild:
            self.rebuilt.emit()
        elif ids:
            self.changed.emit(ids)
        self._last_flush_s = time.monotonic()
        slow = self._last_flush_s - started_s > LONG_UPDATE_S
        self._interval_ms = SLOW_FLUSH_MS if slow else FLUSH_MS
