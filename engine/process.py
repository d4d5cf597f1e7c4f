"""The parent's hold on one engine process: its pipes, its three threads, its end.

Nothing here waits for the child on the caller's thread: a writer thread sends (a large frame blocks
until it is read), a reader thread receives, a third drains stderr into the log.
"""

from __future__ import annotations

import collections
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, cast

from engine.events import Event
from engine.frames import read_frame, write_frame
from engine.types import Command

_log = logging.getLogger(__name__)
STDERR_TAIL_LINES = 40
CLOSE_WAIT_S = 0.15


class EngineProcess:
    """One child. `received` gets batches and `exited` the exit's cause, on the reader thread."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        received: Callable[[list[Event]], None],
        exited: Callable[[EngineProcess, str], None],
    ) -> None:
        self._received = received
        self._exited = exited
        self._outgoing: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._tail: collections.deque[str] = collections.deque(maxlen=STDERR_TAIL_LINES)
        self._popen = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._threads = [
            threading.Thread(target=target, name=name, daemon=True)
            for target, name in (
                (self._read, "engine-reader"),
                (self._write, "engine-writer"),
                (self._drain_stderr, "engine-stderr"),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def process_id(self) -> int:
        return self._popen.pid

    def send(self, command: Command) -> None:
        self._outgoing.put(command)

    def close(self) -> None:
        """End the child; it leaves by itself when its stdin ends, or is killed."""
        self._outgoing.put(None)
        try:
            self._popen.wait(CLOSE_WAIT_S)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def _pipe(self, stream: IO[bytes] | None) -> IO[bytes]:
        return cast("IO[bytes]", stream)  # all three were asked for

    def _read(self) -> None:
        with self._pipe(self._popen.stdout) as stdout:
            while True:
                try:
                    batch = read_frame(stdout)
                except EOFError:
                    break
                self._received(batch)
        status = self._popen.wait()
        self._outgoing.put(None)
        self._threads[2].join()
        self._exited(self, exit_cause(status, list(self._tail)))

    def _write(self) -> None:
        with self._pipe(self._popen.stdin) as stdin:
            while (command := self._outgoing.get()) is not None:
                try:
                    write_frame(stdin, command)
                except OSError:
                    break  # the reader thread sees the end and tells why

    def _drain_stderr(self) -> None:
        with self._pipe(self._popen.stderr) as stderr:
            for raw in stderr:
                line = raw.decode("utf-8", "replace").rstrip()
                self._tail.append(line)
                _log.info("engine: %s", line)


def _environment() -> dict[str, str]:
    """The child finds this package wherever the parent was started from."""
    environment = dict(os.environ)
    if not getattr(sys, "frozen", False):
        root = str(Path(__file__).parent.parent)
        known = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = f"{root}{os.pathsep}{known}" if known else root
    return environment


def exit_cause(status: int, tail: Sequence[str]) -> str:
    """The end of a child in one plain sentence; `status` as subprocess gives it."""
    if any("out of memory" in line.lower() or "bad_alloc" in line for line in tail):
        return "The model's process ran out of memory and ended."
    named = {
        signal.SIGSEGV: "The model's process crashed in native code (segmentation fault).",
        signal.SIGABRT: "The model's process gave up in native code (abort).",
        signal.SIGILL: "The model's process used an instruction this processor does not have.",
    }
    if hasattr(signal, "SIGKILL"):
        named[signal.SIGKILL] = (
            "The model's process was ended by the system or by another program, often for memory."
        )
    if hasattr(signal, "SIGBUS"):
        named[signal.SIGBUS] = "The model's process could not read the model file any more."
    if status < 0:
        by_signal = f"The model's process was ended by signal {-status}."
        return named.get(signal.Signals(-status), by_signal)
    if status == 0:
        return "The model's process ended unexpectedly."
    return (
        f"The model's process stopped with an internal error (status {status}); "
        "the log has the details."
    )
