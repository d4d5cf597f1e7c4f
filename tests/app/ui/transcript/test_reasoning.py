"""The reasoning panel: its window on the text, how it closes, and who may keep it open."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.conversation import Message
from app.ui.transcript import motion, wording
from app.ui.transcript.folding import HEADER_HEIGHT
from app.ui.transcript.panels import BODY_CAP, PanelRow
from app.ui.transcript.view import TranscriptView
from engine.types import Reasoning, Text, Written
from tests.app.ui.transcript.conversations import ROUND, StagedChat
from tests.app.ui.transcript.panels_in_view import CALL, RESULT, become, stage

THOUGHT = "The user wants to know.\n\n" * 30


def panels(view: TranscriptView) -> list[PanelRow]:
    return view.column.items[-1].panels


def top_of(view: TranscriptView, panel: PanelRow) -> int:
    """Of a panel in the viewport."""
    item = view.column.items[-1]
    index = item.stack.rows.index(panel)
    return view.column.top(item) + item.stack.top(index) - view.verticalScrollBar().value()


def wheel(view: TranscriptView, panel: PanelRow, steps: int) -> None:
    """Turn the wheel over the middle of the panel's body, up when positive."""
    height = panel.height(view.column.width)
    place = QPoint(view.viewport().width() // 2, top_of(view, panel) + height // 2)
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.viewport().mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


@pytest.fixture
def thinking(view: TranscriptView) -> StagedChat:
    return stage(view, Reasoning(THOUGHT, seconds=4), phase="reasoning")


def answer(chat: StagedChat, thought: str = THOUGHT) -> None:
    become(chat, Reasoning(thought, seconds=12), Text("Because"), phase="answering")


def test_a_streaming_panel_is_a_window_on_the_end(
    view: TranscriptView, thinking: StagedChat
) -> None:
    (panel,) = panels(view)

    assert thinking.turn is not None
    assert panel.height(view.column.width) <= HEADER_HEIGHT + BODY_CAP + 20


def test_the_wheel_scrolls_inside_until_its_ends(
    view: TranscriptView, thinking: StagedChat
) -> None:
    assert thinking.turn is not None
    (panel,) = panels(view)
    width = view.column.width
    body = QPoint(100, HEADER_HEIGHT + 20)
    first = panel.position_at(body, width)

    wheel(view, panel, 1)
    assert panel.position_at(body, width) < first
    wheel(view, panel, -1)
    assert panel.position_at(body, width) == first
    assert panel.scroll_inside(60, body, width) is False
    assert panel.scroll_inside(-60, QPoint(100, 5), width) is False


def test_what_is_read_in_the_panel_stays_while_it_grows(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    (panel,) = panels(view)
    width, body = view.column.width, QPoint(100, HEADER_HEIGHT + 20)
    wheel(view, panel, 2)
    read = panel.position_at(body, width)

    become(thinking, Reasoning(THOUGHT * 2, seconds=5), phase="reasoning")

    qtbot.waitUntil(lambda: view.column.items[-1].shown.message.reasoning == THOUGHT * 2)
    view.grab()
    assert panel.position_at(body, width) == read


def test_closing_takes_a_moment_and_keeps_the_question_in_place(
    *,
    qtbot: QtBot,
    view: TranscriptView,
    thinking: StagedChat,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each frame comes 30 ms after the one before, however slow the machine is."""
    now_s = itertools.count(0.0, 0.03)
    monkeypatch.setattr(motion, "time", SimpleNamespace(monotonic=lambda: next(now_s)))
    (panel,) = panels(view)
    view.scroll_by(-1)
    place = top_of(view, panel)
    heights = []
    view.motion.moved.connect(lambda: heights.append(panel.height(view.column.width)))

    answer(thinking)

    qtbot.waitUntil(lambda: panel.height(view.column.width) == HEADER_HEIGHT)
    assert len(heights) > 2
    assert heights == sorted(heights, reverse=True)
    assert top_of(view, panel) == place


def test_with_reduced_motion_it_closes_at_once(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    view.motion.reduced = True
    (panel,) = panels(view)

    answer(thinking)

    qtbot.waitUntil(lambda: not panel.open)
    assert panel.height(view.column.width) == HEADER_HEIGHT
    assert not panel.closing


def test_a_panel_somebody_reads_in_closes_after_the_mouse_has_left(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    (panel,) = panels(view)
    view.pointer.move(QPoint(view.viewport().width() // 2, top_of(view, panel) + 100))
    wheel(view, panel, 2)

    answer(thinking)
    qtbot.waitUntil(lambda: panel.held)
    assert panel.open

    view.pointer.leave()
    qtbot.waitUntil(lambda: panel.height(view.column.width) == HEADER_HEIGHT)
    assert not panel.open


def test_an_answer_of_several_rounds_has_its_panels_in_their_places(
    view: TranscriptView,
) -> None:
    stage(view, Reasoning("First."), CALL, RESULT, Reasoning("Second."), Text("42."))

    kinds = [type(row).__name__ for row in view.column.items[-1].stack.rows]
    assert kinds == ["HeadRow", "PanelRow", "ToolRow", "PanelRow", "ProseRow", "FootRow"]
    for panel in panels(view):
        panel.toggle()
    assert [panel.text(0, panel.length) for panel in panels(view)] == ["First.", "Second."]


def test_the_share_of_a_round_tells_its_tokens() -> None:
    thought = Reasoning("Hm.", Written(0, 0, 75), seconds=12)
    message = Message(
        "a",
        None,
        "assistant",
        (thought, Text("42.", Written(0, 75, 100))),
        0,
        rounds=(replace(ROUND, ids=tuple(range(40))),),
    )

    assert wording.reasoning_tokens(message, thought) == 30
    assert wording.reasoning_tokens(replace(message, rounds=()), thought) is None
    assert wording.reasoning_tokens(message, replace(thought, written=None)) is None


def test_the_title_tells_time_and_tokens(view: TranscriptView) -> None:
    stage(
        view,
        Reasoning("Hm.", Written(0, 0, 75), seconds=75),
        Text("42.", Written(0, 75, 100)),
    )

    assert panels(view)[0].title == "Thought for 1 min 15 s · 2 tokens"
    assert panels(view)[0].described() == "Reasoning, Thought for 1 min 15 s · 2 tokens"


def test_tokens_that_are_known_later_are_painted(view: TranscriptView) -> None:
    """They come with the end of the round, when the text stays what it was."""
    stage(view, Reasoning("Hm.", seconds=1.0), CALL, phase="running_tools", awaiting=("a",))
    (panel,) = (row for row in view.column.items[-1].stack.rows if isinstance(row, PanelRow))
    width = view.column.width
    panel.height(width)
    assert panel.exact(width)

    panel.show("Hm.", thinking=False, seconds=1.0, tokens=5)

    assert panel.title.endswith("5 tokens")
    assert not panel.exact(width)
