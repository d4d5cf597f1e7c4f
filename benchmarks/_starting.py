"""What a start of the program costs: `python -m` this module starts it once and prints figures.

Processor time of the whole process, and by the clock; the import of QtWidgets, which no program
with a window can do without, is what they are compared with.
"""

from __future__ import annotations

import time

BEGUN_S, BEGUN_BUSY_S = time.perf_counter(), time.process_time()

from app.plain_imports import plain_imports  # noqa: E402

with plain_imports():  # as the program does it
    import PySide6.QtWidgets  # noqa: F401

QT_BUSY_S = time.process_time() - BEGUN_BUSY_S

import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import TYPE_CHECKING  # noqa: E402

if TYPE_CHECKING:
    from app.arguments import Arguments
    from app.session import Session
    from app.ui.window_change import ShownWindow

RUNS = 5
LONGEST_S = 120


def starts(folder: Path, *, stored: bool = False, runs: int = RUNS) -> dict[str, float]:
    """Medians of several starts with this data folder, after one that fills the caches.

    With `stored`, each start goes on until the newest conversation is shown.
    """
    import statistics  # here, for what is measured does without them
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "benchmarks._starting", str(folder), str(int(stored))]
        found = []
        for _ in range(runs + 1):
            done = subprocess.run(
                command, env=environment, capture_output=True, timeout=LONGEST_S, check=True
            )
            found.append(json.loads(done.stdout))
    return {name: statistics.median(one[name] for one in found[1:]) for name in found[0]}


def main(folder: str, stored: bool) -> None:
    import app.__main__ as program
    import app.log
    from app import building
    from app.arguments import parse

    told: dict[str, float] = {"import_qt_busy_ms": QT_BUSY_S * 1000}

    def tell() -> None:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        os._exit(0)

    def log_usable(started_s: float) -> None:  # noqa: ARG001
        note(told, "usable")
        told["usable_to_import_qt"] = told["usable_busy_ms"] / told["import_qt_busy_ms"]
        if not stored:
            tell()

    def build(wanted: Arguments) -> tuple[Session, ShownWindow]:
        session, shown = built(wanted)

        def on_opened() -> None:
            if session.chat is not None and session.chat.branch:
                note(told, "shown")
                tell()

        session.chat_opened.connect(on_opened)
        return session, shown

    built = building.build
    app.log.log_usable = log_usable
    building.build = build
    program.run(parse(["--data-dir", folder]))


def note(told: dict[str, float], what: str) -> None:
    """How long it took from the first line of this module."""
    told[f"{what}_busy_ms"] = (time.process_time() - BEGUN_BUSY_S) * 1000
    told[f"{what}_ms"] = (time.perf_counter() - BEGUN_S) * 1000


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "1")
