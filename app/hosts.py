"""Which engine host the program runs on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.bridge import Host
from engine.events import Event
from engine.host import EngineHost, engine_command


def new_host(deliver: Callable[[list[Event]], None], known_good: Path, *, in_process: bool) -> Host:
    """The engine in a child process, or on a thread of this one to debug it."""
    if in_process:
        from engine.in_process import llama_in_process  # brings the whole loop along

        return llama_in_process(deliver=deliver)
    return EngineHost(command=engine_command(), deliver=deliver, known_good=known_good)
