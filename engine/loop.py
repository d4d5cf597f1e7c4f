"""The inference loop: take commands, do one step, hand out events.

One `Loop` lives on the inference thread; only `interrupt` may be called from elsewhere. Each
command is a request that ends exactly once, whatever happens to the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

from engine.backends.base import OpenBackend
from engine.cache.snapshots import forget_snapshots
from engine.checking import check
from engine.errors import BadRequest, EngineError, NoModel
from engine.events import Failed, Finished, Queued, Settled, Unloaded
from engine.model_runner import ModelRunner
from engine.opening import open_model
from engine.outbox import Outbox
from engine.planning import WaitingRequest
from engine.types import (
    Command,
    CountTokens,
    Forget,
    Generate,
    InspectPrompt,
    LoadModel,
    Round,
    Settle,
    Stop,
    UnloadModel,
)

NO_MODEL = "No model is loaded. Choose a model, then ask again."


class Loop:
    """Commands in through `handle`, work through `step`, events out through the outbox."""

    def __init__(
        self,
        *,
        open_backend: OpenBackend,
        outbox: Outbox,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_backend = open_backend
        self._outbox = outbox
        self._clock = clock
        self._runner: ModelRunner | None = None
        self._snapshots: str | None = None
        self._waiting: list[WaitingRequest] = []
        self._settling: list[int] = []
        self._seen_changes = -1

    @property
    def idle(self) -> bool:
        """Whether no request runs or waits; there may be idle work."""
        runs = self._runner is not None and not self._runner.idle
        return not self._waiting and not self._settling and not runs

    def wait_s(self) -> float | None:
        """Seconds until `step` has something to do if no command comes; None: nothing ever."""
        if self._runner is None:
            return None
        if not self.idle:
            return 0.0
        return self._runner.idle_work.wait_s(at_once=False)

    def interrupt(self) -> None:
        """Make a long prefill return soon, so that a command just sent is seen. Any thread."""
        runner = self._runner
        if runner is not None:
            runner.interrupt()

    def handle(self, command: Command) -> None:
        """Carry out a command; one that makes no sense fails its request and nothing else."""
        try:
            check(command)
        except BadRequest as error:
            if not isinstance(command, Stop | Forget):
                self._outbox.add(_failed(command.request, error))
            return
        self._carry_out(command)

    def _carry_out(self, command: Command) -> None:
        match command:
            case LoadModel():
                self._load(command)
            case UnloadModel():
                self._close_model()
                self._outbox.add(Unloaded(request=command.request))
            case Generate():
                self._accept(command)
            case CountTokens() | InspectPrompt():
                self._look_at(command)
            case Settle():
                self._settling.append(command.request)
                self._settle_if_done()
            case Stop():
                self._stop(command.request)
            case Forget():
                self._forget(command.conversation)
            case _:
                assert_never(command)

    def step(self) -> None:
        """Start what can start, then one forward pass for everything that runs, or idle work."""
        if self._runner is None:
            return
        self._start_waiting(self._runner)
        if not self._runner.idle:
            self._runner.step()
            self._outbox.flush_if_due()
        elif not self._waiting:
            self._work_idly(self._runner)

    def close(self) -> None:
        self._close_model()
        self._outbox.flush()

    def _work_idly(self, runner: ModelRunner) -> None:
        if runner.idle_work.wait_s(at_once=bool(self._settling)) == 0.0:
            runner.idle_work.step()
        self._settle_if_done()
        self._outbox.flush()

    def _settle_if_done(self) -> None:
        """Answer those who wait for the idle work when there is none left."""
        runner = self._runner
        if runner is not None:
            busy = bool(self._waiting) or not runner.idle
            if not self._settling or busy or runner.idle_work.wait_s(at_once=True) is not None:
                return
        while self._settling:
            self._outbox.add(Settled(request=self._settling.pop(0)))

    def _load(self, command: LoadModel) -> None:
        self._close_model()
        self._snapshots = command.cache.snapshots
        try:
            self._runner = open_model(
                command,
                open_backend=self._open_backend,
                outbox=self._outbox,
                clock=self._clock,
            )
        except EngineError as error:
            self._outbox.add(_failed(command.request, error))

    def _forget(self, conversation: str) -> None:
        if self._runner is not None:
            self._runner.forget(conversation)
        if self._snapshots is not None:
            forget_snapshots(Path(self._snapshots), conversation)

    def _accept(self, command: Generate) -> None:
        if self._runner is None:
            self._outbox.add(_failed(command.request, NoModel(NO_MODEL)))
            return
        self._seen_changes = -1
        ahead = len(self._waiting)
        self._waiting.append(WaitingRequest(command, self._clock()))
        if ahead:
            self._outbox.add(Queued(request=command.request, ahead=ahead))

    def _look_at(self, command: CountTokens | InspectPrompt) -> None:
        try:
            if self._runner is None:
                raise NoModel(NO_MODEL)
            if isinstance(command, CountTokens):
                self._outbox.add(self._runner.forecast(command))
            else:
                self._outbox.add(self._runner.inspect(command))
        except EngineError as error:
            self._outbox.add(_failed(command.request, error))

    def _start_waiting(self, runner: ModelRunner) -> None:
        """Start, in their order, what need not wait; side jobs only when nothing else is there."""
        if self._seen_changes == runner.changes:
            return
        self._seen_changes = runner.changes
        for waiting in sorted(self._waiting, key=lambda waiting: waiting.command.side):
            may_start = runner.idle or not waiting.command.side
            if may_start and self._start(runner, waiting):
                self._waiting.remove(waiting)

    def _start(self, runner: ModelRunner, waiting: WaitingRequest) -> bool:
        """Whether the request need not wait any more: it started, or failed on the way."""
        try:
            return runner.start(waiting)
        except EngineError as error:
            runner.refused(waiting.command, error)
            self._outbox.add(_failed(waiting.command.request, error))
            return True

    def _stop(self, request: int) -> None:
        """Stopping what is over already changes nothing."""
        for waiting in self._waiting:
            if waiting.command.request == request:
                self._waiting.remove(waiting)
                self._end_waiting(waiting.command)
                return
        if self._runner is not None:
            self._runner.stop(request)

    def _end_waiting(self, command: Generate) -> None:
        assert self._runner is not None
        nothing = Round(ids=(), tokenizer=self._runner.info.tokenizer, ending="stopped")
        self._outbox.add(
            Finished(request=command.request, ending="stopped", round=nothing, parts=())
        )

    def _close_model(self) -> None:
        """End every request and give the model's memory back; idle work is left undone."""
        if self._runner is None:
            return
        while self._waiting:
            self._end_waiting(self._waiting.pop(0).command)
        self._runner.close()
        self._runner = None
        self._settle_if_done()


def _failed(request: int, error: EngineError) -> Failed:
    return Failed(request=request, kind=error.kind, message=str(error))
