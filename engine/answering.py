"""From logits to events: the next token of a round, what it says, and how the round ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.backends.base import Backend
from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints, Thinking
from engine.errors import EngineError
from engine.events import Failed, Finished, PromptPlanned
from engine.outbox import Outbox
from engine.output.announce import event_of
from engine.output.formats import detect
from engine.output.parts import Delta
from engine.output.reader import OutputReader
from engine.planning import Placed, WaitingRequest
from engine.prompt.assemble import Prompt
from engine.round import RunningRound
from engine.types import Ending, Generate, Message, ToolCall


class Answering:
    """Begins rounds and hands out what they say. Holds no rounds itself."""

    def __init__(self, backend: Backend, outbox: Outbox, clock: Callable[[], float]) -> None:
        self._backend = backend
        self._outbox = outbox
        self._clock = clock
        tokens = backend.tokenizer.special_pieces().values()
        self._format = detect(backend.info.template, tokens)
        self._constraints = Constraints(backend.tokenizer)

    def constraint(self, command: Generate, prompt: Prompt) -> Constraint | None:
        """What holds the answer to a schema or a call; None when nothing does.

        Raises BadRequest, Unsupported.
        """
        if command.forced_ids is not None:
            return None
        constraint = self._constraints.wanted(
            choice=command.tool_choice,
            schema=command.json_schema,
            tools=command.prompt.tools,
            family=self._format.key,
            thinking=Thinking(
                self._format.reasoning_open, self._format.reasoning_close, prompt.opens_reasoning
            ),
        )
        if constraint is not None:
            for id in prompt.continued_ids:
                constraint.accept(id)
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
        return RunningRound(
            command=command,
            prompt=prompt,
            reuse=placed.reuse,
            sequence=placed.target,
            sampler=sampler,
            reader=self._reader(prompt, command),
            constraint=waiting.constraint,
            asked_at_s=waiting.asked_at_s,
            checkpoint_at=None if rewinds_freely else prompt.generation_start,
            unread=deque(prompt.ids[held:]),
        )

    def next_token(self, round: RunningRound) -> Ending | None:
        """Take the next token, out of the newest logits or forced; the ending if it is the last."""
        forced = round.command.forced_ids
        if forced is not None:
            if round.written == len(forced):
                return "end_of_turn"
            id = forced[round.written]
            round.sampler.accept(id)
        else:
            allowed = None if round.constraint is None else round.constraint.mask()
            id = self._backend.sample(round.sequence.number, round.sampler, allowed)
            if self._backend.tokenizer.is_end(id):
                return "end_of_turn"
            if round.constraint is not None:
                round.constraint.accept(id)
        round.sampled(id, self._clock())
        self._hand_out(round, round.reader.feed(id))
        return self._ending_after(round)

    def finish(self, round: RunningRound, ending: Ending) -> Message:
        """Hand out the rest and tell the end; the answer as a message of later prompts."""
        self._hand_out(round, round.reader.finish(ending))
        info = self._backend.info
        parts = round.reader.parts()
        if ending == "end_of_turn" and any(isinstance(part, ToolCall) for part in parts):
            ending = "tool_calls"
        result = round.result(ending, info.tokenizer, info.name)
        self._outbox.add(
            Finished(request=round.command.request, ending=ending, round=result, parts=parts)
        )
        return Message("assistant", parts, result)

    def fail(self, request: int, error: EngineError) -> None:
        self._outbox.add(Failed(request=request, kind=error.kind, message=str(error)))

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

    def _reader(self, prompt: Prompt, command: Generate) -> OutputReader:
        reader = OutputReader(
            tokenizer=self._backend.tokenizer,
            format=self._format,
            opens_reasoning=prompt.opens_reasoning,
            stop=command.stop,
            tools=() if command.tool_choice == "none" else command.prompt.tools,
        )
        for id in prompt.continued_ids:
            reader.feed(id)
        return reader

    def _ending_after(self, round: RunningRound) -> Ending | None:
        if round.reader.stopped:
            return "stop_string"
        if round.command.max_tokens is not None and round.written >= round.command.max_tokens:
            return "length"
        if len(round.sequence.ids) >= self._backend.cells:
            return "context_full"
        return None

    def _hand_out(self, round: RunningRound, deltas: list[Delta]) -> None:
        """Turn the reader's deltas into events; sampled ids travel with the first text."""
        request = round.command.request
        for delta in deltas:
            self._outbox.add(event_of(delta, request=request, take_ids=round.report_ids))
