"""An engine for scripts: commands in, events out one after the other, on the caller's thread."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine import errors
from engine.events import ENDING_EVENTS, Event, Failed, Finished, HostExited, Loaded, Loading
from engine.host import EngineHost, engine_command
from engine.models import CacheOptions, LoadOptions, ModelInfo
from engine.types import Generate, LoadModel, Settle, Stop


class ScriptEngine:
    """Owns one engine process. Use as a context manager, so that none is left behind."""

    def __init__(self, command: list[str] | None = None, known_good: Path | None = None) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._host = EngineHost(
            command=command or engine_command(), deliver=self._deliver, known_good=known_good
        )

    def __enter__(self) -> ScriptEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self._host.close()

    def load(
        self,
        path: str,
        options: LoadOptions,
        *,
        cache: CacheOptions | None = None,
        trace: str | None = None,
        loading: Callable[[Loading], None] | None = None,
    ) -> ModelInfo:
        """Load a model and wait. Raises the EngineError the engine failed with."""
        request = self._host.next_request()
        resolved = str(Path(path).absolute())
        wanted = cache or CacheOptions()
        self._host.submit(
            LoadModel(
                request=request,
                path=resolved,
                options=options,
                cache=wanted,
                trace=None if trace is None else str(Path(trace).absolute()),
            )
        )
        for event in self._until_ended(request):
            if isinstance(event, Loading) and loading is not None:
                loading(event)
            if isinstance(event, Loaded):
                return event.model
        raise AssertionError("a load ends with Loaded or Failed")

    def generate(self, **wanted: Any) -> Iterator[Event]:
        """Run a round (arguments of `Generate`, less the request). Ends after its last event.

        Raises the EngineError the round failed with.
        """
        command = Generate(request=self._host.next_request(), **wanted)
        self._host.submit(command)
        return self._until_ended(command.request)

    def settle(self) -> None:
        """Wait until read-ahead and snapshots are done."""
        request = self._host.next_request()
        self._host.submit(Settle(request=request))
        for _ in self._until_ended(request):
            pass

    def stop(self, request: int) -> None:
        self._host.submit(Stop(request=request))

    def _deliver(self, events: list[Event]) -> None:
        for event in events:
            self._events.put(event)

    def _until_ended(self, request: int) -> Iterator[Event]:
        while True:
            event = self._events.get()
            if isinstance(event, HostExited) or event.request != request:
                continue
            if isinstance(event, Failed):
                raise getattr(errors, event.kind, errors.EngineError)(event.message)
            yield event
            if isinstance(event, ENDING_EVENTS):
                return


def finished_of(events: Iterator[Event]) -> Finished:
    """Run a round to its end."""
    for event in events:
        if isinstance(event, Finished):
            return event
    raise AssertionError("a round ends with Finished or an error")
