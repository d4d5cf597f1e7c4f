"""What a change would make the model read, asked for while the user still thinks about it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.clock import local_now
from app.domain.context import forecast_sentence
from app.domain.conversation import Conversation
from app.model_slot import ModelSlot
from app.saving import NewTimer
from app.tools.offered import OfferedTools

if TYPE_CHECKING:
    from app.domain.prompt import ForecastKind
    from app.request import Request
    from engine.events import Event
    from engine.types import PromptRequest

_WRITTEN: tuple[ForecastKind, ...] = ("edit", "edit_answer", "system_prompt")
"""What is being written while its cost is shown."""
DELAY_MS = 200
"""Typing goes on for so long before its cost is counted."""


class Forecasts(QObject):
    """Of one conversation, on the main thread. Only the newest question is answered.

    Signals:
        forecasted(str, str): the kind, and what it would cost; "" when nobody can say
    """

    forecasted = Signal(str, str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        tools: OfferedTools,
        new_timer: NewTimer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._bridge = bridge
        self._slot = slot
        self._tools = tools
        self._wanted: tuple[ForecastKind, PromptRequest] | None = None
        self._request: Request | None = None
        self._asked: tuple[ForecastKind, str, str] | None = None
        self._measure = ""
        slot.changed.connect(self._on_slot_changed)
        self._timer = new_timer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._on_due)

    def ask(self, kind: ForecastKind, *, message_id: str, text: str) -> None:
        """A retry may name its answer or what that answers; the clock is that of now."""
        from app.domain.prompt import forecast_request

        self.cancel()
        if kind == "retry" and (before := self._conversation.answered_by(message_id)):
            message_id = before.id
        if kind == "clock":
            text = local_now()
        self._asked = (kind, message_id, text) if kind in _WRITTEN else None
        self._measure = self._slot.tokenizer if self._slot.is_up else ""
        prompt = forecast_request(
            self._conversation,
            kind,
            message_id=message_id,
            text=text,
            tools=self._tools.definitions(),
        )
        if prompt is None or not self._slot.is_up:
            self.forecasted.emit(kind, "")
            return
        self._wanted = (kind, prompt)
        self._timer.start()

    def cancel(self) -> None:
        self._timer.stop()
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _on_slot_changed(self) -> None:
        """Another model counts otherwise; what is being written is asked for again."""
        measure = self._slot.tokenizer if self._slot.is_up else ""
        if self._asked is None or measure == self._measure:
            return
        kind, message_id, text = self._asked
        if not message_id or message_id in self._conversation.messages:
            self.ask(kind, message_id=message_id, text=text)

    def _on_due(self) -> None:
        from app.request import Request
        from engine.types import CountTokens

        assert self._wanted is not None, "the timer was started"
        kind, prompt = self._wanted
        settings = self._slot.template_settings_for(self._conversation)
        prompt = replace(prompt, template_settings=settings)
        number, id = self._bridge.next_request(), self._conversation.id
        command = CountTokens(request=number, conversation=id, prompt=prompt)
        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(lambda event: self._on_ended(kind, event))

    def _on_ended(self, kind: ForecastKind, event: Event) -> None:
        from engine.events import Forecast

        self._request = None
        if isinstance(event, Forecast):
            self.forecasted.emit(kind, forecast_sentence(event, self._slot.window))
        else:
            self.forecasted.emit(kind, "")
