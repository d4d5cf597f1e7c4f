"""Room in the context because the user wants it, before it is full: first what it would cost, then
done, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.context import (
    LeaveOut,
    done_sentence,
    leave_out_now,
    mark_of,
    marked,
    plan_sentence,
    seen,
    turn_sizes,
)
from app.domain.conversation import Conversation, Mark, Message
from app.domain.in_force import preferences_for, setup_of
from app.domain.preferences import PreferencesFile
from app.model_slot import ModelSlot
from app.saving import Saving
from app.tools.offered import OfferedTools
from engine.parts import Text

if TYPE_CHECKING:
    from app.request import Request
    from engine.events import Event, Forecast
    from engine.types import CountTokens

Way = Literal["leave out", "summarise"]

NO_MODEL = "No model is loaded that could count: load one, then make room."
NOTHING = "There is nothing to leave out: the model sees no more than the last turn."
CHANGED = "The conversation has changed since this was counted: make room once more."
NO_SUMMARY = "The model wrote no summary, so nothing was left out. Leave the turns out without one."


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be done in the branch that ends with `head`; `mark` is how the model sees it."""

    way: Way
    head: str
    left_out: LeaveOut
    mark: Mark
    sentence: str


class RoomNow(QObject):
    """Of one conversation, on the main thread. Nothing is changed before `do`.

    Signals:
        planned(Plan): what would be done and what it costs
        summarising(): the model writes the summary; `cancel` ends it
        made(str): one sentence about what was done; `undo` takes it back
        refused(str): one sentence about why it was not
        branch_changed(): the model sees another part of the branch
    """

    planned = Signal(object)
    summarising = Signal()
    made = Signal(str)
    refused = Signal(str)
    branch_changed = Signal()

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        saving: Saving,
        preferences: PreferencesFile,
        tools: OfferedTools,
        may_change: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.plan_made: Plan | None = None
        self._conversation = conversation
        self._bridge = bridge
        self._slot = slot
        self._saving = saving
        self._preferences = preferences
        self._tools = tools
        self._may_change = may_change
        self._request: Request | None = None
        self._before: tuple[str, Mark | None, Mark] | None = None
        """The question that got a mark, the one it had, the one it has."""

    # ---- what it would cost

    def plan(self, way: Way) -> None:
        """Count what would be left out; `planned` or `refused` answers."""
        self.cancel()
        if not self._may_change():
            return
        branch = self._conversation.branch()
        if not self._slot.is_up:
            self.refused.emit(NO_MODEL)
        elif sum(message.role == "user" for message in seen(branch)) < 2:
            self.refused.emit(NOTHING)
        else:
            self._count(branch, lambda forecast: self._on_counted(way, branch, forecast))

    def cancel(self) -> None:
        """Forget the plan, and end the summary that is being written."""
        self.plan_made = None
        if self._request is not None:
            self._request.cancel()
            self._request = None

    def _on_counted(self, way: Way, branch: list[Message], forecast: Forecast) -> None:
        share = preferences_for(self._preferences.current, setup_of(self._conversation))
        left_out = leave_out_now(
            forecast.prompt,
            turn_sizes(seen(branch), forecast),
            window=self._slot.window,
            share=share.context_share_kept / 100,
        )
        if left_out is None:
            self.refused.emit(NOTHING)
            return
        earlier = mark_of(branch) or Mark(first_seen="")
        mark = replace(earlier, first_seen=left_out.first_seen)
        self._count(
            marked(branch, mark), lambda after: self._on_planned(way, left_out, mark, after)
        )

    def _on_planned(self, way: Way, left_out: LeaveOut, mark: Mark, after: Forecast) -> None:
        sentence = plan_sentence(
            turns=left_out.turns,
            tokens=left_out.tokens,
            summary_tokens=self._longest_summary if way == "summarise" else 0,
            forecast=after,
            window=self._slot.window,
        )
        head = self._conversation.head or ""
        self.plan_made = Plan(way, head, left_out, mark, sentence)
        self.planned.emit(self.plan_made)

    def _count(self, branch: list[Message], then: Callable[[Forecast], None]) -> None:
        """The prompt of the next message, as it would be over this branch."""
        from app.domain.prompt import draft_question, prompt_request
        from engine.types import CountTokens

        request = prompt_request(
            self._conversation,
            branch,
            tools=self._tools.definitions(),
            settings=self._slot.template_settings_for(self._conversation),
        )
        asked = draft_question(self._conversation)
        prompt = replace(request, messages=(*request.messages, asked))
        number, id = self._bridge.next_request(), self._conversation.id
        self._send(CountTokens(request=number, conversation=id, prompt=prompt), then)

    def _send(self, command: CountTokens, then: Callable[[Forecast], None]) -> None:
        from app.request import Request
        from engine.events import Failed, Forecast

        def on_ended(event: Event) -> None:
            self._request = None
            if isinstance(event, Forecast):
                then(event)
            elif isinstance(event, Failed):
                self.refused.emit(event.message)

        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(on_ended)

    # ---- done, and taken back

    def do(self) -> None:
        """Do what was planned, if the conversation is still the one it was planned for."""
        plan, self.plan_made = self.plan_made, None
        if plan is None or not self._may_change():
            return
        if plan.head != self._conversation.head:
            self.refused.emit(CHANGED)
        elif plan.way == "summarise":
            self._summarise(plan)
        else:
            self._take(plan, plan.mark)

    def undo(self) -> None:
        """The model sees what it saw before, unless something else was changed about that."""
        before, self._before = self._before, None
        if before is None or not self._may_change():
            return
        question, mark, made = before
        now = self._conversation.messages.get(question)
        if now is not None and now.mark == made:
            self._mark(now, mark)

    @property
    def _longest_summary(self) -> int:
        from app.making_room import LONGEST_SUMMARY_TOKENS, SUMMARY_SHARE

        return min(LONGEST_SUMMARY_TOKENS, self._slot.window // SUMMARY_SHARE)

    def _summarise(self, plan: Plan) -> None:
        from app.domain.prompt import summary_request
        from app.request import Request
        from engine.types import Generate, Sampling

        conversation, forgotten = self._conversation, seen(self._conversation.branch())
        ids = [message.id for message in forgotten]
        del forgotten[ids.index(plan.mark.first_seen) :]
        command = Generate(
            request=self._bridge.next_request(),
            conversation=conversation.id,
            prompt=summary_request(
                conversation,
                forgotten,
                plan.mark.summary,
                tools=self._tools.definitions(),
                settings=self._slot.template_settings_for(conversation),
            ),
            traced=not conversation.temporary,
            on_disk=not conversation.temporary,
            sampling=Sampling(temperature=0),
            max_tokens=self._longest_summary,
            side=True,
            reasoning_budget=self._slot.choices_for(conversation).budget,
        )
        self._request = Request(command, bridge=self._bridge, parent=self)
        self._request.ended.connect(lambda event: self._on_summarised(plan, event))
        self.summarising.emit()

    def _on_summarised(self, plan: Plan, event: Event) -> None:
        from engine.events import Failed, Finished

        self._request = None
        parts = event.parts if isinstance(event, Finished) else ()
        summary = "\n".join(part.text for part in parts if isinstance(part, Text)).strip()
        if isinstance(event, Failed):
            self.refused.emit(event.message)
        elif not summary:
            self.refused.emit(NO_SUMMARY)
        elif plan.head != self._conversation.head:
            self.refused.emit(CHANGED)
        else:
            self._take(plan, replace(plan.mark, summary=summary))

    def _take(self, plan: Plan, mark: Mark) -> None:
        branch = self._conversation.branch()
        question = next(message for message in reversed(branch) if message.role == "user")
        self._before = question.id, question.mark, mark
        self._mark(question, mark)
        left_out, summarised = plan.left_out, plan.way == "summarise"
        self.made.emit(
            done_sentence(turns=left_out.turns, tokens=left_out.tokens, summarised=summarised)
        )

    def _mark(self, question: Message, mark: Mark | None) -> None:
        self._conversation.update(replace(question, mark=mark))
        self._saving.save(self._conversation.messages[question.id])
        self.branch_changed.emit()
