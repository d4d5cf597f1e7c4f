"""What the transcript needs to know of a chat; `app.chat.Chat` is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import SignalInstance

from app.domain.conversation import Conversation, Message

if TYPE_CHECKING:
    from app.domain.turn import Turn


class ChatSource(Protocol):
    """The signals mean what they mean in `app.chat.Chat`."""

    conversation: Conversation

    @property
    def turn(self) -> Turn | None: ...

    @property
    def branch(self) -> list[Message]: ...

    @property
    def branch_changed(self) -> SignalInstance: ...

    @property
    def message_added(self) -> SignalInstance: ...

    @property
    def message_changed(self) -> SignalInstance: ...

    @property
    def turn_changed(self) -> SignalInstance: ...
