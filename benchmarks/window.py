"""Gaps of the window's thread while SmolLM2 streams into the real window.

A 5 ms timer in the app's thread notes how late it comes: first in an empty event loop, then while
an answer streams. Ratios against the empty loop of the same run say more than milliseconds on a
shared machine. Runs offscreen unless QT_QPA_PLATFORM says otherwise.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.arguments import parse
from app.building import build
from app.session import Session
from benchmarks._models import SMOLLM2

TICK_MS = 5
EMPTY_MS = 5_000
QUESTION = "Tell me all you know about {}, with many examples, lists and a Python program."
TOPICS = ("rivers", "numbers", "stars", "bread", "trees", "maps", "music", "bees", "paper", "ice")
ENOUGH_TOKENS = 600


class Lateness(QObject):
    """How late a timer of 5 ms comes, in ms, while it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.samples_ms: list[float] = []
        self._due_s = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._on_tick)

    def start(self) -> None:
        self._due_s = time.perf_counter() + TICK_MS / 1000
        self._timer.start()

    def stop(self) -> dict[str, float]:
        self._timer.stop()
        ordered = sorted(self.samples_ms)
        return {
            "ticks": len(ordered),
            "mean_ms": statistics.mean(ordered),
            "p95_ms": ordered[int(len(ordered) * 0.95)],
            "p99_ms": ordered[int(len(ordered) * 0.99)],
            "max_ms": ordered[-1],
        }

    def _on_tick(self) -> None:
        now_s = time.perf_counter()
        self.samples_ms.append(max(0.0, (now_s - self._due_s) * 1000))
        self._due_s = now_s + TICK_MS / 1000


def main() -> None:
    application = QApplication(["parley"])
    sys.setswitchinterval(0.001)
    empty = lateness_for(EMPTY_MS)
    with tempfile.TemporaryDirectory() as folder:
        session, shown = build(parse(["--data-dir", folder, "--model", str(SMOLLM2)]))
        window = shown.window
        window.show()
        session.start(SMOLLM2)
        wait_for(lambda: session.model.phase == "ready")
        warm_up(session)
        streaming, tokens = streamed(session)
        session.close()
    application.shutdown()
    ratios = {f"{name}_ratio": streaming[name] / empty[name] for name in ("p95_ms", "max_ms")}
    result = {"empty_loop": empty, "streaming": streaming | {"tokens": tokens}, **ratios}
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
    sys.stdout.flush()
    os._exit(0)  # the window's Python objects need not be taken apart


def lateness_for(duration_ms: int) -> dict[str, float]:
    loop, lateness = QEventLoop(), Lateness()
    QTimer.singleShot(duration_ms, loop.quit)
    lateness.start()
    loop.exec()
    return lateness.stop()


def warm_up(session: Session) -> None:
    """A first answer, so that fonts, lexers and caches are there."""
    ask(session, "Say hello with a short Python example.")


def streamed(session: Session) -> tuple[dict[str, float], int]:
    """Answers, one after the other, until enough tokens were written."""
    lateness, tokens = Lateness(), 0
    lateness.start()
    for topic in TOPICS:
        tokens += ask(session, QUESTION.format(topic))
        if tokens >= ENOUGH_TOKENS:
            break
    return lateness.stop(), tokens


def ask(session: Session, question: str) -> int:
    """Send a question and wait for the answer; the number of tokens written."""
    chat = session.chat
    assert chat is not None
    assert chat.send(question)
    wait_for(lambda: chat.turn is None)
    return len(chat.branch[-1].rounds[-1].ids)


def wait_for(done: Callable[[], bool]) -> None:
    """Run the event loop until `done()`."""
    loop = QEventLoop()
    check = QTimer()
    check.setInterval(50)
    check.timeout.connect(lambda: loop.quit() if done() else None)
    check.start()
    loop.exec()


if __name__ == "__main__":
    main()
