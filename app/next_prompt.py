"""How much of the context the next message would take, counted while it is being written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.attachments import to_count
from app.domain.context import forecast_sentence
from app.domain.conversation import Conversation
from app.model_slot import ModelSlot
from app.saving import NewTimer
from app.tools.offered import OfferedTools

if TYPE_CHECKING:
    from app.request import Request
    from engine.events import Event
    from engine.types import PromptRequest

COUNT_DELAY_MS = 300
"""Typing has paused for so long before it is counted."""


@dataclass(frozen=True, slots=True)
class ContextUse:
    """`tokens` of the next prompt in a context of `window`; about `draft` of them are what is typed
    and attached, without what the template writes around it. `sentence` says what would be read.
    """

    tokens: int
    window: int
    draft: int
    sentence: str

    @property
    def share(self) -> float:
        return self.tokens / self.window if self.window else 0.0


class NextPrompt(QObject):
    """Of the conversation that is shown, on the main thread. Only the newest question is answered,
    and none while no model is ready; what was counted stays while an answer is written.

    Signals:
        changed(): `use` is another; None while nobody can say
    """

    changed = Signal()

    def __init__(
        self,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        tools: OfferedTools,
        new_timer: NewTimer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.use: ContextUse | None = None
        self._bridge = bridge
        self._slot = slot
        self._tools = tools
        self._conversation: Conversation | None = None
        self._request: Request | None = None
        self._bare: tuple[PromptRequest, int] | None = None
        self._timer = new_timer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COUNT_DELAY_MS)
        self._timer.timeout.connect(self._on_due)
        slot.changed.connect(self._on_slot_changed)

    def show(self, conversation: Conversation) -> None:
        """Another conversation is shown: what was counted for the one before says nothing."""
        self._conversation = conversation
        self._become(None)
        self.ask()

    def ask(self) -> None:
        """The draft, or what stands before it, is another."""
        self._cancel()
        if self._conversation is not None and self._slot.is_up:
            self._timer.start()

    def _cancel(self) -> None:
        self._timer.stop()
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _on_slot_changed(self) -> None:
        if not self._slot.is_up:
            self._become(None)
        self.ask()

    def _on_due(self) -> None:
        conversation = self._conversation
        assert conversation is not None, "the timer was started"
        branch = conversation.branch()
        if branch and branch[-1].status == "running":
            return
        bare = self._prompt(replace(conversation, draft="", draft_attachments=(), _children={}))
        if self._bare is not None and self._bare[0] == bare:
            self._count(self._prompt(conversation))
        else:
            self._bare = None
            self._count(bare)

    def _count(self, prompt: PromptRequest) -> None:
        from app.request import Request
        from engine.types import CountTokens

        assert self._conversation is not None, "it is counted for"
        number, id = self._bridge.next_request(), self._conversation.id
        command = CountTokens(request=number, conversation=id, prompt=prompt)
        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(lambda event: self._on_ended(prompt, event))

    def _prompt(self, conversation: Conversation) -> PromptRequest:
        """No more of each file than could fit, so that long ones are not counted over and over."""
        from app.domain.context_map import request_at

        files = conversation.draft_attachments
        worth = tuple(to_count(f, self._slot.window) if f.kept is None else f for f in files)
        asked = replace(conversation, draft_attachments=worth, _children={})
        request = request_at(asked, "next", tools=self._tools.of(conversation).definitions())
        settings = self._slot.template_settings_for(conversation)
        return replace(request, template_settings=settings)

    def _on_ended(self, prompt: PromptRequest, event: Event) -> None:
        """Before the draft, the prompt was counted without it, once for each place it stands in."""
        from engine.events import Forecast

        self._request = None
        conversation, window = self._conversation, self._slot.window
        if not isinstance(event, Forecast) or conversation is None:
            self._become(None)
            return
        if self._bare is None:
            self._bare = prompt, event.prompt
        written = bool(conversation.draft.strip() or conversation.draft_attachments)
        if written and prompt == self._bare[0]:
            self._count(self._prompt(conversation))
            return
        draft = max(event.prompt - self._bare[1], 0) + 1 if written else 0
        sentence = f"The next message {forecast_sentence(event, window)}."
        self._become(ContextUse(event.prompt, window, draft, sentence))

    def _become(self, use: ContextUse | None) -> None:
        if use != self.use:
            self.use = use
            self.changed.emit()
