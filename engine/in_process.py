"""The same loop on a thread of this process: for tests and debugging, since native crashes end it.

Keeps the interface of `engine.host.EngineHost`.
"""

from __future__ import annotations

import itertools
import os
import queue
import threading
import time
from collections.abc import Callable

from engine.backends.base import OpenBackend
from engine.child import serve
from engine.events import Event
from engine.loop import Loop
from engine.outbox import Outbox
from engine.prompt.own_templates import with_own_templates
from engine.types import Command


class InProcessHost:
    """`deliver` is called on the inference thread."""

    def __init__(
        self, *, deliver: Callable[[list[Event]], None], open_backend: OpenBackend
    ) -> None:
        self._requests = itertools.count(1)
        self._commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._loop = Loop(open_backend=open_backend, outbox=Outbox(deliver, time.monotonic))
        self._thread = threading.Thread(
            target=serve, args=(self._loop, self._commands), name="inference", daemon=True
        )
        self._thread.start()

    def next_request(self) -> int:
        """A number no request of this host has had."""
        return next(self._requests)

    @property
    def process_id(self) -> int | None:
        return os.getpid()

    def submit(self, command: Command) -> None:
        self._commands.put(command)
        self._loop.interrupt()

    def close(self) -> None:
        """End running requests as stopped and join the thread."""
        self._commands.put(None)
        self._loop.interrupt()
        self._thread.join()


def llama_in_process(*, deliver: Callable[[list[Event]], None]) -> InProcessHost:
    """A host over llama.cpp."""
    from engine.backends.llama import open_llama

    return InProcessHost(deliver=deliver, open_backend=with_own_templates(open_llama))
