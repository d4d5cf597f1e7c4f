"""Looks at the prompt of a conversation, token by token."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.context_map import Moment, request_at
from app.domain.conversation import Conversation
from app.model_slot import ModelSlot
from app.request import Request
from app.tools.offered import OfferedTools
from engine.events import Event, Failed, PromptInspected
from engine.types import InspectPrompt, PromptRequest


@dataclass(frozen=True, slots=True)
class Inspected:
    """A prompt of a conversation as the engine makes it."""

    conversation: str
    moment: Moment
    request: PromptRequest
    prompt: PromptInspected


class Inspection(QObject):
    """On the main thread. For each moment there is one request at a time: the newest.

    Signals:
        inspected(Inspected): what was asked for
        failed(str, str): the moment, and in one sentence why it cannot be looked at
    """

    inspected = Signal(object)
    failed = Signal(str, str)

    def __init__(
        self, *, bridge: Bridge, slot: ModelSlot, tools: OfferedTools, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._slot = slot
        self._tools = tools
        self._requests: dict[Moment, Request] = {}

    def tool_names(self) -> tuple[str, ...]:
        """Of all tools there are, offered or not."""
        return tuple(one["function"]["name"] for one in self._tools.host.definitions())

    def ask(self, conversation: Conversation, moment: Moment) -> None:
        """Nothing is asked, and nothing answered, while no model is ready."""
        self.cancel(moment)
        if not self._slot.is_up:
            return
        request = replace(
            request_at(conversation, moment, tools=self._tools.of(conversation).definitions()),
            template_settings=self._slot.template_settings_for(conversation),
        )
        number, id = self._bridge.next_request(), conversation.id
        command = InspectPrompt(request=number, conversation=id, prompt=request)
        asked = Request(command, bridge=self._bridge, parent=self)
        self._requests[moment] = asked
        asked.ended.connect(lambda event: self._on_ended(id, moment, request, event))

    def cancel(self, moment: Moment) -> None:
        """What was asked before is of no interest any more."""
        if (asked := self._requests.pop(moment, None)) is not None:
            asked.cancel()

    def _on_ended(
        self, conversation: str, moment: Moment, request: PromptRequest, event: Event
    ) -> None:
        del self._requests[moment]
        if isinstance(event, PromptInspected):
            self.inspected.emit(Inspected(conversation, moment, request, event))
        elif isinstance(event, Failed):
            self.failed.emit(moment, event.message)
