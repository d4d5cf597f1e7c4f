"""What a user decides about the tool calls that wait in the turn of a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.asking import Asking
from app.domain.asking_again import asked_again
from app.domain.conversation import Conversation, Message

if TYPE_CHECKING:
    from app.round_calls import RoundCalls

NOTHING_TO_ASK = "Only a tool call in the last answer that could not be read can be asked again."


class WaitingCalls(QObject):
    """Of one conversation, on the main thread. What names no call that waits does nothing.

    Signals:
        problem(str): one sentence about what could not be done
    """

    problem = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        asking: Asking,
        may_change: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._asking = asking
        self._may_change = may_change

    @property
    def _waiting(self) -> RoundCalls | None:
        return self._asking.answering.calls if self._asking.answering else None

    def approve(self, call_id: str) -> None:
        """Let a call run that waits in the turn."""
        if calls := self._waiting:
            calls.approve(call_id)

    def always_allow(self, call_id: str) -> None:
        """Approve a call, and never ask about its tool again."""
        if calls := self._waiting:
            calls.allow_always(call_id)

    def deny(self, call_id: str) -> None:
        """Answer a call that waits: the model reads that the user declined."""
        if calls := self._waiting:
            calls.deny(call_id)

    def run_edited(self, call_id: str, arguments: str) -> None:
        """Run a call that waits with other arguments (JSON); ones that do not fit are a problem."""
        if (calls := self._waiting) and (refusal := calls.run_edited(call_id, arguments)):
            self.problem.emit(refusal)

    def ask_again(self, message_id: str) -> None:
        """Let the model write the calls again that are incomplete or could not be read."""
        answering = self._asking.answering
        if answering and answering.calls and answering.turn.message.id == message_id:
            answering.calls.ask_again()
        elif self._may_change():
            self._ask_again_later(self._conversation.messages[message_id])

    def _ask_again_later(self, message: Message) -> None:
        """The turn of an answer goes on that was over or interrupted."""
        told = asked_again(message, self._asking.format)
        if told is None or message.id != self._conversation.head:
            self.problem.emit(NOTHING_TO_ASK)
        else:
            self._asking.go_on(replace(told, status="running", notice=""))
