"""The window over a large store: switching, memory, and what is written while an answer streams."""

from __future__ import annotations

import json
import statistics
import struct
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from sqlalchemy import event

from app.paths import Paths
from app.session import Session
from app.ui.window import MainWindow
from benchmarks._transcript import Painted, markdown, paint
from benchmarks._whole_path import program
from benchmarks.window import lateness_for, wait_for

OPENED = 50
TOKENS_PER_S = 200
STREAM_S = 10
_LONGEST_S = 10.0


def measure(folder: Path, stream_s: float = STREAM_S) -> dict[str, dict[str, float]]:
    """`folder` is a data folder with at least `OPENED` conversations."""
    application = QApplication.instance() or QApplication(["parley"])
    assert isinstance(application, QObject)
    sys.setswitchinterval(0.001)
    model = folder / "steady.gguf"
    text = markdown(round(2 * stream_s * TOKENS_PER_S))
    model.write_text(json.dumps({"say": text, "seconds_per_token": 1 / TOKENS_PER_S}))
    session, window = program(Paths.prepare(folder))
    window.show()
    session.start(model)
    wait_for(lambda: session.model.phase == "ready" and len(session.summaries) > OPENED)
    lateness_for(1_000)
    ids = [summary.id for summary in session.summaries[1 : OPENED + 1]]  # the first is shown
    result = {
        "switch to another conversation": switching(session, window, ids),
        "written while an answer streams": writing(session, stream_s),
    }
    session.close()
    window.close()
    return result


def switching(session: Session, window: MainWindow, ids: Sequence[str]) -> dict[str, float]:
    """From the click to the painted transcript, the read in the store's thread included."""
    before = _rss_mb()
    times_ms, busy_ms = [], []
    for id in ids:
        start_s, start_busy_s = time.perf_counter(), time.process_time()
        _open(session, window, id)
        times_ms.append((time.perf_counter() - start_s) * 1000)
        busy_ms.append((time.process_time() - start_busy_s) * 1000)
        lateness_for(100)
    return {
        "median_ms": statistics.median(times_ms),
        "worst_ms": max(times_ms),
        "processor_ms": statistics.median(busy_ms),
        "opened": len(ids),
        "rss_before_mb": before,
        "rss_after_mb": _rss_mb(),
    }


def _open(session: Session, window: MainWindow, id: str) -> None:
    painted = Painted(window.pane.transcript.viewport())
    session.open_conversation(id)
    end_s = time.perf_counter() + _LONGEST_S
    while session.chat is None or session.chat.conversation.id != id or not painted.done:
        paint()
        assert time.perf_counter() < end_s, "the conversation is opened and shown"
    window.pane.transcript.viewport().removeEventFilter(painted)


def writing(session: Session, stream_s: float) -> dict[str, float]:
    """What saving costs the disk in each second of an answer.

    In WAL mode a transaction is no fsync: those come with a checkpoint, two or three for each.
    """
    library = session._store._library
    assert library is not None
    commits: list[float] = []
    event.listen(library._engine, "commit", lambda _: commits.append(time.perf_counter()))
    session.new_conversation()
    chat = session.chat
    assert chat is not None
    assert chat.send("Write.")
    wait_for(lambda: chat.turn is not None and chat.turn.phase == "answering")
    commits.clear()
    log = library._path.with_name(library._path.name + "-wal")
    checkpoints, start_s = _checkpoints(log), time.perf_counter()
    written = psutil.Process().io_counters()
    lateness_for(round(stream_s * 1000))
    passed_s = time.perf_counter() - start_s
    now = psutil.Process().io_counters()
    count = len(commits)
    chat.stop()
    wait_for(lambda: chat.turn is None)
    return {
        "transactions_per_s": count / passed_s,
        "checkpoints_per_s": (_checkpoints(log) - checkpoints) / passed_s,
        "write_calls_per_s": (now.write_count - written.write_count) / passed_s,
        "written_kb_per_s": (now.write_bytes - written.write_bytes) / 1024 / passed_s,
    }


def _checkpoints(log: Path) -> int:
    """How often the write-ahead log was begun anew: a number in its header."""
    header = log.read_bytes()[:32] if log.exists() else b""
    return int(struct.unpack(">8I", header)[3]) if len(header) == 32 else 0


def _rss_mb() -> float:
    return float(psutil.Process().memory_info().rss / 1e6)
