"""The goals of the window and the figures reached, as JSON: `python -m benchmarks.ui`.

A table for people goes to stderr. Runs offscreen unless QT_QPA_PLATFORM says otherwise (`xvfb-run`
with QT_QPA_PLATFORM=xcb). Figures of a shared machine are noisy: latencies are by the clock, and
`to_empty_loop` compares them with the same timer in an empty event loop of this run. What single
steps cost is processor time. `--quick` measures everything for a shorter time, in a minute.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.collecting import Collecting
from app.ui.transcript.grammar import parser
from app.ui.transcript.incremental import IncrementalMarkdown
from app.ui.transcript.markdown import parse
from app.ui.transcript.view import TranscriptView
from benchmarks import _whole_path
from benchmarks._figures import Figure, latencies, tell
from benchmarks._quitting import quits_ms
from benchmarks._starting import starts
from benchmarks._transcript import (
    Stream,
    all_exact,
    come_to_rest,
    conversation,
    flush_costs_ms,
    new_view,
    paint_until,
    timed_ms,
    wait_s,
)
from benchmarks.window import Lateness, lateness_for, wait_for

MESSAGES = 1_000
COLD = "--cold-stream"


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long to measure, and how much."""

    stream_s: float
    exacting_s: float
    moved_messages: int
    flushes: int
    steps: int
    whole_path_s: float
    scrolled_messages: int
    many_messages: int
    answers: int
    starts: int


LONG = Lengths(
    stream_s=6,
    exacting_s=300,
    moved_messages=1_000,
    flushes=60,
    steps=120,
    whole_path_s=60,
    scrolled_messages=1_000,
    many_messages=10_000,
    answers=50,
    starts=5,
)
QUICK = Lengths(
    stream_s=2,
    exacting_s=3,
    moved_messages=40,
    flushes=20,
    steps=30,
    whole_path_s=6,
    scrolled_messages=40,
    many_messages=4_000,
    answers=5,
    starts=2,
)


