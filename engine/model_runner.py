"""One loaded model at work: prompts planned, steps made, tokens read out.

Knows the backend, the ledger and the running rounds; the loop knows the commands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.backends.base import Backend, Chunk
from engine.cache.ledger import Ledger
from engine.cache.plan import Plan, carry_out, plan
from engine.errors import ContextTooLong, EngineError, OutOfMemory
from engine.events import (
    ContentDelta,
    Diagnosis,
    Failed,
    Finished,
    PrefillProgress,
    PromptPlanned,
    ReasoningDelta,
)
from engine.outbox import Outbox
from engine.output.formats import detect
from engine.output.parts import Delta
from engine.output.reader import OutputReader
from engine.prompt.assemble import Prompt, assemble
from engine.prompt.template import ChatTemplate
from engine.round import RunningRound
from engine.scheduler import PrefillPace, compose
from engine.types import Ending, Generate, ModelInfo

NO_ROOM = (
    "The model's cache is full and nothing in it can be given up. Stop another answer, or load "
    "the model with a larger context."
)


class ModelRunner:
    """All rounds of one model. Inference thread only, but for `interrupt`."""

    def __init__(self, backend: Backend, outbox: Outbox, clock: Callable[[], float]) -> None:
        self._backend = backend
        self._outbox = outbox
        self._clock = clock
        self._ledger = Ledger(backend)
        self._pace = PrefillPace(backend.batch_tokens)
        self._running: list[RunningRound] = []
        self._template: ChatTemplate | None = None

    @property
    def info(self) -> ModelInfo:
        return self._backend.info

    @property
    def idle(self) -> bool:
        return not self._running

    def interrupt(self) -> None:
        self._backend.abort()

    def forget(self, conversation: str) -> None:
        self._ledger.forget(conversation)

    def stop(self, request: int) -> None:
        for round in self._running:
            if round.command.request == request:
                self._finish(round, "stopped")
                return

    def close(self) -> None:
        for round in list(self._running):
            self._finish(round, "stopped")
        self._backend.close()

    # ---- a request begins

    def start(self, command: Generate, asked_at_s: float) -> bool:
        """Plan a request and let it run from the next step on.

        False when every sequence is busy. Raises EngineError when it can never run.
        """
        prompt = assemble(
            command.prompt, template=self._chat_template(), tokenizer=self._backend.tokenizer
        )
        if len(prompt.ids) >= self._backend.cells:
            raise ContextTooLong(needed=len(prompt.ids), available=self._backend.cells)
        chosen = plan(
            prompt.ids,
            ledger=self._ledger,
            conversation=command.conversation,
            forks=self.info.capabilities.forks,
        )
        if chosen is None:
            return False
        reused = carry_out(chosen, prompt.ids, self._ledger)
        round = self._begin(command, prompt, chosen, reused, asked_at_s)
        self._running.append(round)
        self._outbox.add(
            PromptPlanned(
                request=command.request,
                prompt=len(prompt.ids),
                reused=reused,
                restored=0,
                to_read=len(round.unread),
                first_difference=chosen.first_difference,
                cause=chosen.cause,
            )
        )
        return True

    def _chat_template(self) -> ChatTemplate:
        """Compiled at the first request, so that a model with a broken template still opens."""
        if self._template is None:
            self._template = ChatTemplate.of(self.info.template, self._backend.tokenizer)
        return self._template

    def _begin(
        self, command: Generate, prompt: Prompt, chosen: Plan, reused: int, asked_at_s: float
    ) -> RunningRound:
        sequence = self._ledger.claim(
            chosen.target, conversation=command.conversation, request=command.request
        )
        sampler = self._backend.new_sampler(command.sampling)
        remembered = command.sampling.remembered_tokens(len(prompt.ids))
        for id in prompt.ids[len(prompt.ids) - remembered :]:
            sampler.accept(id)
        reader = OutputReader(
            tokenizer=self._backend.tokenizer,
            format=detect(self.info.template),
            opens_reasoning=prompt.opens_reasoning,
            stop=command.stop,
        )
        for id in prompt.continued_ids:
            reader.feed(id)
        return RunningRound(
            command=command,
            prompt_ids=prompt.ids,
            plan=chosen,
            reused=reused,
            sequence=sequence,
            sampler=sampler,
            reader=reader,
            asked_at_s=asked_at_s,
            unread=deque(prompt.ids[reused:]),
        )

    # ---- a step

    def step(self) -> None:
        """One forward pass over everything that runs, then one token out of each that decodes."""
        step = compose(self._running, self._pace)
        if not step:
            return
        abortable = any(round.prefilling for round, _ in step)
        began_s = self._clock()
        if not self._forward([chunk for _, chunk in step], abortable=abortable):
            return
        seconds = self._clock() - began_s
        for round, chunk in step:
            self._chunk_read(round, chunk, seconds)

    def _forward(self, batch: list[Chunk], *, abortable: bool) -> bool:
        """Read the batch, making room where the cells are full. False: nothing was read."""
        while True:
            try:
                return self._ledger.forward(batch, abortable=abortable)
            except OutOfMemory:
                if not self._ledger.evict():
                    self._give_up_youngest()
                    return False
            except EngineError as error:
                for round in list(self._running):
                    self._fail(round, error)
                return False

    def _give_up_youngest(self) -> None:
        round = self._running[-1]
        if round.written:
            self._finish(round, "context_full")
        else:
            self._fail(round, OutOfMemory(NO_ROOM))

    def _chunk_read(self, round: RunningRound, chunk: Chunk, seconds: float) -> None:
        prefilled = round.prefilling
        round.chunk_read(chunk, seconds)
        if prefilled:
            self._pace.measured(len(chunk.ids), seconds)
            to_read = len(round.prompt_ids) - round.reused
            self._outbox.add(
                PrefillProgress(request=round.command.request, read=round.read, to_read=to_read)
            )
        if chunk.wants_logits:
            self._next_token(round)

    def _next_token(self, round: RunningRound) -> None:
        forced = round.command.forced_ids
        if forced is not None:
            if round.written == len(forced):
                self._finish(round, "end_of_turn")
                return
            id = forced[round.written]
            round.sampler.accept(id)
        else:
            id = self._backend.sample(round.sequence.number, round.sampler)
        if forced is None and self._backend.tokenizer.is_end(id):
            self._finish(round, "end_of_turn")
            return
        round.sampled(id, self._clock())
        self._hand_out(round, round.reader.feed(id))
        ending = self._ending_after(round)
        if ending is not None:
            self._finish(round, ending)

    def _ending_after(self, round: RunningRound) -> Ending | None:
        if round.reader.stopped:
            return "stop_string"
        if round.command.max_tokens is not None and round.written >= round.command.max_tokens:
            return "length"
        if len(round.sequence.ids) >= self._backend.cells:
            return "context_full"
        return None

    # ---- a request ends

    def _finish(self, round: RunningRound, ending: Ending) -> None:
        self._hand_out(round, round.reader.finish(ending))
        info = self.info
        self._release(round)
        self._outbox.add(
            Finished(
                request=round.command.request,
                ending=ending,
                round=round.result(ending, info.tokenizer, info.name),
                parts=round.reader.parts(),
            )
        )

    def _fail(self, round: RunningRound, error: EngineError) -> None:
        self._release(round)
        self._outbox.add(Failed(request=round.command.request, kind=error.kind, message=str(error)))

    def _release(self, round: RunningRound) -> None:
        round.sampler.close()
        self._ledger.release(round.sequence.number)
        self._running.remove(round)

    def _hand_out(self, round: RunningRound, deltas: list[Delta]) -> None:
        """Turn the reader's deltas into events; sampled ids travel with the first text."""
        request = round.command.request
        for delta in deltas:
            match delta.kind:
                case "reasoning":
                    ids = round.report_ids()
                    self._outbox.add(ReasoningDelta(request=request, text=delta.text, ids=ids))
                case "content":
                    ids = round.report_ids()
                    self._outbox.add(ContentDelta(request=request, text=delta.text, ids=ids))
                case "diagnosis":
                    self._outbox.add(
                        Diagnosis(
                            request=request, kind=delta.name, message=delta.text, raw=delta.raw
                        )
                    )
