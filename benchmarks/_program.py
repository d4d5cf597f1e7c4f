"""The window over a large store: what the list costs it, switching, memory, and what is written
while an answer streams.
"""

from __future__ import annotations

import json
import statistics
import struct
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication
from sqlalchemy import event

from app.collecting import Collecting
from app.paths import Paths
from app.session import Session
from app.ui.window import MainWindow
from benchmarks._figures import Figure
from benchmarks._syncs import syncs_while
from benchmarks._transcript import Painted, markdown, paint
from benchmarks._whole_path import program
from benchmarks.window import lateness_for

OPENED = 50
MANY = 50
"""Conversations that are deleted, restored and removed at once, after all of those opened."""
TOKENS_PER_S = 200
STREAM_S = 10
TRACED_S = 5
STEP_GOAL_MS = 16
_LONGEST_S = 60.0

Progress = Callable[[str], None]


class Longest(QObject):
    """The longest stretch of the window's thread between two rests, in ms of processor time."""

    def __init__(self) -> None:
        super().__init__()
        self.ms = 0.0
        self._begun_s = time.thread_time()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_rest)

    def begin(self) -> None:
        self.ms, self._begun_s = 0.0, time.thread_time()

    def _on_rest(self) -> None:
        now_s = time.thread_time()
        self.ms = max(self.ms, (now_s - self._begun_s) * 1000)
        self._begun_s = now_s


def measure(folder: Path, progress: Progress) -> dict[str, Figure]:
    """`folder` is a data folder with at least `OPENED` + `MANY` conversations."""
    application = QApplication.instance() or QApplication(["parley"])
    assert isinstance(application, QObject)
    sys.setswitchinterval(0.001)
    Collecting(application)
    model = folder / "steady.gguf"
    text = markdown(round(4 * (STREAM_S + TRACED_S) * TOKENS_PER_S))
    model.write_text(json.dumps({"say": text, "seconds_per_token": 1 / TOKENS_PER_S}))
    session, window = program(Paths.prepare(folder))
    window.show()
    session.start(model)
    wait_until(lambda: session.model.phase == "ready" and len(session.summaries) > OPENED)
    session.upkeep._timer.stop()  # the weekly copy after a minute has a figure of its own
    lateness_for(1_000)
    ids = [summary.id for summary in session.summaries]
    progress(f"switch to {OPENED} conversations")
    figures = switching(session, window, ids[1 : OPENED + 1])  # the first is shown
    progress("the list and the trash")
    figures |= listing(session, window, ids[OPENED + 1 :])
    progress("an answer streams")
    figures |= writing(session, progress)
    session.close()
    window.close()
    return figures


def wait_until(done: Callable[[], bool]) -> None:
    """Run the event loop until `done()`; raise when that takes too long."""
    loop, check, end_s = QEventLoop(), QTimer(), time.perf_counter() + _LONGEST_S
    check.timeout.connect(lambda: loop.quit() if done() or time.perf_counter() > end_s else None)
    check.start(20)
    loop.exec()
    assert done(), "this takes a second at most"


def switching(session: Session, window: MainWindow, ids: Sequence[str]) -> dict[str, Figure]:
    """From the click to the painted transcript, the read in the store's thread included."""
    before = _rss_mb()
    times_ms, busy_ms = [], []
    for id in ids:
        start_s, start_busy_s = time.perf_counter(), time.process_time()
        _open(session, window, id)
        times_ms.append((time.perf_counter() - start_s) * 1000)
        busy_ms.append((time.process_time() - start_busy_s) * 1000)
        lateness_for(50)
    return {
        "switch_busy_ms": Figure(statistics.median(busy_ms), 50),
        "switch_worst_busy_ms": Figure(max(busy_ms)),
        "switch_ms": Figure(statistics.median(times_ms)),
        "rss_before_mb": Figure(before),
        f"rss_grown_by_{len(ids)}_opened_mb": Figure(_rss_mb() - before, 30),
    }


