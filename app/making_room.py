"""Makes a prompt fit before it is asked.

count ─▶ decide ─▶ fits ───────────────▶ made
   ▲        ├────▶ can never fit ──────▶ refused
   └────────┴─ leave out the oldest turns, with or without a summary
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.context import (
    Fits,
    LeaveOut,
    Refuse,
    decide,
    left_out_sentence,
    mark_of,
    marked,
    refusal_sentence,
    seen,
    turn_sizes,
)
from app.domain.conversation import Conversation, Mark, Message
from app.domain.conversation_settings import ContextStrategy
from app.domain.prompt import Settings, Tools, prompt_request, summary_request
from app.request import Request
from engine.events import Event, Failed, Finished, Forecast
from engine.types import CountTokens, Generate, ReasoningBudget, Sampling, Text

NO_SUMMARY = "The model wrote no summary of them."
LONGEST_SUMMARY_TOKENS = 512
SUMMARY_SHARE = 8
"""A summary takes at most one part in so many of the context."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`window` is what the context holds, in tokens; `share` of it is kept when it is full.

    `reasoning` is what a summary may think.
    """

    window: int
    strategy: ContextStrategy
    share: float
    reasoning: ReasoningBudget | None = None


class MakingRoom(QObject):
    """For one answer, on the main thread. `branch` ends with what is asked or gone on with.

    Signals:
        summarising(): the model writes a summary before it answers
        made(Mark | None, str): the mark that the last question needs, None when all fits as it is,
            and the sentence about what was done and what it costs
        refused(str): why the prompt cannot be made to fit
    """

    summarising = Signal()
    made = Signal(object, str)
    refused = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        branch: Sequence[Message],
        *,
        continues: bool,
        tools: Tools,
        settings: Settings,
        limits: Limits,
        bridge: Bridge,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._branch = list(branch)
        self._continues = continues
        self._tools = tools
        self._settings = settings
        self._limits = limits
        self._bridge = bridge
        self._request: Request | None = None
        self._left_out = LeaveOut(first_seen="", turns=0, tokens=0)
        self._summary: str | None = None
        """Of what is left out now; "" when the model wrote none, None before it was asked."""

    def start(self) -> None:
        number, id = self._bridge.next_request(), self._conversation.id
        prompt = prompt_request(
            self._conversation,
            self._branch,
            continues=self._continues,
            tools=self._tools,
            settings=self._settings,
        )
        command = CountTokens(request=number, conversation=id, prompt=prompt)
        self._send(command, self._on_counted)

    def cancel(self) -> None:
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _send(self, command: CountTokens | Generate, then: Callable[[Event], None]) -> None:
        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(then)

    def _on_counted(self, event: Event) -> None:
        self._request = None
        if isinstance(event, Forecast):
            self._decide(event)
        elif isinstance(event, Failed):
            self.refused.emit(event.message)

    def _decide(self, forecast: Forecast) -> None:
        limits, sizes = self._limits, turn_sizes(seen(self._branch), forecast)
        decision = decide(
            forecast.prompt,
            sizes,
            window=limits.window,
            strategy=limits.strategy,
            share=limits.share,
        )
        match decision:
            case Fits() if self._left_out.turns:
                self.made.emit(mark_of(self._branch), self._sentence(forecast))
            case Fits():
                self.made.emit(None, "")
            case LeaveOut():
                self._leave_out(decision)
            case Refuse():
                could = limits.strategy == "stop" and len(sizes) > 1
                self.refused.emit(
                    refusal_sentence(decision.needed, limits.window, could_leave_out=could)
                )

    def _leave_out(self, decision: LeaveOut) -> None:
        before = mark_of(self._branch) or Mark(first_seen="")
        forgotten = seen(self._branch)
        ids = [message.id for message in forgotten]
        del forgotten[ids.index(decision.first_seen) :]
        self._left_out = replace(
            decision,
            turns=self._left_out.turns + decision.turns,
            tokens=self._left_out.tokens + decision.tokens,
        )
        self._branch = marked(self._branch, replace(before, first_seen=decision.first_seen))
        if self._limits.strategy == "summarise" and self._summary is None:
            self._summarise(forgotten, before.summary)
        else:
            self.start()

    def _summarise(self, forgotten: Sequence[Message], earlier: str) -> None:
        self.summarising.emit()
        command = Generate(
            request=self._bridge.next_request(),
            conversation=self._conversation.id,
            prompt=summary_request(
                self._conversation,
                forgotten,
                earlier,
                tools=self._tools,
                settings=self._settings,
            ),
            traced=not self._conversation.temporary,
            on_disk=not self._conversation.temporary,
            sampling=Sampling(temperature=0),
            max_tokens=min(LONGEST_SUMMARY_TOKENS, self._limits.window // SUMMARY_SHARE),
            side=True,
            reasoning_budget=self._limits.reasoning,
        )
        self._send(command, self._on_summarised)

    def _on_summarised(self, event: Event) -> None:
        """Without a summary the turns are left out all the same, and the sentence says so."""
        parts = event.parts if isinstance(event, Finished) else ()
        self._summary = "\n".join(part.text for part in parts if isinstance(part, Text)).strip()
        mark = mark_of(self._branch)
        assert mark is not None, "turns were left out"
        summary = self._summary or mark.summary
        self._branch = marked(self._branch, replace(mark, summary=summary))
        self.start()

    def _sentence(self, forecast: Forecast) -> str:
        sentence = left_out_sentence(
            turns=self._left_out.turns,
            tokens=self._left_out.tokens,
            summarised=bool(self._summary),
            forecast=forecast,
            window=self._limits.window,
        )
        return f"{sentence} {NO_SUMMARY}" if self._summary == "" else sentence
