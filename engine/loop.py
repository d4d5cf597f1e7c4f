"""The inference loop: take commands, do one step, hand out events.

One `Loop` lives on the inference thread; only `interrupt` may be called from elsewhere. Each
command is a request that ends exactly once, whatever happens to the others.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import assert_never

from engine.backends.base import OpenBackend
from engine.errors import EngineError, NoModel
from engine.events import Failed, Finished, Loaded, Loading, Queued, Unloaded
from engine.model_runner import ModelRunner
from engine.outbox import Outbox
from engine.types import (
    Command,
    Forget,
    Generate,
    LoadModel,
    Round,
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
        self._queue: deque[tuple[Generate, float]] = deque()

    @property
    def idle(self) -> bool:
        return not self._queue and (self._runner is None or self._runner.idle)

    def interrupt(self) -> None:
        """Make a long prefill return soon, so that a command just sent is seen. Any thread."""
        runner = self._runner
        if runner is not None:
            runner.interrupt()

    def handle(self, command: Command) -> None:
        match command:
            case LoadModel():
                self._load(command)
            case UnloadModel():
                self._close_model()
                self._outbox.add(Unloaded(request=command.request))
            case Generate():
                self._accept(command)
            case Stop():
                self._stop(command.request)
            case Forget():
                if self._runner is not None:
                    self._runner.forget(command.conversation)
            case _:
                assert_never(command)

    def step(self) -> None:
        """Start what can start, then one forward pass for everything that runs."""
        if self._runner is None:
            return
        while self._queue and self._start(*self._queue[0]):
            self._queue.popleft()
        self._runner.step()
        self._outbox.flush_if_due()

    def close(self) -> None:
        self._close_model()
        self._outbox.flush()

    def _load(self, command: LoadModel) -> None:
        self._close_model()
        self._outbox.add(Loading(request=command.request, fraction=0.0))
        self._outbox.flush()

        def progress(fraction: float) -> None:
            self._outbox.add(Loading(request=command.request, fraction=fraction))
            self._outbox.flush_if_due()

        try:
            backend = self._open_backend(command.path, command.options, progress)
        except EngineError as error:
            self._outbox.add(_failed(command.request, error))
            return
        self._runner = ModelRunner(backend, self._outbox, self._clock)
        self._outbox.add(Loaded(request=command.request, model=backend.info))

    def _accept(self, command: Generate) -> None:
        if self._runner is None:
            self._outbox.add(_failed(command.request, NoModel(NO_MODEL)))
            return
        self._queue.append((command, self._clock()))
        ahead = len(self._queue) - 1
        if ahead:
            self._outbox.add(Queued(request=command.request, ahead=ahead))

    def _start(self, command: Generate, asked_at_s: float) -> bool:
        """Whether the request is off the queue: started, or failed on the way."""
        assert self._runner is not None
        try:
            return self._runner.start(command, asked_at_s)
        except EngineError as error:
            self._outbox.add(_failed(command.request, error))
            return True

    def _stop(self, request: int) -> None:
        """Stopping what is over already changes nothing."""
        for entry in self._queue:
            if entry[0].request == request:
                self._queue.remove(entry)
                self._end_queued(entry[0])
                return
        if self._runner is not None:
            self._runner.stop(request)

    def _end_queued(self, command: Generate) -> None:
        assert self._runner is not None
        nothing = Round(ids=(), tokenizer=self._runner.info.tokenizer, ending="stopped")
        self._outbox.add(
            Finished(request=command.request, ending="stopped", round=nothing, parts=())
        )

    def _close_model(self) -> None:
        """End every request as stopped and give the model's memory back."""
        if self._runner is None:
            return
        while self._queue:
            self._end_queued(self._queue.popleft()[0])
        self._runner.close()
        self._runner = None


def _failed(request: int, error: EngineError) -> Failed:
    return Failed(request=request, kind=error.kind, message=str(error))
