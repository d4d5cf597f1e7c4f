"""Titles that the model writes when it has nothing else to do, after the first answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.conversation import Conversation
from app.domain.preferences import PreferencesFile
from app.domain.titles import title_from, title_written
from app.model_slot import ModelSlot
from app.tools.offered import OfferedTools
from engine.parts import Text

if TYPE_CHECKING:
    from app.request import Request
    from engine.events import Event

TITLE_TOKENS = 40
"""Enough for a title, and for closing what a model wants to think before it."""


class Titling(QObject):
    """Lives on the main thread. A title is a side job of the engine: it delays no message.

    Signals:
        titled(str, str, str): id of the conversation, the title it had, and a better one
    """

    titled = Signal(str, str, str)

    def __init__(
        self,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        preferences: PreferencesFile,
        tools: OfferedTools,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._slot = slot
        self._preferences = preferences
        self._tools = tools
        self._requests: dict[str, Request] = {}

    def consider(self, conversation: Conversation) -> None:
        """Have a title written if an answer just ended, the first, and nobody chose a title."""
        branch = conversation.branch()
        if not self._preferences.current.model_titles or not self._slot.is_up:
            return
        if len(branch) != 2 or branch[-1].status != "complete" or not branch[-1].text:
            return
        question = branch[0].text
        if conversation.title == title_from(question) and conversation.id not in self._requests:
            self._ask(conversation, question)

    def cancel(self, conversation_id: str) -> None:
        """The conversation is deleted."""
        if request := self._requests.pop(conversation_id, None):
            request.cancel()

    def _ask(self, conversation: Conversation, question: str) -> None:
        from app.domain.prompt import title_request
        from app.request import Request
        from engine.types import Generate, ReasoningBudget, Sampling

        id = conversation.id
        # Unlike another setting of the template, a budget changes nothing of the prompt.
        no_reasoning = ReasoningBudget(0, 0)
        command = Generate(
            request=self._bridge.next_request(),
            conversation=id,
            prompt=title_request(
                conversation,
                conversation.branch(),
                tools=self._tools.of(conversation).definitions(),
                settings=self._slot.template_settings_for(conversation),
            ),
            sampling=Sampling(temperature=0),
            max_tokens=TITLE_TOKENS,
            side=True,
            reasoning_budget=no_reasoning,
        )
        request = self._requests[id] = Request(command, bridge=self._bridge, parent=self)
        request.ended.connect(lambda event: self._on_ended(id, question, event))

    def _on_ended(self, conversation_id: str, question: str, event: Event) -> None:
        del self._requests[conversation_id]
        if title := title_written(_whole_lines(event), question):
            self.titled.emit(conversation_id, title_from(question), title)


def _whole_lines(event: Event) -> str:
    """What was written, less a last line that was cut short."""
    from engine.events import Finished

    if not isinstance(event, Finished) or event.ending == "stopped":
        return ""
    text = "\n".join(part.text for part in event.parts if isinstance(part, Text))
    return text if event.ending != "length" else text.rpartition("\n")[0]
