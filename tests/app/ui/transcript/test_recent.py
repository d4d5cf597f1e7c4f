"""What was used lately keeps its rows and documents; what is shown no more holds nothing."""

from __future__ import annotations

import gc
from weakref import ref

from app.ui.transcript.recent import Recent
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat


class Thing:
    def __init__(self) -> None:
        self.released = 0

    def release(self) -> None:
        self.released += 1


def conversation(turns: int) -> StagedChat:
    chat = StagedChat()
    for turn in range(turns):
        chat.ask(f"Question {turn}?")
        chat.answer(f"Answer **{turn}**.\n\n```python\nprint({turn})\n```")
    return chat


def test_the_longest_unused_is_released_for_a_new_one() -> None:
    recent: Recent[Thing] = Recent(2)
    first, second, third = Thing(), Thing(), Thing()
    for thing in (first, second, first, third):
        recent.use(thing)

    assert [one.released for one in (first, second, third)] == [0, 1, 0]
    assert len(recent) == 2


def test_what_is_used_many_times_in_a_row_counts_once() -> None:
    recent: Recent[Thing] = Recent(2)
    first, second, third = Thing(), Thing(), Thing()
    for thing in (first, second, second, first, first, third):
        recent.use(thing)

    assert [one.released for one in (first, second, third)] == [0, 1, 0]


def test_what_is_gone_is_not_held() -> None:
    recent: Recent[Thing] = Recent(9)
    kept, gone = Thing(), Thing()
    for thing in (kept, gone):
        recent.use(thing)
    del thing, gone

    assert len(recent) == 1
    assert kept.released == 0


def test_nothing_is_left_of_a_conversation_that_is_shown_no_more(view: TranscriptView) -> None:
    view.set_chat(conversation(6))
    view.grab()
    items = [ref(item) for item in view.column.items]
    rows = [ref(row) for item in view.column.items for row in item.stack.rows]
    assert rows

    view.set_chat(conversation(1))
    view.grab()
    gc.collect()

    assert [item() for item in items] == [None] * len(items)
    assert [row() for row in rows] == [None] * len(rows)


def test_nothing_is_left_of_versions_that_are_shown_no_more(view: TranscriptView) -> None:
    chat = conversation(1)
    view.set_chat(chat)
    counts = []
    for number in range(4):
        chat.answer(f"Version {number}", to=chat.branch[0])
        chat.branch_changed.emit()
        view._upkeep._branch._feed._flush()
        view.grab()
        gc.collect()
        counts.append((len(view._look.live), len(view.column._built)))

    assert counts == [counts[0]] * 4
