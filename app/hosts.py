"""Which engine host the program runs on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bridge import Host
    from engine.events import Event
    from engine.types import Command


def new_host(deliver: Callable[[list[Event]], None], known_good: Path, *, in_process: bool) -> Host:
    """The engine in a child process, or on a thread of this one to debug it."""
    if in_process:
        from engine.in_process import llama_in_process  # brings the whole loop along

        return llama_in_process(deliver=deliver)
    from engine.host import EngineHost, engine_command

    return EngineHost(command=engine_command(), deliver=deliver, known_good=known_good)


class LateHost:
    """A host that is made when something is asked of it: the first paint does without."""

    def __init__(self, make: Callable[[], Host]) -> None:
        self._make = make
        self._made: Host | None = None

    def submit(self, command: Command) -> None:
        self._host.submit(command)

    def next_request(self) -> int:
        return self._host.next_request()

    def close(self) -> None:
        if self._made is not None:
            self._made.close()

    @property
    def _host(self) -> Host:
        if self._made is None:
            self._made = self._make()
        return self._made
