"""One loaded model at work: prompts placed, steps made, rounds ended.

Knows the backend, the ledger and the running rounds; the loop knows the commands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.answering import Answering
from engine.backends.base import Backend, Chunk
from engine.cache.keeping import Keeping
from engine.cache.ledger import Ledger
from engine.cache.origins import Origins
from engine.cache.room import Room
from engine.cache.snapshots import SnapshotStore
from engine.errors import ComputeFailed, EngineError, OutOfMemory
from engine.events import Forecast, PrefillProgress, PromptInspected
from engine.idle_work import IdleWork
from engine.models import CacheOptions, ModelInfo
from engine.outbox import Outbox
from engine.planning import Planner, WaitingRequest
from engine.prompt.templates import Templates
from engine.read_ahead import ReadAhead
from engine.round import RunningRound
from engine.scheduler import PrefillPace, Scheduler, should_wait
from engine.trace import Trace
from engine.types import CountTokens, Ending, Generate, InspectPrompt

NO_ROOM = (
    "The model's cache is full and nothing in it can be given up. Stop another answer, or load "
    "the model with a larger context."
)
SIDE_JOBS = ""
"""Side jobs belong to no conversation."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a model works with: its cache options, snapshots, templates, way out, monotonic seconds
    and perhaps a trace.
    """

    cache: CacheOptions
    store: SnapshotStore | None
    templates: Templates
    outbox: Outbox
    clock: Callable[[], float]
    trace: Trace | None = None


class ModelRunner:
    """All rounds of one model. Inference thread only, but for `interrupt`.

    `changes` counts what may let a waiting request start: rounds ended, prompts read. `idle_work`
    is for when nothing runs.
    """

    def __init__(self, backend: Backend, surroundings: Surroundings) -> None:
        cache, store = surroundings.cache, surroundings.store
        self._backend = backend
        self._outbox = surroundings.outbox
        self._clock = surroundings.clock
        self._ledger = Ledger(backend)
        self._origins = Origins()
        self._pace = PrefillPace(backend.batch_tokens)
        self._scheduler = Scheduler(self._pace)
        self._running: list[RunningRound] = []
        self.changes = 0
        self._trace = surroundings.trace
        templates = surroundings.templates
        self._answering = Answering(backend, templates, self._outbox, self._clock, self._trace)
        keeping = None if store is None else self._keeping(store, cache.snapshot_worth_s)
        self._room = Room(ledger=self._ledger, origins=self._origins, keeping=keeping)
        self._planner = Planner(
            backend=backend,
            ledger=self._ledger,
            origins=self._origins,
            room=self._room,
            store=store,
            templates=templates,
        )
        self._read_ahead = self._new_read_ahead(templates) if cache.read_ahead else None
        self.idle_work = IdleWork(
            options=cache,
            room=self._room,
            read_ahead=self._read_ahead,
            keeping=keeping,
            outbox=self._outbox,
            clock=self._clock,
        )

    def _keeping(self, store: SnapshotStore, worth_s: float) -> Keeping:
        return Keeping(
            store=store,
            ledger=self._ledger,
            worth_s=worth_s,
            tokens_per_second=lambda: self._pace.tokens_per_second,
        )

    def _new_read_ahead(self, templates: Templates) -> ReadAhead | None:
        if not self._backend.info.capabilities.forks:
            return None
        return ReadAhead(
            backend=self._backend,
            ledger=self._ledger,
            origins=self._origins,
            room=self._room,
            templates=templates,
            pace=self._pace,
            clock=self._clock,
        )

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
        self._origins.forget(conversation)
        if self._read_ahead is not None:
            self._read_ahead.drop(conversation)

    def forecast(self, command: CountTokens) -> Forecast:
        """Raises EngineError."""
        return self._planner.forecast(command, self._pace.seconds)

    def inspect(self, command: InspectPrompt) -> PromptInspected:
        """Raises EngineError."""
        return self._planner.inspect(command)

    def refused(self, command: Generate, error: EngineError) -> None:
        """A request could not start; the trace, where there is one, knows it, too."""
        if self._trace is not None:
            self._trace.refused(command, error)

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

    def start(self, waiting: WaitingRequest) -> bool:
        """Plan a request and let it run from the next step on.

        False when it has to wait for others. Raises EngineError when it can never run.
        """
        command = waiting.command
        prompt = self._planner.prompt_of(waiting)
        source = self._planner.source_of(waiting)
        if should_wait(prompt.ids, source, running=self._running, cells=self._backend.cells):
            return False
        waiting.constraint = self._answering.constraint(waiting, prompt)
        placed = self._planner.place(waiting)
        if placed is None:
            return False
        if self._read_ahead is not None and not command.side:
            self._read_ahead.drop(command.conversation)
        owner = SIDE_JOBS if command.side else command.conversation
        self._ledger.claim(placed.target.number, conversation=owner, request=command.request)
        self._origins.began(placed.target.number, command.prompt)
        try:
            round = self._answering.begin(waiting, prompt, placed)
        except EngineError:
            self._ledger.release(placed.target.number)
            raise
        self._keep_checkpoint(round)
        self._running.append(round)
        return True

    # ---- a step

    def step(self) -> None:
        """One forward pass over everything that runs, then one token out of each that decodes."""
        step = self._scheduler.compose(self._running)
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
                if not self._room.evict():
                    self._give_up(_least_missed(self._running))
                    return False
            except EngineError as error:
                for round in list(self._running):
                    self._fail(round, error)
                return False

    def _give_up(self, round: RunningRound) -> None:
        if round.written:
            self._finish(round, "context_full")
        else:
            self._fail(round, OutOfMemory(NO_ROOM))

    def _chunk_read(self, round: RunningRound, chunk: Chunk, seconds: float) -> None:
        prefilled = round.prefilling
        round.chunk_read(chunk, seconds)
        if prefilled:
            self._pace.measured(len(chunk.ids), seconds)
            self._keep_checkpoint(round)
            self._outbox.add(
                PrefillProgress(
                    request=round.command.request,
                    read=round.read,
                    to_read=round.read + len(round.unread),
                )
            )
            self.changes += not round.prefilling
        if chunk.wants_logits:
            self._next_token(round)

    def _next_token(self, round: RunningRound) -> None:
        try:
            ending = self._answering.next_token(round)
        except ComputeFailed as error:  # a grammar came to an end without one
            self._fail(round, error)
            return
        if ending is not None:
            self._finish(round, ending)

    def _keep_checkpoint(self, round: RunningRound) -> None:
        if round.at_checkpoint:
            self._ledger.checkpoint(round.sequence.number)

    # ---- a request ends

    def _finish(self, round: RunningRound, ending: Ending) -> None:
        self._release(round)
        answer = self._answering.finish(round, ending)
        command, sequence = round.command, round.sequence
        if command.side:
            return
        self._origins.answered(sequence.number, answer)
        if self._read_ahead is not None and answer.parts:
            self._read_ahead.answered(command, answer, sequence)

    def _fail(self, round: RunningRound, error: EngineError) -> None:
        self._release(round)
        self._answering.fail(round, error)

    def _release(self, round: RunningRound) -> None:
        """What the round read and wrote stays for the next one; a side job leaves nothing."""
        self.changes += 1
        round.sampler.close()
        self._running.remove(round)
        self._ledger.release(round.sequence.number)
        if round.command.side:
            self._ledger.clear(round.sequence.number)
        if self._running:
            self.idle_work.make_room()  # idle sequences slow those that go on
        self.idle_work.work_ended()


def _least_missed(running: list[RunningRound]) -> RunningRound:
    """The youngest side job, or the youngest round."""
    side_jobs = [round for round in running if round.command.side]
    return (side_jobs or running)[-1]
