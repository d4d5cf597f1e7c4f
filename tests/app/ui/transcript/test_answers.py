"""What stands around an answer: reasoning panel, state, failure, foot, receipt."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Message
from app.domain.turn import Turn
from app.ui.transcript import wording
from app.ui.transcript.folding import HEADER_HEIGHT
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.row import Act, CopyCode, Link, Target, Toggle
from app.ui.transcript.rows_message import Progress
from app.ui.transcript.rows_receipt import ReceiptRow
from app.ui.transcript.view import TranscriptView
from engine.types import Text
from tests.app.ui.transcript.conversations import ROUND, StagedChat

THOUGHT = "The user wants to know.\n\n" * 3


def panel_of(view: TranscriptView) -> PanelRow:
    row = view.column.items[-1].stack.rows[1]
    assert isinstance(row, PanelRow)
    return row


def point_of(view: TranscriptView, target: Target) -> QPoint:
    """The first point of the viewport where a click means this."""
    for y in range(0, view.viewport().height(), 4):
        for x in range(0, view.viewport().width(), 4):
            hit = view.pointer.hit_at(QPoint(x, y))
            if hit and hit.row.target_at(hit.point, view.column.width) == target:
                return QPoint(x, y)
    raise AssertionError(f"{target} is not in sight")


def click(view: TranscriptView, target: Target) -> None:
    point = point_of(view, target)
    QTest.mouseMove(view.viewport(), point)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


@pytest.fixture
def thinking(qtbot: QtBot, view: TranscriptView) -> StagedChat:
    """A chat whose model thinks, with the panel in sight."""
    chat = StagedChat()
    chat.ask("Why?")
    view.set_chat(chat)
    chat.begin()
    chat.write("", reasoning=THOUGHT, phase="reasoning")
    qtbot.waitUntil(lambda: len(view.column.items) == 2)
    return chat


def test_the_panel_is_open_while_the_model_thinks(
    view: TranscriptView, thinking: StagedChat
) -> None:
    assert thinking.turn is not None
    assert panel_of(view).open
    assert panel_of(view).title.startswith("Thinking… ")
    assert panel_of(view).height(view.column.width) > HEADER_HEIGHT


def test_the_panel_closes_itself_on_the_first_word_of_the_answer(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    thinking.write("Because", reasoning=THOUGHT)
    qtbot.waitUntil(lambda: not panel_of(view).open)

    assert panel_of(view).title == "Thought for 12 s"
    qtbot.waitUntil(lambda: panel_of(view).height(view.column.width) == HEADER_HEIGHT)


def test_a_panel_the_user_closed_stays_closed(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    click(view, Toggle())
    assert not panel_of(view).open
    thinking.write("", reasoning=THOUGHT * 2, phase="reasoning")
    qtbot.waitUntil(lambda: view.column.items[-1].shown.message.reasoning == THOUGHT * 2)

    assert not panel_of(view).open


def test_a_panel_the_user_opened_stays_open_when_the_answer_comes(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    click(view, Toggle())
    click(view, Toggle())
    thinking.write("Because", reasoning=THOUGHT)
    qtbot.waitUntil(lambda: view.column.items[-1].shown.message.text == "Because")

    assert panel_of(view).open


def test_a_streaming_panel_is_capped_and_an_opened_one_shows_everything(
    qtbot: QtBot, view: TranscriptView, thinking: StagedChat
) -> None:
    thinking.write("", reasoning=THOUGHT * 30, phase="reasoning")
    qtbot.waitUntil(lambda: view.column.items[-1].shown.message.reasoning == THOUGHT * 30)
    capped = panel_of(view).height(view.column.width)
    thinking.write("Done.", reasoning=THOUGHT * 30)
    thinking.finish()
    qtbot.waitUntil(lambda: not panel_of(view).open)
    click(view, Toggle())

    assert capped < 300
    assert panel_of(view).height(view.column.width) > 1500


def test_an_interrupted_answer_says_why_and_offers_to_go_on(
    qtbot: QtBot, view: TranscriptView
) -> None:
    chat = StagedChat()
    chat.ask("Why?")
    answer = chat.answer("Half an ans", status="interrupted", notice="The engine ended.")
    view.set_chat(chat)
    with qtbot.waitSignal(view.acted) as continued:
        click(view, Act("continue"))
    with qtbot.waitSignal(view.acted) as retried:
        click(view, Act("retry"))

    assert continued.args == [answer.id, "continue", ""]
    assert retried.args == [answer.id, "retry", ""]


def test_rows_may_go_from_under_the_mouse(qtbot: QtBot, view: TranscriptView) -> None:
    """Continue takes away the row it is in, while the mouse still stands there."""
    chat = StagedChat()
    chat.ask("Why?")
    answer = chat.answer("Half an ans", status="interrupted", notice="The engine ended.")
    view.set_chat(chat)
    rows = len(view.column.items[-1].stack.rows)
    view.pointer.move(point_of(view, Act("retry")))
    chat.conversation.update(replace(answer, parts=(), status="running", notice=""))
    chat.message_changed.emit(answer.id)
    qtbot.waitUntil(lambda: len(view.column.items[-1].stack.rows) < rows)

    assert not view.grab().toImage().isNull()


def test_a_failed_answer_offers_to_try_again_only(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Why?")
    chat.answer(status="failed", notice="No model is loaded.")
    view.set_chat(chat)
    texts = [row.text(0, row.length) for row in view.column.items[-1].stack.rows if row.length]

    assert texts == ["No model is loaded."]
    point_of(view, Act("retry"))
    with pytest.raises(AssertionError):
        point_of(view, Act("continue"))


def test_siblings_are_reached_from_the_foot(qtbot: QtBot, view: TranscriptView) -> None:
    chat = StagedChat()
    question = chat.ask("Why?")
    chat.answer("First.")
    second = chat.answer("Second.", to=question)
    view.set_chat(chat)
    with qtbot.waitSignal(view.acted) as requested:
        click(view, Act("previous"))

    assert requested.args == [second.id, "previous", ""]
    with pytest.raises(AssertionError):
        point_of(view, Act("next"))


def test_code_is_copied_as_it_was_written(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Code?")
    chat.answer("```python\nx = 1\n\ny = '😀'\n```")
    view.set_chat(chat)
    click(view, CopyCode("x = 1\n\ny = '😀'"))

    assert QGuiApplication.clipboard().text() == "x = 1\n\ny = '😀'"


def test_an_answer_is_copied_as_its_markdown(qtbot: QtBot, view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Code?")
    answer = chat.answer("Some **bold** text.")
    view.set_chat(chat)
    with qtbot.waitSignal(view.acted) as copied:
        lowest = max(points(view, Act("copy")), key=lambda point: point.y())
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=lowest)

    assert copied.args == [answer.id, "copy", ""]
    assert QGuiApplication.clipboard().text() == "Some **bold** text."


def points(view: TranscriptView, target: Target) -> list[QPoint]:
    return [
        QPoint(x, y)
        for y in range(0, view.viewport().height(), 4)
        for x in range(0, view.viewport().width(), 4)
        if (hit := view.pointer.hit_at(QPoint(x, y)))
        and hit.row.target_at(hit.point, view.column.width) == target
    ]


def test_a_link_is_announced_not_opened(qtbot: QtBot, view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Where?")
    chat.answer("See [the article](https://example.org/a).")
    view.set_chat(chat)
    with qtbot.waitSignal(view.link_activated) as activated:
        click(view, Link("https://example.org/a"))

    assert activated.args == ["https://example.org/a"]


def test_the_receipt_names_speed_tokens_reading_and_time() -> None:
    message = Message("a", None, "assistant", (), 0, rounds=(ROUND,))

    assert wording.receipt(message) == "67.4 tok/s · 412 tokens · 38 of 1,204 read · 6.6 s"


def answered(restored: int = 0, read_ahead: int = 0) -> Message:
    """An answer with this receipt and a cause."""
    assert ROUND.receipt is not None
    cause = "message 3 was edited"
    receipt = replace(ROUND.receipt, restored=restored, read_ahead=read_ahead, cause=cause)
    return Message("a", None, "assistant", (), 0, rounds=(replace(ROUND, receipt=receipt),))


def test_the_receipt_names_what_came_from_disk_and_what_was_read_ahead() -> None:
    message = answered(restored=1100, read_ahead=21)

    assert "38 of 1,204 read, 1,100 from disk, 21 read ahead" in wording.receipt(message)


def test_the_receipt_tells_its_cause_under_the_mouse_and_opens(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Why?")
    chat.conversation.add(replace(answered(), parent=chat.conversation.head))
    view.set_chat(chat)
    height = view.column.height

    point = point_of(view, Toggle("Message 3 was edited."))
    QTest.mouseMove(view.viewport(), point)
    assert view.viewport().toolTip() == "Message 3 was edited."
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert any(isinstance(row, ReceiptRow) for row in view.column.items[-1].stack.rows)
    assert view.column.height > height
    click(view, Toggle("Message 3 was edited."))
    assert view.column.height == height


def test_the_count_of_versions_leads_to_the_map(qtbot: QtBot, view: TranscriptView) -> None:
    chat = StagedChat()
    question = chat.ask("Why?")
    chat.answer("First.")
    second = chat.answer("Second.", to=question)
    view.set_chat(chat)
    with qtbot.waitSignal(view.acted) as requested:
        click(view, Act("branch_map"))

    assert requested.args == [second.id, "branch_map", ""]


def test_what_an_answer_says_that_nobody_asked_a_model_for() -> None:
    written = Message("a", None, "assistant", (Text("So."),), 0)

    assert wording.receipt(written) == "Inserted"
    assert wording.receipt(replace(written, model="Model")) == "Edited"


def test_an_answer_that_filled_the_context_says_so_and_offers_to_go_on(
    qtbot: QtBot, view: TranscriptView
) -> None:
    chat = StagedChat()
    chat.ask("Why?")
    full = replace(ROUND, ending="context_full")
    answer = replace(chat.answer("A long"), notice="The context is full.", rounds=(full,))
    chat.conversation.update(answer)
    view.set_chat(chat)

    with qtbot.waitSignal(view.acted) as continued:
        click(view, Act("continue"))

    assert continued.args == [answer.id, "continue", ""]
    assert wording.receipt(answer).startswith("Context full · ")


def test_a_summary_in_the_making_is_said() -> None:
    turn = Turn(request=1, message=answered(), phase="summarising")

    progress = wording.progress(turn)

    assert progress is not None
    assert progress.sentence.startswith("Summarising")


def test_reading_shows_how_far_it_has_come() -> None:
    message = Message("a", None, "assistant", (), 0)
    turn = Turn(request=1, message=message, phase="reading", read=320, to_read=1204)

    assert wording.progress(turn) == Progress("Reading 320 of 1,204 tokens", 320 / 1204)


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (datetime(2026, 3, 4, 23, 0), "10:42"),
        (datetime(2026, 3, 5, 1, 0), "4 Mar 10:42"),
        (datetime(2027, 1, 1, 0, 0), "2026-03-04 10:42"),
    ],
)
def test_the_time_names_the_day_when_it_was_another(now: datetime, shown: str) -> None:
    created = datetime(2026, 3, 4, 10, 42)

    assert wording.time_of(int(created.timestamp() * 1000), now) == shown
