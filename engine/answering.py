"""From logits to events: the next token of a round, what it says, and how the round ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.backends.base import Backend
from engine.beginning import Beginning, go_on
from engine.choices import continued_choices
from engine.choosing import Choosing
from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints, Thinking
from engine.constraint.words import Openings
from engine.errors import EngineError
from engine.events import Failed, Finished, PromptPlanned
from engine.explanations import UNCLOSED, explanation
from engine.outbox import Outbox
from engine.output.announce import event_of
from engine.output.formats import Format
from engine.output.parts import Delta
from engine.output.reader import OutputReader
from engine.planning import Placed, WaitingRequest
from engine.prompt.assemble import Prompt
from engine.prompt.closing import closing_text
from engine.prompt.templates import Templates
from engine.reasoning_limit import ReasoningLimit
from engine.round import RunningRound
from engine.trace import Trace
from engine.types import Ending, Generate, Message, Sampling, ToolCall

GREEDY = Sampling(temperature=0)


class Answering:
    """Begins rounds and hands out what they say. Holds no rounds itself."""

    def __init__(
        self,
        backend: Backend,
        templates: Templates,
        outbox: Outbox,
        clock: Callable[[], float],
        trace: Trace | None,
    ) -> None:
        self._backend = backend
        self._templates = templates
        self._outbox = outbox
        self._clock = clock
        self._trace = trace
        self._choosing = Choosing(backend)
        self._constraints = Constraints(backend.tokenizer)

    def constraint(self, waiting: WaitingRequest, prompt: Prompt) -> Constraint | None:
        """What holds the answer to a schema or a call; None when nothing does.

        Raises BadRequest, Unsupported.
        """
        command = waiting.command
        if command.forced_ids is not None:
            return None
        format = self._format(command)
        constraint = self._constraints.wanted(
            choice=command.tool_choice,
            schema=command.json_schema,
            tools=command.prompt.tools,
            family=format.key,
            thinking=Thinking(
                format.reasoning_open, format.reasoning_close, prompt.opens_reasoning
            ),
            openings=Openings(format.call_openings, format.answer_markers),
        )
        if constraint is not None:
            go_on(constraint, (*prompt.continued_ids, *waiting.beginning.ids))
        return constraint

    def begin(self, waiting: WaitingRequest, prompt: Prompt, placed: Placed) -> RunningRound:
        """Make a round of a request that has its sequence, and tell its plan."""
        command = waiting.command
        sampler = self._backend.new_sampler(command.sampling)
        remembered = command.sampling.remembered_tokens(len(prompt.ids))
        for id in prompt.ids[len(prompt.ids) - remembered :]:
            sampler.accept(id)
        held = len(placed.target.ids)
        rewinds_freely = self._backend.info.capabilities.rewinds_freely
        self._tell_plan(command.request, prompt, placed)
        round = RunningRound(
            command=command,
            prompt=prompt,
            reuse=placed.reuse,
            sequence=placed.target,
            sampler=sampler,
            greedy=self._backend.new_sampler(GREEDY) if command.greedy_frames else None,
            reader=self._reader(prompt, command),
            constraint=waiting.constraint,
            limit=self._limit(command),
            asked_at_s=waiting.asked_at_s,
            checkpoint_at=None if rewinds_freely else prompt.generation_start,
            unread=deque(prompt.ids[held:]),
            choices=continued_choices(command.prompt, prompt),
            given=len(prompt.continued_ids) + len(waiting.beginning.ids),
        )
        self._begin_reading(round, waiting.beginning)
        return round

    def next_token(self, round: RunningRound) -> Ending | None:
        """Take the next token, out of the newest logits or forced; the ending if it is the last."""
        if round.reader.stopped:
            return "stop_string"
        if round.may_write_no_more and not self._ends_next(round):
            return "length"
        taken = self._choosing.next_id(round)
        if taken is None:
            return "end_of_turn"
        id, choice = taken
        round.sampled(id, self._clock(), choice)
        self._read(round, id)
        self._limit_reasoning(round)
        return self._ending_after(round)

    def finish(self, round: RunningRound, ending: Ending) -> Message:
        """Hand out the rest and tell the end; the answer as a message of later prompts."""
        deltas = round.reader.finish(ending)
        parts = round.reader.parts()
        explained = explanation(ending, parts, round.command)
        if explained is not None:
            deltas = [*(one for one in deltas if one.name != UNCLOSED), explained]
        self._hand_out(round, deltas)
        info = self._backend.info
        if ending == "end_of_turn" and any(isinstance(part, ToolCall) for part in parts):
            ending = "tool_calls"
        result = round.result(ending, info.tokenizer, info.name)
        self._trace_end(round, ending)
        self._outbox.add(
            Finished(request=round.command.request, ending=ending, round=result, parts=parts)
        )
        return Message("assistant", parts, result)

    def fail(self, round: RunningRound, error: EngineError) -> None:
        self._trace_end(round, error)
        request = round.command.request
        self._outbox.add(Failed(request=request, kind=error.kind, message=str(error)))

    def _trace_end(self, round: RunningRound, ending: Ending | EngineError) -> None:
        """Before the end is told: whoever hears it may end this process, or read the trace."""
        if self._trace is not None:
            self._trace.ended(round, ending, self._backend.tokenizer)

    def _tell_plan(self, request: int, prompt: Prompt, placed: Placed) -> None:
        reuse = placed.reuse
        self._outbox.add(
            PromptPlanned(
                request=request,
                prompt=len(prompt.ids),
                reused=reuse.reused,
                restored=reuse.restored,
                to_read=len(prompt.ids) - len(placed.target.ids),
                first_difference=reuse.first_difference,
                cause=reuse.cause,
            )
        )

    # ---- what it says

    def _begin_reading(self, round: RunningRound, beginning: Beginning) -> None:
        """Read what the round begins with, and tell it as if it had been sampled now."""
        if round.limit is not None:
            for id in round.prompt.continued_ids:
                round.limit.count(id, reasons=round.reader.reasons)
        for id in beginning.ids:
            round.unreported_ids.append(id)
            round.choices.append(None)
            self._read(round, id)
        if beginning.end is not None:
            round.pending.append(beginning.end)
        self._limit_reasoning(round)

    def _read(self, round: RunningRound, id: int) -> None:
        """Hand out what an id says, and count it where it is reasoning."""
        was_reasoning = round.reader.reasons
        self._hand_out(round, round.reader.feed(id))
        if round.limit is not None:
            round.limit.count(id, reasons=was_reasoning and round.reader.reasons)

    def _limit_reasoning(self, round: RunningRound) -> None:
        """Have open reasoning closed next when its budget is used up."""
        limit = round.limit
        if limit is None or round.pending or not (round.reader.reasons and limit.is_reached):
            return
        round.pending.extend(limit.closing_ids())
        round.reader.reasoning_is_closed_for_it()
        if not limit.was_told:
            limit.was_told = True
            self._hand_out(round, [Delta("diagnosis", limit.sentence, "reasoning_budget")])

    def _limit(self, command: Generate) -> ReasoningLimit | None:
        """None without a budget, for forced ids, and for a format that marks no reasoning."""
        if command.reasoning_budget is None or command.forced_ids is not None:
            return None
        template = self._templates.of(command.prompt)
        closing = closing_text(template)
        if not closing:
            return None
        return ReasoningLimit(
            command.reasoning_budget,
            closing=closing,
            marker=template.format.reasoning_close,
            tokenizer=self._backend.tokenizer,
        )

    def _format(self, command: Generate) -> Format:
        return self._templates.of(command.prompt).format

    def _reader(self, prompt: Prompt, command: Generate) -> OutputReader:
        reader = OutputReader(
            tokenizer=self._backend.tokenizer,
            format=self._format(command),
            opens_reasoning=prompt.opens_reasoning,
            stop=command.stop,
            tools=() if command.tool_choice == "none" else command.prompt.tools,
        )
        for id in prompt.continued_ids:
            reader.feed(id)
        return reader

    def _ends_next(self, round: RunningRound) -> bool:
        """Whether the request has the end of the turn next."""
        return bool(round.pending) and self._backend.tokenizer.is_end(round.pending[0])

    def _ending_after(self, round: RunningRound) -> Ending | None:
        if round.reader.stopped:
            return "stop_string"
        if round.may_write_no_more:
            return "length"
        if len(round.sequence.ids) >= self._backend.cells:
            return "context_full"
        return None

    def _hand_out(self, round: RunningRound, deltas: list[Delta]) -> None:
        """Turn the reader's deltas into events; sampled ids travel with the first text."""
        request = round.command.request
        for delta in deltas:
            self._outbox.add(event_of(delta, request=request, take_ids=round.report_ids))