def listing(session: Session, window: MainWindow, ids: Sequence[str]) -> dict[str, Figure]:
    """The longest step on the window's thread of what a user does with conversations."""
    longest, trash, some = Longest(), session.trash, ids[:MANY]
    figures: dict[str, Figure] = {}
    count = len(session.summaries)

    def step(name: str, act: Callable[[], object], done: Callable[[], bool]) -> None:
        lateness_for(200)
        longest.begin()
        QTimer.singleShot(0, act)
        wait_until(done)
        lateness_for(300)
        figures[f"window_{name}_step_ms"] = Figure(longest.ms, STEP_GOAL_MS)

    def listed(number: int) -> Callable[[], bool]:
        return lambda: len(session.summaries) == number

    title = "Renamed"
    step(
        "rename",
        lambda: session.ordering.rename(ids[MANY], title),
        lambda: any(summary.title == title for summary in session.summaries),
    )
    step("delete_1", lambda: session.delete(ids[MANY]), listed(count - 1))
    step("restore_1", session.undo_delete, listed(count))
    step(f"delete_{MANY}", lambda: session.delete(*some), listed(count - MANY))
    step("open_trash", window.sidebar.open_trash, lambda: len(trash.summaries) == MANY)
    step(f"restore_{MANY}", lambda: trash.restore(*some), listed(count))
    step("close_trash", window.sidebar.toggle_trash, lambda: not trash.summaries)
    step("delete_again", lambda: session.delete(*some), listed(count - MANY))
    step("open_trash_again", window.sidebar.open_trash, lambda: len(trash.summaries) == MANY)
    gone: list[str] = []
    trash.removed.connect(gone.extend)
    step(
        f"empty_the_trash_of_{MANY}",
        lambda: trash.delete_for_good(*some),
        lambda: len(gone) == MANY,
    )
    copied = session.summaries[0].id
    step(
        "duplicate",
        lambda: session.ordering.duplicate(copied, "Copy"),
        listed(count - MANY + 1),
    )
    return figures


def _open(session: Session, window: MainWindow, id: str) -> None:
    painted = Painted(window.pane.transcript.viewport())
    session.open_conversation(id)
    end_s = time.perf_counter() + _LONGEST_S
    while session.chat is None or session.chat.conversation.id != id or not painted.done:
        paint()
        assert time.perf_counter() < end_s, "the conversation is opened and shown"
    window.pane.transcript.viewport().removeEventFilter(painted)


def writing(session: Session, progress: Progress) -> dict[str, Figure]:
    """What saving costs the disk in each second of an answer.

    In WAL mode a transaction is no fsync: those come with a checkpoint, two or three for each. They
    are counted afterwards, while strace watches.
    """
    library = session._store._library
    assert library is not None
    commits: list[float] = []
    event.listen(library._engine, "commit", lambda _: commits.append(time.perf_counter()))
    session.new_conversation()
    chat = session.chat
    assert chat is not None
    assert chat.send("Write.")
    wait_until(lambda: chat.turn is not None and chat.turn.phase == "answering")
    lateness_for(500)  # the first messages are saved
    commits.clear()
    log = library._path.with_name(library._path.name + "-wal")
    checkpoints, start_s = _checkpoints(log), time.perf_counter()
    written = psutil.Process().io_counters()
    lateness_for(STREAM_S * 1000)
    passed_s = time.perf_counter() - start_s
    now = psutil.Process().io_counters()
    count = len(commits)
    figures = {
        "transactions_per_s": Figure(count / passed_s, 4),
        "checkpoints_per_s": Figure((_checkpoints(log) - checkpoints) / passed_s),
        "write_calls_per_s": Figure((now.write_count - written.write_count) / passed_s),
        "written_kb_per_s": Figure((now.write_bytes - written.write_bytes) / 1024 / passed_s),
    }
    synced = syncs_while(lambda: _stream_on(TRACED_S))
    if synced is None:
        progress("strace is not there or may not look: no fsync was counted")
    else:
        progress(f"fsync and its like in {TRACED_S} s, by file: {dict(synced) or 'none'}")
        figures["fsyncs_per_s"] = Figure(synced.total() / TRACED_S, 1)
    assert chat.turn is not None, "the answer was long enough"
    chat.stop()
    wait_until(lambda: chat.turn is None)
    return figures


def _stream_on(seconds: float) -> None:
    lateness_for(round(seconds * 1000))


def _checkpoints(log: Path) -> int:
    """How often the write-ahead log was begun anew: a number in its header."""
    header = log.read_bytes()[:32] if log.exists() else b""
    return int(struct.unpack(">8I", header)[3]) if len(header) == 32 else 0


def _rss_mb() -> float:
    return float(psutil.Process().memory_info().rss / 1e6)
