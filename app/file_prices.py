"""How many tokens the files of a draft have, and how much of each fits into the context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.attachments import Attachment, cut_to_fit, for_model, to_count, tokens_of
from app.domain.context import room_for_files
from app.domain.conversation import Conversation
from app.domain.preferences import PreferencesFile
from app.model_slot import ModelSlot
from app.tools.offered import OfferedTools
from engine.parts import Text

if TYPE_CHECKING:
    from app.request import Request
    from engine.events import Event, Forecast
    from engine.types import Message, PromptRequest

_A_WORD = "…"
MOST_KNOWN = 32
"""Files whose prices are remembered, with all their text, besides those of the draft at hand."""


class FilePrices(QObject):
    """On the main thread. Each file is counted once for a vocabulary, one after the other, then
    the draft without its files: what is left of the context is theirs.

    Signals:
        priced(str): id of a conversation; a file of its draft has been counted
        fitted(str, tuple[Attachment, ...]): the files of its draft, no more of each than fits
        outdated(): another model counts otherwise
    """

    priced = Signal(str)
    fitted = Signal(str, object)
    outdated = Signal()

    def __init__(
        self,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        tools: OfferedTools,
        preferences: PreferencesFile,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._slot = slot
        self._tools = tools
        self._preferences = preferences
        self._known: dict[tuple[str, Attachment], int] = {}
        self._around: dict[str, int] = {}
        self._requests: dict[str, Request] = {}
        self._counts_as = self._measure()
        slot.changed.connect(self._on_slot_changed)

    def tokens(self, attachment: Attachment) -> int | None:
        """Of the whole file; None while it has not been counted for the model that is loaded."""
        return self._known.get((self._slot.tokenizer, attachment.whole))

    def ask(self, conversation: Conversation) -> bool:
        """Count what is new in the draft, then fit it; False when no model is ready to count."""
        self.cancel(conversation.id)
        if not self._slot.is_up:
            return False
        if conversation.draft_attachments:
            self._go_on(conversation)
        return True

    def cancel(self, conversation_id: str) -> None:
        if (request := self._requests.pop(conversation_id, None)) is not None:
            request.cancel()

    def _go_on(self, conversation: Conversation) -> None:
        attachments = conversation.draft_attachments
        unknown = next((one for one in attachments if self.tokens(one) is None), None)
        if self._slot.tokenizer not in self._around:
            self._count_around(conversation)
        elif unknown is not None:
            self._count_file(conversation, unknown.whole)
        else:
            self._count_rest(conversation)

    def _count_around(self, conversation: Conversation) -> None:
        """What a question has beside its files: a word, and what the template writes."""
        from engine.types import PromptRequest

        tokenizer = self._slot.tokenizer

        def counted(forecast: Forecast) -> None:
            self._around[tokenizer] = forecast.prompt
            self._go_on(conversation)

        self._count(conversation, PromptRequest((_question(),)), counted)

    def _count_file(self, conversation: Conversation, attachment: Attachment) -> None:
        from engine.types import PromptRequest

        beginning = to_count(attachment, self._slot.window)
        tokenizer = self._slot.tokenizer

        def counted(forecast: Forecast) -> None:
            tokens = max(forecast.prompt - self._around[tokenizer], 1)
            self._known[tokenizer, attachment] = tokens_of(attachment, beginning, tokens)
            self._forget_oldest(conversation)
            self.priced.emit(conversation.id)
            self._go_on(conversation)

        self._count(conversation, PromptRequest((_question(for_model(beginning)),)), counted)

    def _forget_oldest(self, conversation: Conversation) -> None:
        """Whoever has a forgotten file in a draft has it counted once more."""
        drafted = {attachment.whole for attachment in conversation.draft_attachments}
        others = [key for key in self._known if key[1] not in drafted]
        for key in others[: max(len(others) - MOST_KNOWN, 0)]:
            del self._known[key]

    def _count_rest(self, conversation: Conversation) -> None:
        from app.domain.context_map import request_at

        bare = replace(conversation, draft_attachments=(), _children={})
        prompt = request_at(bare, "next", tools=self._tools.of(conversation).definitions())
        self._count(conversation, prompt, lambda forecast: self._fit(conversation, forecast))

    def _fit(self, conversation: Conversation, forecast: Forecast) -> None:
        attachments = conversation.draft_attachments
        prices = [tokens for one in attachments if (tokens := self.tokens(one)) is not None]
        strategy = conversation.context_strategy or self._preferences.current.context_strategy
        window, history = self._slot.window, conversation.branch()
        room = room_for_files(forecast, history, window=window, strategy=strategy)
        self.fitted.emit(conversation.id, cut_to_fit(attachments, prices, room))

    def _give_up(self, conversation: Conversation) -> None:
        """The template refuses the question, which its answer will tell: nothing is cut."""
        self.fitted.emit(conversation.id, conversation.draft_attachments)

    def _count(
        self, conversation: Conversation, prompt: PromptRequest, counted: Callable[[Forecast], None]
    ) -> None:
        from app.request import Request
        from engine.types import CountTokens

        def on_ended(event: Event) -> None:
            from engine.events import Forecast

            del self._requests[conversation.id]
            if isinstance(event, Forecast):
                counted(event)
            else:
                self._give_up(conversation)

        settings = self._slot.template_settings_for(conversation)
        prompt = replace(prompt, template_settings=settings)
        number, id = self._bridge.next_request(), conversation.id
        command = CountTokens(request=number, conversation=id, prompt=prompt)
        self._requests[id] = Request(command, bridge=self._bridge, parent=self)
        self._requests[id].ended.connect(on_ended)

    def _measure(self) -> tuple[str, int]:
        return (self._slot.tokenizer, self._slot.window) if self._slot.is_up else ("", 0)

    def _on_slot_changed(self) -> None:
        measure = self._measure()
        if measure != self._counts_as:
            self._counts_as = measure
            self.outdated.emit()


def _question(*texts: str) -> Message:
    from engine.types import Message

    return Message("user", tuple(map(Text, (*texts, _A_WORD))))
