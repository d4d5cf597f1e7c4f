"""What a screen reader says without being asked: how an answer ended, never its tokens."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Message
from app.ui.language import said, tr
from app.ui.transcript.source import ChatSource


class Announcements(QObject):
    """Listens to the chat that is shown; a call that waits is told by the bar that leads to it.

    Signals:
        announced(str): a sentence to say now
    """

    announced = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._chat: ChatSource | None = None
        self._running = ""

    def set_chat(self, chat: ChatSource | None) -> None:
        if self._chat is not None:
            self._chat.turn_changed.disconnect(self._on_turn_changed)
        self._chat = chat
        self._running = ""
        if chat is not None:
            chat.turn_changed.connect(self._on_turn_changed)
            self._on_turn_changed()

    def _on_turn_changed(self) -> None:
        assert self._chat is not None, "it says so"
        turn = self._chat.turn
        if turn is not None and not turn.over:
            self._running = turn.message.id
            return
        ended, self._running = self._running, ""
        message = turn.message if turn else self._chat.conversation.messages.get(ended)
        if ended and message is not None:
            self.announced.emit(_sentence(message))


def _sentence(message: Message) -> str:
    if message.status == "failed":
        return tr("Answer failed: {cause}", cause=said(message.notice))
    if message.status == "interrupted":
        if not message.notice:
            return tr("Answer interrupted")
        return tr("Answer interrupted: {cause}", cause=said(message.notice))
    stopped = bool(message.rounds) and message.rounds[-1].ending == "stopped"
    return tr("Answer stopped") if stopped else tr("Answer finished")
