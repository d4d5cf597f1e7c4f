"""The goals of the transcript and the figures reached, as JSON: `python -m benchmarks.ui`.

Runs offscreen unless QT_QPA_PLATFORM says otherwise (`xvfb-run` with QT_QPA_PLATFORM=xcb). Figures
of a shared machine are noisy: `empty_loop` is the same timer in an empty event loop of this run.
What single steps cost is processor time; latencies are by the clock.
`--quick` measures everything for a shorter time.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.ui.transcript.view import TranscriptView
from benchmarks import _whole_path
from benchmarks._transcript import (
    Stream,
    all_exact,
    conversation,
    flush_costs_ms,
    new_view,
    paint_until,
    timed_ms,
    wait_s,
)
from benchmarks.window import Lateness, lateness_for, wait_for

MESSAGES = 1_000


@dataclass(frozen=True, slots=True)
class Figure:
    """What was reached, in the unit of its name, and what is wanted of it at most."""

    reached: float
    goal: float


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long to measure."""

    stream_s: float
    flushes: int
    steps: int
    whole_path_s: float
    many_messages: int


LONG = Lengths(stream_s=6, flushes=60, steps=120, whole_path_s=60, many_messages=10_000)
QUICK = Lengths(stream_s=2, flushes=20, steps=30, whole_path_s=8, many_messages=4_000)