def main() -> None:
    lengths = QUICK if "--quick" in sys.argv else LONG
    application = QApplication(["parley"])
    sys.setswitchinterval(0.001)
    Collecting(application)  # as in the program, so that no step pays for garbage of others
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    empty = lateness_for(2_000)
    figures = measured(lengths, empty)
    whole_path = _whole_path.measure(lengths.whole_path_s)
    walked = latencies("whole_path", whole_path, empty, p95=5, max=33)
    walked["whole_path_grown_mb"] = Figure(whole_path["grown_mb"], 10)
    tell(walked)
    figures |= walked
    result = {
        "platform": QApplication.platformName(),
        "load": load,
        "empty_loop": empty,
        "figures": {name: figure.told() for name, figure in figures.items()},
        "missed": [name for name, figure in figures.items() if figure.met is False],
        "whole_path": whole_path,
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
    sys.stdout.flush()
    application.shutdown()
    os._exit(0)  # the window's Python objects need not be taken apart


def measured(lengths: Lengths, empty: Mapping[str, float]) -> dict[str, Figure]:
    """Everything that needs no engine; what is cold comes first."""
    figures = starting(lengths) | quitting(lengths)
    tell(figures)
    view = new_view()
    import_module("app.ui.transcript.message_item")  # as the program does in idle moments
    gc.freeze()  # and after its start
    parts = (opening, searching, moving, streaming, cold_streaming, flushing, tails, opening_many)
    for part in parts:
        found = part(view, lengths, empty)
        tell(found)
        figures |= found
    return figures


def starting(lengths: Lengths) -> dict[str, Figure]:
    """Until the window is painted and can be written in, with Python's bytecode cached."""
    with tempfile.TemporaryDirectory() as folder:
        found = starts(Path(folder), runs=lengths.starts)
    return {
        "start_usable_ms": Figure(found["usable_ms"], 600),
        "start_usable_busy_ms": Figure(found["usable_busy_ms"]),
        "start_usable_to_import_qt": Figure(found["usable_to_import_qt"], 5.2),
    }


def quitting(lengths: Lengths) -> dict[str, Figure]:
    """While an answer is being written, by the clock."""
    found = quits_ms(runs=lengths.starts)
    return {
        "quit_ms": Figure(statistics.median(found), 300),
        "quit_max_ms": Figure(max(found)),
    }


def cold_streaming(
    view: TranscriptView,  # noqa: ARG001
    lengths: Lengths,
    empty: Mapping[str, float],
) -> dict[str, Figure]:
    """The first answer of a program that was not warmed up, hence in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.ui", COLD, str(lengths.stream_s)]
    done = subprocess.run(command, capture_output=True, check=True)
    found = json.loads(done.stdout)
    return latencies("stream_cold", found, empty, p95=5, p99=10) | {
        "stream_cold_max_ms": Figure(found["max_ms"], None, empty["max_ms"])
    }


def stream_cold(seconds: float) -> None:
    application = QApplication(["parley"])
    sys.setswitchinterval(0.001)
    Collecting(application)
    view, chat = new_view(), conversation(2)
    view.set_chat(chat)
    stream = Stream(chat, characters=2_000, tokens_per_s=200)
    stream.start()
    found = lateness_for(round(seconds * 1000))
    stream.stop()
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
    application.shutdown()
    os._exit(0)


def opening(
    view: TranscriptView,
    lengths: Lengths,
    empty: Mapping[str, float],
) -> dict[str, Figure]:
    """First paint of a long conversation, and the exact heights that follow."""
    chat = conversation(MESSAGES)
    cold = timed_ms(view, lambda: view.set_chat(chat))
    lateness = Lateness()
    lateness.start()
    end_s = time.monotonic() + lengths.exacting_s
    wait_for(lambda: all_exact(view) or time.monotonic() > end_s)
    exacting = lateness.stop()
    rss_mb = psutil.Process().memory_info().rss / 1e6
    another = conversation(MESSAGES)
    warm = timed_ms(view, lambda: view.set_chat(another))
    shown = another if lengths.moved_messages == MESSAGES else conversation(lengths.moved_messages)
    view.set_chat(shown)
    moved = movement(view)
    view.set_chat(another)
    return {
        "open_1000_cold_ms": Figure(cold, 150),
        "open_1000_warm_ms": Figure(warm, 40),
        **latencies("exacting", exacting, empty, p95=8, max=33),
        "visible_movement_px": Figure(moved, 0),
        "rss_1000_mb": Figure(rss_mb, 130),
    }


def movement(view: TranscriptView) -> float:
    """How far visible text is moved by heights that become exact."""
    view.scroll_by(-5_000)
    wait_s(0.01)
    bar = view.verticalScrollBar()
    # Rows that begin on screen; where a message begins that reaches out of it, nobody sees.
    seen = [
        (item, row, top + item.stack.top(row) - bar.value())
        for item, top in view.column.within(bar.value(), bar.value() + view.viewport().height())
        for row in range(len(item.stack.rows))
    ]
    seen = [one for one in seen if 0 <= one[2] < view.viewport().height()]
    paint_until(lambda: all_exact(view))
    return max(
        abs(view.column.top(item) + item.stack.top(row) - bar.value() - before)
        for item, row, before in seen
    )


def searching(
    view: TranscriptView,
    lengths: Lengths,  # noqa: ARG001
    empty: Mapping[str, float],  # noqa: ARG001
) -> dict[str, Figure]:
    view.open_find()
    first = timed_ms(view, lambda: view.find_bar.field.setText("height"))
    wait_for(lambda: not view.finding.reading)
    again = [
        timed_ms(view, lambda text=text: view.finding.search(text, match_case=False))  # type: ignore[misc]
        for text in ("zzz", "width", "metres", "段落", "e")
    ]
    view.find_bar.close_bar()
    view.commands.select_all()
    come_to_rest()
    copied = [timed_ms(view, view.commands.copy) for _ in range(3)]
    QGuiApplication.clipboard().clear()
    view.pointer.select(None)
    return {
        "find_first_step_ms": Figure(first, 33),
        "find_1m_characters_ms": Figure(statistics.median(again), 20),
        "find_1m_characters_max_ms": Figure(max(again), 33),
        "copy_all_first_ms": Figure(copied[0]),
        "copy_all_ms": Figure(statistics.median(copied), 20),
    }


def moving(
    view: TranscriptView,
    lengths: Lengths,
    empty: Mapping[str, float],  # noqa: ARG001
) -> dict[str, Figure]:
    """Scrolling and resizing in a long conversation."""
    view.jump_to_latest()
    wait_s(0.1)
    scrolls = [timed_ms(view, lambda: view.scroll_by(-120)) for _ in range(lengths.steps)]
    widths = [1100 - 8 * (step % 40) for step in range(lengths.steps)]
    resizes = [timed_ms(view, lambda width=width: view.resize(width, 800)) for width in widths]  # type: ignore[misc]
    view.resize(1100, 800)
    return {
        "scroll_120_mean_ms": Figure(statistics.mean(scrolls), 8),
        "scroll_120_max_ms": Figure(max(scrolls), 16),
        "resize_p95_ms": Figure(_p95(resizes), 16),
    }


def streaming(
    view: TranscriptView, lengths: Lengths, empty: Mapping[str, float]
) -> dict[str, Figure]:
    calm = _streamed(view, characters=20_000, rate=200, older=20, lengths=lengths)
    fast = _streamed(view, characters=50_000, rate=300, older=20, lengths=lengths)
    sideways = QTimer(interval=16)
    steps = iter(range(10**6))
    sideways.timeout.connect(lambda: view.scroll_by(-60 if next(steps) % 100 < 50 else 60))
    sideways.start()
    older = lengths.scrolled_messages
    scrolled = _streamed(view, characters=20_000, rate=200, older=older, lengths=lengths)
    sideways.stop()
    return {
        **latencies("stream_200_20k", calm, empty, p95=5, p99=10, max=33),
        **latencies("stream_300_50k", fast, empty, p95=8, p99=16, max=50),
        **latencies("stream_and_scroll", scrolled, empty, p95=8),
    }


def _streamed(
    view: TranscriptView, *, characters: int, rate: float, older: int, lengths: Lengths
) -> dict[str, float]:
    chat = conversation(older)
    view.set_chat(chat)
    stream = Stream(chat, characters=characters, tokens_per_s=rate)
    paint_until(lambda: all_exact(view))
    stream.start()
    lateness_for(1_000)
    result = lateness_for(round(lengths.stream_s * 1000))
    stream.stop()
    return result


def flushing(
    view: TranscriptView,
    lengths: Lengths,
    empty: Mapping[str, float],  # noqa: ARG001
) -> dict[str, Figure]:
    short = flush_costs_ms(view, characters=5_000, flushes=lengths.flushes)
    long = flush_costs_ms(view, characters=200_000, flushes=lengths.flushes)
    ratio = statistics.median(long) / statistics.median(short)
    return {
        "flush_5k_p95_ms": Figure(_p95(short), 8),
        "flush_200k_p95_ms": Figure(_p95(long), 8),
        "flush_200k_to_5k_ratio": Figure(ratio, 2),
    }


def tails(
    view: TranscriptView,  # noqa: ARG001
    lengths: Lengths,
    empty: Mapping[str, float],  # noqa: ARG001
) -> dict[str, Figure]:
    """Markers of Markdown that show at some cut of a recorded answer, and not at its end."""
    from tests.app.ui.transcript.test_answer_tails import ANSWERS, markers  # takes memory

    markdown, seen = parser(), 0
    for text in list(ANSWERS.values())[: lengths.answers]:
        allowed = markers(parse(markdown, text))
        growing = IncrementalMarkdown(markdown)
        for start in range(0, len(text), 7):
            growing.grow(text[start : start + 7])
            seen += (markers(growing.blocks) - allowed).total()
    return {"raw_markers_visible": Figure(seen, 0)}


def opening_many(
    view: TranscriptView, lengths: Lengths, empty: Mapping[str, float]
) -> dict[str, Figure]:
    chat = conversation(lengths.many_messages, characters_each=400)
    opened = timed_ms(view, lambda: view.set_chat(chat))
    lateness = lateness_for(2_000)
    rss_mb = psutil.Process().memory_info().rss / 1e6
    return {
        "open_many_ms": Figure(opened, 150),
        **latencies("many_exacting", lateness, empty, p95=8),
        "rss_many_mb": Figure(rss_mb, 250),
    }


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


if __name__ == "__main__":
    if COLD in sys.argv:
        stream_cold(float(sys.argv[-1]))
    else:
        main()
