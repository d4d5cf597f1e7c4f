"""What it costs that another model is loaded than the one a conversation was written with."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.conversation import Conversation
from app.domain.moving import Move, about_tokens, seconds_to_read, written_with
from app.model_slot import ModelSlot
from app.tools.offered import OfferedTools

if TYPE_CHECKING:
    from app.request import Request
    from engine.events import Event


class ModelMove(QObject):
    """Of one conversation, on the main thread; it looks only when it is told to.

    Ids that another vocabulary has sampled are no ids of this one: the engine reads the text.

    Signals:
        changed(): `move` is another
    """

    changed = Signal()

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        tools: OfferedTools,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.move: Move | None = None
        self._conversation = conversation
        self._bridge = bridge
        self._slot = slot
        self._tools = tools
        self._request: Request | None = None
        self._accepted = ""

    @property
    def about_tokens(self) -> int:
        """How long the conversation is for any other model, roughly; 0 when there is nothing."""
        return about_tokens(self._conversation) if self._conversation.messages else 0

    def seconds_with(self, model: str) -> float:
        """How long that model would read, as fast as it has read here; 0 when nobody can say."""
        return seconds_to_read(self._conversation, model, self.about_tokens)

    def look(self) -> None:
        """Compare the models; count what the one that is loaded would read."""
        self._cancel()
        before, state = written_with(self._conversation.branch()), self._slot.state
        if not self._slot.is_up or not before or before == state.name:
            if before and before == state.name:
                self._accepted = ""
            self._become(None)
        elif state.name == self._accepted:
            self._become(None)
        else:
            self._count(Move(before, state.name, self._slot.window))

    def accept(self) -> None:
        """Go on with the model that is loaded: nothing more is said about it."""
        if self.move is not None:
            self._accepted = self.move.now
            self._become(None)

    def _count(self, move: Move) -> None:
        """What was said of the same two models stays until the new count is there."""
        from app.domain.context_map import request_at
        from app.request import Request
        from engine.types import CountTokens

        conversation = self._conversation
        request = request_at(conversation, "next", tools=self._tools.definitions())
        settings = self._slot.template_settings_for(conversation)
        prompt = replace(request, template_settings=settings)
        number = self._bridge.next_request()
        command = CountTokens(request=number, conversation=conversation.id, prompt=prompt)
        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(lambda event: self._on_counted(move, event))

    def _on_counted(self, move: Move, event: Event) -> None:
        from engine.events import Forecast

        self._request = None
        forecast = event if isinstance(event, Forecast) else None
        if forecast is not None and not forecast.seconds:
            seconds = seconds_to_read(self._conversation, move.now, forecast.to_read)
            forecast = replace(forecast, seconds=seconds)
        self._become(replace(move, forecast=forecast))

    def _cancel(self) -> None:
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _become(self, move: Move | None) -> None:
        if move != self.move:
            self.move = move
            self.changed.emit()