def main() -> None:
    lengths = QUICK if "--quick" in sys.argv else LONG
    application = QApplication(["parley"])
    sys.setswitchinterval(0.001)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    empty = lateness_for(2_000)
    sys.stderr.write(f"load {load}, empty loop {empty}\n")
    figures = measured(lengths)
    whole_path = _whole_path.measure(lengths.whole_path_s)
    figures |= {
        "whole_path_p95_ms": Figure(whole_path["p95_ms"], 5),
        "whole_path_max_ms": Figure(whole_path["max_ms"], 33),
        "whole_path_grown_mb": Figure(whole_path["grown_mb"], 10),
    }
    result = {
        "platform": QApplication.platformName(),
        "load": load,
        "empty_loop": empty,
        "figures": {name: _told(figure) for name, figure in figures.items()},
        "whole_path": whole_path,
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
    sys.stdout.flush()
    application.shutdown()
    os._exit(0)  # the window's Python objects need not be taken apart


def measured(lengths: Lengths) -> dict[str, Figure]:
    """Everything that needs no engine; what is cold comes first."""
    view = new_view()
    gc.freeze()  # as the program does after its start
    figures: dict[str, Figure] = {}
    parts = (opening, searching, moving, streaming, flushing, opening_many)
    for part in parts:
        found = part(view, lengths)
        for name, figure in found.items():
            sys.stderr.write(f"{name}: {figure.reached:.1f} (goal {figure.goal:g})\n")
        sys.stderr.flush()
        figures |= found
    return figures


def opening(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:  # noqa: ARG001
    """First paint of a long conversation, and the exact heights that follow."""
    chat = conversation(MESSAGES)
    cold = timed_ms(view, lambda: view.set_chat(chat))
    lateness = Lateness()
    lateness.start()
    wait_for(lambda: all_exact(view))
    exacting = lateness.stop()
    rss_mb = psutil.Process().memory_info().rss / 1e6
    another = conversation(MESSAGES)
    warm = timed_ms(view, lambda: view.set_chat(another))
    moved = movement(view)
    return {
        "open_1000_cold_ms": Figure(cold, 150),
        "open_1000_warm_ms": Figure(warm, 40),
        "exacting_p95_ms": Figure(exacting["p95_ms"], 8),
        "exacting_max_ms": Figure(exacting["max_ms"], 33),
        "visible_movement_px": Figure(moved, 0),
        "rss_1000_mb": Figure(rss_mb, 130),
    }


def movement(view: TranscriptView) -> float:
    """How far visible text is moved by heights that become exact."""
    view.scroll_by(-20_000)
    wait_s(0.01)
    item, top = next(view.column.within(view.verticalScrollBar().value() + 400, 10**9))
    before = top - view.verticalScrollBar().value()
    paint_until(lambda: all_exact(view))
    return abs(view.column.top(item) - view.verticalScrollBar().value() - before)


def searching(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:  # noqa: ARG001
    view.open_find()
    first = timed_ms(view, lambda: view.find_bar.field.setText("height"))
    wait_for(lambda: not view.finding.reading)
    again = [
        timed_ms(view, lambda text=text: view.finding.search(text, match_case=False))  # type: ignore[misc]
        for text in ("zzz", "width", "metres", "段落", "e")
    ]
    view.find_bar.close_bar()
    view.commands.select_all()
    copied = timed_ms(view, view.commands.copy)
    QGuiApplication.clipboard().clear()
    view.pointer.select(None)
    return {
        "find_first_step_ms": Figure(first, 33),
        "find_1m_characters_ms": Figure(statistics.median(again), 20),
        "find_1m_characters_max_ms": Figure(max(again), 33),
        "copy_all_ms": Figure(copied, 20),
    }


def moving(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:
    """Scrolling and resizing in a long conversation."""
    scrolls = [timed_ms(view, lambda: view.scroll_by(-120)) for _ in range(lengths.steps)]
    widths = [1100 - 8 * (step % 40) for step in range(lengths.steps)]
    resizes = [timed_ms(view, lambda width=width: view.resize(width, 800)) for width in widths]  # type: ignore[misc]
    view.resize(1100, 800)
    return {
        "scroll_120_mean_ms": Figure(statistics.mean(scrolls), 8),
        "scroll_120_max_ms": Figure(max(scrolls), 16),
        "resize_p95_ms": Figure(_p95(resizes), 16),
    }


def streaming(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:
    calm = _streamed(view, characters=20_000, rate=200, older=20, lengths=lengths)
    fast = _streamed(view, characters=50_000, rate=300, older=20, lengths=lengths)
    sideways = QTimer(interval=16)
    steps = iter(range(10**6))
    sideways.timeout.connect(lambda: view.scroll_by(-60 if next(steps) % 100 < 50 else 60))
    sideways.start()
    scrolled = _streamed(view, characters=20_000, rate=200, older=MESSAGES, lengths=lengths)
    sideways.stop()
    return {
        "stream_200_20k_p95_ms": Figure(calm["p95_ms"], 5),
        "stream_200_20k_p99_ms": Figure(calm["p99_ms"], 10),
        "stream_200_20k_max_ms": Figure(calm["max_ms"], 33),
        "stream_300_50k_p95_ms": Figure(fast["p95_ms"], 8),
        "stream_300_50k_p99_ms": Figure(fast["p99_ms"], 16),
        "stream_300_50k_max_ms": Figure(fast["max_ms"], 50),
        "stream_and_scroll_p95_ms": Figure(scrolled["p95_ms"], 8),
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


def flushing(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:
    short = flush_costs_ms(view, characters=5_000, flushes=lengths.flushes)
    long = flush_costs_ms(view, characters=200_000, flushes=lengths.flushes)
    ratio = statistics.median(long) / statistics.median(short)
    return {
        "flush_5k_p95_ms": Figure(_p95(short), 8),
        "flush_200k_p95_ms": Figure(_p95(long), 8),
        "flush_200k_to_5k_ratio": Figure(ratio, 2),
    }


def opening_many(view: TranscriptView, lengths: Lengths) -> dict[str, Figure]:
    chat = conversation(lengths.many_messages, characters_each=400)
    opened = timed_ms(view, lambda: view.set_chat(chat))
    lateness = lateness_for(2_000)
    rss_mb = psutil.Process().memory_info().rss / 1e6
    return {
        "open_many_ms": Figure(opened, 150),
        "many_exacting_p95_ms": Figure(lateness["p95_ms"], 8),
        "rss_many_mb": Figure(rss_mb, 250),
    }


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def _told(figure: Figure) -> dict[str, float | bool]:
    return {
        "reached": round(figure.reached, 2),
        "goal": figure.goal,
        "met": figure.reached <= figure.goal,
    }


if __name__ == "__main__":
    main()
