"""One loaded model at work: prompts placed, steps made, rounds ended.

Knows the backend, the ledger and the running rounds; the loop knows the commands.
"""

from __future__ import annotations

from engine.answering import Answering
from engine.backends.base import Backend, Chunk
from engine.equipment import Equipment, Surroundings
from engine.errors import ComputeFailed, EngineError, OutOfMemory
from engine.events import Forecast, PrefillProgress, PromptInspected
from engine.models import ModelInfo
from engine.planning import WaitingRequest
from engine.round import RunningRound
from engine.scheduler import Scheduler, should_wait
from engine.types import CountTokens, Ending, Generate, InspectPrompt

NO_ROOM = (
    "The model's cache is full and nothing in it can be given up. Stop another answer, or load "
    "the model with a larger context."
)
SIDE_JOBS = ""
"""Side jobs belong to no conversation."""


class ModelRunner:
    """All rounds of one model. Inference thread only, but for `interrupt`.

    `changes` counts what may let a waiting request start: rounds ended, prompts read. `idle_work`
    is for when nothing runs.
    """

    def __init__(self, backend: Backend, surroundings: Surroundings) -> None:
        self._backend = backend
        self._outbox = surroundings.outbox
        self._clock = surroundings.clock
        self._trace = surroundings.trace
        equipment = Equipment(backend, surroundings)
        self._ledger = equipment.ledger
        self._origins = equipment.origins
        self._pace = equipment.pace
        self._room = equipment.room
        self._planner = equipment.planner
        self._read_ahead = equipment.read_ahead
        self.idle_work = equipment.idle_work
        self._scheduler = Scheduler(self._pace)
        self._answering = Answering(
            backend, surroundings.templates, self._outbox, self._clock, self._trace
        )
        self._running: list[RunningRound] = []
        self.changes = 0

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
        if not command.on_disk:
            self._ledger.keep_off_disk(command.conversation)
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
        if round.greedy is not None:
            round.greedy.close()
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
