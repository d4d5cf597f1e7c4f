"""The parent side of the engine: starts the child, survives it, and keeps every promise to callers.

    submit ─▶ writer thread ─▶ child: loop ─▶ reader thread ─▶ deliver(batch)

If the child dies, every running request gets its one `Failed`, then `HostExited` is delivered; the
next request starts a new child and loads the model again.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.errors import HostDied, LoadFailed
from engine.events import ENDING_EVENTS, Event, Failed, HostExited, Loaded, Unloaded
from engine.known_good import KnownGood
from engine.process import EngineProcess
from engine.types import Command, Forget, LoadModel, Stop, UnloadModel

Deliver = Callable[[list[Event]], None]


def engine_command() -> list[str]:
    """The argv of the engine process; a frozen app runs itself with a flag."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine-host"]
    return [sys.executable, "-P", "-m", "engine", "host"]


class EngineHost:
    """One engine, whichever process runs it now. Every method may be called from any thread."""

    def __init__(
        self,
        *,
        command: Sequence[str],
        deliver: Deliver,
        known_good: Path | None = None,
    ) -> None:
        self._command = command
        self._deliver = deliver
        self._known_good = KnownGood(known_good)
        self._lock = threading.RLock()
        self._requests = itertools.count(1)
        self._process: EngineProcess | None = None
        self._open: dict[int, Command] = {}
        self._loaded: LoadModel | None = None
        self._closed = False

    def next_request(self) -> int:
        """A number no request of this host has had."""
        return next(self._requests)

    @property
    def process_id(self) -> int | None:
        """Of the running child, for tests and the log."""
        process = self._process
        return None if process is None else process.process_id

    def submit(self, command: Command) -> None:
        """Send a command; starts the child, and loads the model again after a crash."""
        with self._lock:
            if self._closed or (self._process is None and isinstance(command, Stop | Forget)):
                return
            process = self._process or self._start(command)
            if isinstance(command, LoadModel):
                command = replace(command, options=self._known_good.options_for(command))
            if not isinstance(command, Stop | Forget):
                self._open[command.request] = command
            process.send(command)

    def close(self) -> None:
        """End the child. Running requests are not answered any more."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            process.close()

    def _start(self, command: Command) -> EngineProcess:
        process = EngineProcess(self._command, received=self._received, exited=self._exited)
        self._process = process
        if not isinstance(command, LoadModel | UnloadModel) and self._loaded is not None:
            again = replace(self._loaded, request=self.next_request())
            self._open[again.request] = again
            process.send(again)
        return process

    def _received(self, batch: list[Event]) -> None:
        """Reader thread: note endings, then hand the batch on."""
        with self._lock:
            for event in batch:
                if isinstance(event, ENDING_EVENTS):
                    self._ended(event)
        self._deliver(batch)

    def _ended(self, event: Loaded | Unloaded | Failed | Event) -> None:
        assert not isinstance(event, HostExited)
        command = self._open.pop(event.request, None)
        if isinstance(event, Loaded) and isinstance(command, LoadModel):
            self._loaded = command
            self._known_good.worked(command)
        elif isinstance(command, LoadModel) or isinstance(event, Unloaded):
            self._loaded = None

    def _exited(self, process: EngineProcess, cause: str) -> None:
        """Reader thread of a child that is gone: retry its load more safely, or tell everyone."""
        with self._lock:
            if self._closed or process is not self._process:
                return
            self._process = None
            commands, self._open = self._open, {}
            retries = self._retry_load(commands)
            failures: list[Event] = [_died(command, cause) for request, command in commands.items()]
        if not retries:
            self._deliver([*failures, HostExited(message=cause)])

    def _retry_load(self, commands: dict[int, Command]) -> bool:
        """Whether the child died while loading and the load is tried once more, more safely."""
        load = next((c for c in commands.values() if isinstance(c, LoadModel)), None)
        if load is None:
            return False
        safer = self._known_good.safer(load)
        if safer is None:
            self._loaded = None
            return False
        commands[load.request] = safer
        self._open = commands
        process = EngineProcess(self._command, received=self._received, exited=self._exited)
        self._process = process
        for command in commands.values():
            process.send(command)
        return True


def _died(command: Command, cause: str) -> Failed:
    assert not isinstance(command, Stop | Forget)
    if isinstance(command, LoadModel):
        sentence = f"{cause} The model could not be loaded, not even with careful settings."
        return Failed(request=command.request, kind=LoadFailed.__name__, message=sentence)
    return Failed(request=command.request, kind=HostDied.__name__, message=cause)
