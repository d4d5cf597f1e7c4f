"""A transcript in a window of its own, and conversations of a given size to show in it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.icons import Icons
from app.ui.theme import light, load_fonts
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat

CHARACTERS_PER_TOKEN = 4
FLUSH_S = 0.04
LONGEST_WAIT_MS = 100
QUIET_S = 0.1
"""Nothing is under way when nothing happened for so long,"""
LEAST_WORK_S = 0.0005
"""where a look for events that takes less found next to nothing."""
_PIECES = (
    "A paragraph of an answer with **bold** and *slanted* words, some `code`, a "
    "[link](https://example.org) and enough plain text to reach over several lines. " * 3,
    "1. first\n2. second with `code`\n   - nested\n   - and nested again\n3. third",
    "```python\ndef area(width: float, height: float) -> float:\n"
    '    """In square metres."""\n    return width * height\n\n\nprint(area(2.5, 4))\n```',
    "| quantity | value | unit |\n|---|--:|---|\n| width | 2.5 | m |\n| height | 4 | m |",
    "## A heading\n\n> A quoted sentence.\n\n中文段落也要换行，**注意：**请看下面的例子。" * 2,
)


def new_view() -> TranscriptView:
    view = TranscriptView(light(load_fonts()), Icons())
    view.resize(1100, 800)
    view.show()
    paint()
    return view


def markdown(characters: int) -> str:
    """An answer this long, with blocks of every kind."""
    pieces: list[str] = []
    length = number = 0
    while length < characters:
        pieces.append(_PIECES[number % len(_PIECES)])
        length += len(pieces[-1]) + 2
        number += 1
    return "\n\n".join(pieces)[:characters]


def conversation(messages: int, characters_each: int = 2000) -> StagedChat:
    """Short questions and answers twice as long as the mean."""
    chat = StagedChat()
    answer = markdown(2 * characters_each)
    for number in range(messages // 2):
        chat.ask(f"Question number {number}?")
        shortened = answer[(number % 7) * 100 :]
        chat.answer(shortened)
    return chat


class Stream:
    """Writes into one message at a steady rate, from a length on."""

    def __init__(self, chat: StagedChat, *, characters: int, tokens_per_s: float) -> None:
        self._chat = chat
        self._rate = tokens_per_s * CHARACTERS_PER_TOKEN
        self._text = markdown(characters + round(self._rate * 120))
        self._first = characters
        self._begun_s = 0.0
        chat.ask("Write a long text.")
        chat.begin()
        chat.write(self._text[:characters])
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._on_timeout)

    def start(self) -> None:
        self._begun_s = time.perf_counter()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_timeout(self) -> None:
        passed_s = time.perf_counter() - self._begun_s
        self._chat.write(self._text[: self._first + round(passed_s * self._rate)])


def flush_costs_ms(view: TranscriptView, *, characters: int, flushes: int) -> list[float]:
    """What showing and painting 30 more characters costs, in a message this long."""
    chat = StagedChat()
    chat.ask("Write a long text.")
    view.set_chat(chat)
    chat.begin()
    text = markdown(characters + 30 * (flushes + 5))
    chat.write(text[:characters])
    wait_s(FLUSH_S)
    paint_until(lambda: all_exact(view))
    costs = []
    for flush in range(flushes + 5):
        end = characters + 30 * flush
        wait_s(FLUSH_S)
        costs.append(timed_ms(view, lambda end=end: chat.write(text[:end])))  # type: ignore[misc]
    return costs[5:]


def all_exact(view: TranscriptView) -> bool:
    return all(item.exact(view.column.width) for item in view.column.items)


def paint_until(done: Callable[[], bool]) -> None:
    while not done():
        paint()
    paint()


def wait_s(seconds: float) -> None:
    end_s = time.perf_counter() + seconds
    while time.perf_counter() < end_s:
        paint()


def paint() -> None:
    QApplication.processEvents()


def come_to_rest() -> None:
    """Let all that is still under way be done, so that it does not count as the next step's."""
    quiet_since_s = time.perf_counter()
    while time.perf_counter() - quiet_since_s < QUIET_S:
        started_s = time.thread_time()
        paint()
        if time.thread_time() - started_s > LEAST_WORK_S:
            quiet_since_s = time.perf_counter()
        time.sleep(0.001)


def timed_ms(view: TranscriptView, step: Callable[[], object]) -> float:
    """Processor time of a step until its result is painted; of a step that changes nothing on
    screen, its own alone.
    """
    loop = QEventLoop()  # looking for events all the time would cost more than many a step
    painted = Painted(view.viewport(), loop)
    no_picture = QTimer(interval=LONGEST_WAIT_MS)
    no_picture.timeout.connect(loop.quit)
    no_picture.start()
    started_s = time.thread_time()
    step()
    step_s = time.thread_time() - started_s
    if not painted.done:
        loop.exec()
    spent_s = time.thread_time() - started_s
    view.viewport().removeEventFilter(painted)
    return (spent_s if painted.done else step_s) * 1000


class Painted(QObject):
    """Whether a widget has been painted; a loop that waits for it ends then."""

    def __init__(self, widget: QWidget, loop: QEventLoop | None = None) -> None:
        super().__init__(widget)
        self.done = False
        self._loop = loop
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.done = True
            if self._loop is not None:
                self._loop.quit()
        return super().eventFilter(watched, event)
