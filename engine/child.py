"""The engine process: frames in on stdin, the loop on the main thread, frames out on stdout.

Native code prints to fd 1 at will, so the frames move to a private descriptor and fd 1 becomes
stderr. A reader thread takes commands; when the parent is gone it ends the process at once, in the
middle of a step if need be.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import queue
import signal
import sys
import threading
import time
from typing import BinaryIO, NoReturn

from engine.backends.base import OpenBackend
from engine.frames import read_frame, write_frame
from engine.loop import Loop
from engine.outbox import Outbox
from engine.prompt.own_templates import with_own_templates
from engine.types import Command

EXIT_BUG = 70
_log = logging.getLogger(__name__)


def main(open_backend: OpenBackend | None = None) -> NoReturn:
    """Serve until stdin ends, then exit at once: nothing here is worth a slow goodbye."""
    frames_out = _private_stdout()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the window's business
    faulthandler.enable()
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    outbox = Outbox(lambda batch: write_frame(frames_out, batch), time.monotonic)
    loop = Loop(open_backend=open_backend or _llama(), outbox=outbox)
    commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(commands, loop), daemon=True).start()
    try:
        serve(loop, commands)
    except OSError:
        os._exit(0)  # the parent went away while we wrote
    except Exception:  # the outermost edge of this process: the parent tells the user
        _log.exception("the engine hit a bug of its own")
        sys.stderr.flush()
    os._exit(EXIT_BUG)


def _llama() -> OpenBackend:
    from engine.backends.llama import open_llama

    return with_own_templates(open_llama)


def serve(loop: Loop, commands: queue.SimpleQueue[Command | None]) -> None:
    """Take commands first; make a step when none came by the time there is something to do.

    Returns, with the model closed, at a None among the commands.
    """
    while True:
        try:
            command = commands.get(timeout=loop.wait_s())
        except queue.Empty:
            loop.step()
            continue
        if command is None:
            loop.close()
            return
        loop.handle(command)


def _read(commands: queue.SimpleQueue[Command | None], loop: Loop) -> None:
    """Queue what the parent sends; a long prefill is interrupted so that it is seen soon."""
    while True:
        try:
            command = read_frame(sys.stdin.buffer)
        except EOFError:
            os._exit(0)
        commands.put(command)
        loop.interrupt()


def _private_stdout() -> BinaryIO:
    sys.stdout.flush()
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "wb")
