"""What quitting takes while an answer streams: from the request to the end of the process.

`python -m` this module is the whole program over a scripted engine process; it asks a question and
writes a line as soon as the answer is being written.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

    from app.arguments import Arguments
    from app.session import Session
    from app.ui.window_change import ShownWindow
    from engine.events import Event

WRITTEN = 200
"""Characters of the answer that are there when the program is told to end."""
TOKENS_PER_S = 200
LOOK_MS = 20


def quits_ms(*, runs: int) -> list[float]:
    """Of as many programs, each with a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        return [_quit_ms(Path(folder) / str(number)) for number in range(runs)]


def _quit_ms(folder: Path) -> float:
    command = [sys.executable, "-m", "benchmarks._quitting", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        answering = program.stdout.readline()
        assert answering, program.stderr.read().decode()
        begun_s = time.perf_counter()
        program.send_signal(signal.SIGTERM)
        status = program.wait()
        passed_ms = (time.perf_counter() - begun_s) * 1000
        assert status == 0, program.stderr.read().decode()
    return passed_ms


def main(folder: Path) -> int:
    from PySide6.QtCore import QTimer

    import app.__main__ as program
    from app import building
    from app.arguments import parse
    from benchmarks._transcript import markdown
    from benchmarks._whole_path import COMMAND
    from engine.host import EngineHost

    timer = QTimer(interval=LOOK_MS)
    built = building.build

    def build(wanted: Arguments) -> tuple[Session, ShownWindow]:
        session, shown = built(wanted)
        timer.timeout.connect(lambda: _go_on(session, timer))
        timer.start()
        return session, shown

    def new_host(deliver: Callable[[list[Event]], None], *_: object, **__: object) -> EngineHost:
        return EngineHost(command=COMMAND, deliver=deliver)

    building.new_host = new_host  # type: ignore[attr-defined] # the module only imports it
    building.build = build
    folder.mkdir()
    model = folder / "steady.gguf"
    said = {"say": markdown(100_000), "seconds_per_token": 1 / TOKENS_PER_S}
    model.write_text(json.dumps(said), encoding="utf-8")
    return program.run(parse(["--data-dir", str(folder / "data"), "--model", str(model)]))


def _go_on(session: Session, timer: QTimer) -> None:
    """Ask as soon as somebody can answer, then wait until the answer is being written."""
    chat = session.chat
    if chat is None or session.model.phase != "ready":
        return
    if not chat.branch:
        assert chat.send("Write.")
    elif chat.turn is not None and len(chat.turn.message.text) > WRITTEN:
        timer.stop()
        os.write(1, b"answering\n")


if __name__ == "__main__":
    from app.leaving import leave

    leave(main(Path(sys.argv[1])))
