"""Tool calls in the transcript: one card each, with its state, folded until it is clicked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Message
from app.domain.tool_calls import CANCELLED, DECLINED
from app.domain.turn import Phase, Turn
from app.ui.transcript import wording
from app.ui.transcript.folding import HEADER_HEIGHT
from app.ui.transcript.row import CopyCode, Toggle
from app.ui.transcript.rows_tool import ToolRow, title_of
from app.ui.transcript.view import TranscriptView
from engine.types import Part, Text, ToolCall, ToolResult
from tests.app.ui.transcript.conversations import ROUND, StagedChat
from tests.app.ui.transcript.test_answers import click, point_of

CALL = ToolCall("a", "calculator", '{"expression": "12.5 + 30"}')
RESULT = ToolResult("a", "calculator", "42.5", seconds=0.44)


def show(view: TranscriptView, *parts: Part, phase: Phase | None = None) -> Message:
    """An answer with these parts, in the making while it has a phase."""
    chat = StagedChat()
    chat.ask("How much?")
    answer = chat.begin()
    message = replace(answer, parts=parts, status="running" if phase else "complete")
    chat.conversation.update(message)
    chat.turn = Turn(request=1, message=message, phase=phase) if phase else None
    view.set_chat(chat)
    view.grab()
    return message


def cards(view: TranscriptView) -> list[ToolRow]:
    return [row for row in view.column.items[-1].stack.rows if isinstance(row, ToolRow)]


@pytest.mark.parametrize(
    ("name", "arguments", "title"),
    [
        ("calculator", '{"expression": "12.5 + 30"}', "Calculator · 12.5 + 30"),
        ("read_file", '{"path": "a\\n b", "lines": 5}', "Read file · a b"),
        ("clock", "{}", "Clock"),
        ("clock", "", "Clock"),
        ("calculator", '{"expression": "12', "Calculator"),
        ("calculator", '{"nested": {"a": 1}}', "Calculator"),
        ("", "", "Tool"),
    ],
)
def test_the_title_says_what_is_called_on_what(name: str, arguments: str, title: str) -> None:
    assert title_of(ToolCall("a", name, arguments)) == title


@pytest.mark.parametrize(
    ("result", "phase", "state"),
    [
        (None, "calling", "Writing…"),
        (None, "running_tools", "Running…"),
        (None, None, "Not run"),
        (RESULT, "waiting", "Done · 0.4 s"),
        (replace(RESULT, is_error=True), None, "Failed"),
        (replace(RESULT, is_error=True, text=CANCELLED), None, "Cancelled"),
        (replace(RESULT, is_error=True, text=DECLINED), None, "Denied"),
    ],
)
def test_the_card_says_how_the_call_went(
    view: TranscriptView, result: ToolResult | None, phase: Phase | None, state: str
) -> None:
    show(view, *([CALL] if result is None else [CALL, result]), phase=phase)

    assert [card.state for card in cards(view)] == [state]


def test_a_result_is_shown_in_the_card_of_its_call(view: TranscriptView) -> None:
    other = ToolCall("b", "clock", "{}")

    show(view, CALL, other, RESULT, ToolResult("b", "clock", "noon"), Text("42.5."))

    assert [card.state for card in cards(view)] == ["Done · 0.4 s", "Done · 0.0 s"]


def test_a_click_opens_arguments_and_result(view: TranscriptView) -> None:
    show(view, CALL, RESULT)
    (card,) = cards(view)
    assert card.height(view.column.width) == HEADER_HEIGHT

    click(view, Toggle())

    view.grab()
    assert point_of(view, CopyCode('{\n  "expression": "12.5 + 30"\n}'))
    assert point_of(view, CopyCode("42.5"))
    click(view, Toggle())
    assert card.height(view.column.width) == HEADER_HEIGHT


def test_a_long_result_is_cut_after_twelve_lines(view: TranscriptView) -> None:
    show(view, CALL, replace(RESULT, text="\n".join(map(str, range(20)))))

    click(view, Toggle())

    view.grab()
    (card,) = cards(view)
    assert card.text(0, card.length).endswith("10\n11\n… 8 more lines")


def test_fences_in_a_result_stay_inside_its_block(view: TranscriptView) -> None:
    show(view, CALL, replace(RESULT, text="````\n# no heading\n````"))

    click(view, Toggle())

    view.grab()
    assert point_of(view, CopyCode("````\n# no heading\n````"))


def test_an_opened_card_stays_open_when_the_result_comes(
    qtbot: QtBot, view: TranscriptView
) -> None:
    chat = StagedChat()
    chat.ask("How much?")
    answer = replace(chat.begin(), parts=(CALL,))
    chat.conversation.update(answer)
    chat.turn = Turn(request=1, message=answer, phase="running_tools")
    view.set_chat(chat)
    view.grab()
    click(view, Toggle())

    done = replace(answer, parts=(CALL, RESULT))
    chat.conversation.update(done)
    chat.turn = replace(chat.turn, message=done, phase="waiting")
    chat.message_changed.emit(done.id)
    chat.turn_changed.emit()

    qtbot.waitUntil(lambda: [card.state for card in cards(view)] == ["Done · 0.4 s"])
    view.grab()
    assert [card.open for card in cards(view)] == [True]
    assert point_of(view, CopyCode("42.5"))


def test_the_receipt_adds_up_the_rounds() -> None:
    message = Message("a", None, "assistant", (), 0, rounds=(ROUND, ROUND))

    text = wording.receipt(message)

    assert text == "2 rounds · 67.5 tok/s · 824 tokens · 76 of 2,408 read · 13.2 s"
