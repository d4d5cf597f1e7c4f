"""Tool calls in the transcript: one card each, with its state, its arguments and its result."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Message
from app.domain.tool_calls import CANCELLED, CallState
from app.domain.turn import Phase
from app.ui.transcript import wording
from app.ui.transcript.folding import HEADER_HEIGHT
from app.ui.transcript.row import Act, CopyCode, Row, Toggle, Unfold
from app.ui.transcript.rows_json import JsonTreeRow
from app.ui.transcript.rows_picture import PictureRow
from app.ui.transcript.rows_table import TableRow
from app.ui.transcript.tool_results import ALL, RAW
from app.ui.transcript.tool_wording import state_text, title_of
from app.ui.transcript.view import TranscriptView
from engine.types import Text, ToolCall, ToolResult
from tests.app.ui.transcript.conversations import ROUND
from tests.app.ui.transcript.panels_in_view import (
    CALL,
    RESULT,
    answer_of,
    become,
    cards,
    finds,
    press,
    stage,
)

RAW_ARGUMENTS = Unfold("raw arguments")


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
    ("result", "phase", "awaiting", "state"),
    [
        (None, "calling", (), "Writing…"),
        (None, "running_tools", ("a",), "Needs approval"),
        (None, "running_tools", (), "Running…"),
        (None, None, (), "Not run"),
        (RESULT, "waiting", (), "Done · 0.4 s"),
        (replace(RESULT, is_error=True), None, (), "Failed"),
        (replace(RESULT, is_error=True, text=CANCELLED), None, (), "Cancelled"),
    ],
)
def test_the_card_says_how_the_call_goes(
    view: TranscriptView,
    result: ToolResult | None,
    phase: Phase | None,
    awaiting: tuple[str, ...],
    state: str,
) -> None:
    stage(view, *([CALL] if result is None else [CALL, result]), phase=phase, awaiting=awaiting)

    assert [card.state_text for card in cards(view)] == [state]


@pytest.mark.parametrize(
    ("state", "arguments", "running_s", "text"),
    [
        ("denied", "{}", 0.0, "Denied"),
        ("running", "{}", 0.9, "Running…"),
        ("running", "{}", 61.2, "Running… 61 s"),
        ("writing", "x" * 1234, 0.0, "Writing… 1,234 characters"),
    ],
)
def test_states_tell_how_long_and_how_much(
    state: CallState, arguments: str, running_s: float, text: str
) -> None:
    assert state_text(state, ToolCall("a", "t", arguments), None, running_s) == text


def test_a_running_call_counts_its_seconds(view: TranscriptView) -> None:
    stage(view, CALL, phase="running_tools")
    (card,) = cards(view)
    now_s = time.monotonic()

    assert card.tick(now_s + 0.2) is False
    assert card.tick(now_s + 3.5) is True
    assert card.state_text == "Running… 3 s"
    assert card.tick(now_s + 3.9) is False


def test_a_result_is_shown_in_the_card_of_its_call(view: TranscriptView) -> None:
    other = ToolCall("b", "clock", "{}")

    stage(view, CALL, other, RESULT, ToolResult("b", "clock", "noon"), Text("42.5."))

    assert [card.state_text for card in cards(view)] == ["Done · 0.4 s", "Done"]


# ---- approval


def test_a_call_that_waits_is_open_and_has_four_buttons(qtbot: QtBot, view: TranscriptView) -> None:
    chat = stage(view, CALL, phase="running_tools", awaiting=("a",))
    assert cards(view)[0].open

    for action in ("approve", "deny", "repair", "always"):
        with qtbot.waitSignal(view.acted) as acted:
            press(view, Act(action, "a"))
        assert acted.args == [answer_of(chat).id, action, "a"]


def test_the_buttons_stay_when_the_card_is_folded(view: TranscriptView) -> None:
    stage(view, CALL, phase="running_tools", awaiting=("a",))

    press(view, Toggle())

    assert not cards(view)[0].open
    assert finds(view, Act("approve", "a"))
    assert finds(view, RAW_ARGUMENTS) is None


def test_a_waiting_call_does_not_take_the_keyboard(view: TranscriptView) -> None:
    before = view.window().focusWidget()

    stage(view, CALL, phase="running_tools", awaiting=("a",))
    QTest.keyClicks(view, "\r")

    assert view.window().focusWidget() is before
    assert cards(view)[0].state_text == "Needs approval"


def test_an_approved_call_folds_and_runs(qtbot: QtBot, view: TranscriptView) -> None:
    chat = stage(view, CALL, phase="running_tools", awaiting=("a",))

    become(chat, CALL, phase="running_tools")

    qtbot.waitUntil(lambda: cards(view)[0].state_text == "Running…")
    view.grab()
    assert cards(view)[0].height(view.column.width) == HEADER_HEIGHT


# ---- arguments


def test_a_click_opens_arguments_and_result(view: TranscriptView) -> None:
    stage(view, CALL, RESULT)
    (card,) = cards(view)
    assert card.height(view.column.width) == HEADER_HEIGHT

    press(view, Toggle())

    assert card.text(0, card.length) == "expression\t12.5 + 30\n\n42.5"
    assert finds(view, CopyCode('{\n  "expression": "12.5 + 30"\n}'))
    assert finds(view, CopyCode("42.5"))
    press(view, Toggle())
    assert card.height(view.column.width) == HEADER_HEIGHT


def test_find_sees_the_same_text_in_a_closed_card(view: TranscriptView) -> None:
    stage(view, CALL, RESULT)
    (card,) = cards(view)
    closed = card.plain_text()

    press(view, Toggle())

    assert closed == card.plain_text() == "expression\t12.5 + 30\n42.5"
    assert len(closed) + 1 == card.length


def test_arguments_are_shown_as_json_on_demand(view: TranscriptView) -> None:
    stage(view, CALL, RESULT)
    press(view, Toggle())

    press(view, RAW_ARGUMENTS)

    (card,) = cards(view)
    assert card.text(0, card.length) == '{\n  "expression": "12.5 + 30"\n}\n\n42.5'
    press(view, RAW_ARGUMENTS)
    assert card.text(0, card.length).startswith("expression\t")


def test_arguments_stream_as_they_are_written(qtbot: QtBot, view: TranscriptView) -> None:
    chat = stage(view, replace(CALL, arguments='{"expr'), phase="calling")
    press(view, Toggle())

    become(chat, replace(CALL, arguments='{"expression": "12'), phase="calling")

    (card,) = cards(view)
    qtbot.waitUntil(lambda: card.text(0, card.length) == '{"expression": "12')


def test_arguments_that_are_no_object_are_shown_as_they_are(view: TranscriptView) -> None:
    stage(view, replace(CALL, arguments='{"expression": "12'), RESULT)

    press(view, Toggle())

    (card,) = cards(view)
    assert card.text(0, card.length).startswith('{"expression": "12')
    assert finds(view, RAW_ARGUMENTS) is None


# ---- results


def opened(view: TranscriptView, result: str) -> list[Row]:
    """What is inside the card of a call with this result."""
    stage(view, CALL, replace(RESULT, text=result))
    press(view, Toggle())
    return list(cards(view)[0].rows)


def test_a_long_result_shows_twelve_lines_and_all_on_demand(view: TranscriptView) -> None:
    opened(view, "\n".join(map(str, range(20))))
    (card,) = cards(view)
    assert card.text(0, card.length).endswith("10\n11")
    assert finds(view, CopyCode("\n".join(map(str, range(20)))))

    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    press(view, Unfold(ALL))

    assert card.text(0, card.length).endswith("18\n19")


def test_one_endless_line_is_cut(view: TranscriptView) -> None:
    opened(view, "x" * 100_000)

    (card,) = cards(view)
    assert card.length < 2000
    assert card.height(view.column.width) < 500


def test_an_object_is_a_tree_that_folds(view: TranscriptView) -> None:
    value = {"name": "a", "inner": {"deep": [1, 2]}, "many": list(range(30))}
    *_, tree, _more = [*opened(view, json.dumps(value)), None]
    assert isinstance(tree, JsonTreeRow)
    assert tree.plain_text() == 'name: "a"\ninner: {1 field}\nmany: [30 items]'

    press(view, Unfold("tree/inner"))

    (card,) = cards(view)
    assert "inner: {1 field}\ndeep: [2 items]\nmany" in card.plain_text()


def test_a_small_tree_is_open_from_the_start(view: TranscriptView) -> None:
    opened(view, '{"a": {"b": [true, null]}}')

    (card,) = cards(view)
    assert card.plain_text().endswith("a: {1 field}\nb: [2 items]\n0: true\n1: null")


def test_a_large_tree_shows_twelve_lines_and_all_on_demand(view: TranscriptView) -> None:
    opened(view, json.dumps({f"key{n}": n for n in range(40)}))
    (card,) = cards(view)
    assert card.plain_text().endswith("key11: 11")

    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    press(view, Unfold(ALL))

    assert card.plain_text().endswith("key39: 39")


def test_a_list_of_flat_objects_is_a_table(view: TranscriptView) -> None:
    lines = [{"method": "sum", "error": 0.5}, {"method": "fsum", "error": None}]

    rows = opened(view, json.dumps(lines))

    (table,) = [row for row in rows if isinstance(row, TableRow)]
    assert table.text(0, table.length) == "method\terror\nsum\t0.5\nfsum\t"


@pytest.mark.parametrize("result", ['[{"a": {"b": 1}}]', "[1, 2]", '[{"a": 1}, 2]'])
def test_what_is_no_flat_table_is_a_tree(view: TranscriptView, result: str) -> None:
    assert isinstance(opened(view, result)[-1], JsonTreeRow)


@pytest.mark.parametrize("result", ["42", '"text"', "{}", "[]", "{broken", ""])
def test_what_has_no_structure_is_text(view: TranscriptView, result: str) -> None:
    opened(view, result)

    (card,) = cards(view)
    assert card.text(0, card.length).endswith(result or "(empty)")
    assert finds(view, Unfold(RAW)) is None


def test_structured_results_have_their_raw_text(view: TranscriptView) -> None:
    opened(view, '{"a":[1]}')

    press(view, Unfold(RAW))

    (card,) = cards(view)
    assert card.text(0, card.length).endswith('{"a":[1]}')


def picture(kind: str = "png") -> str:
    """A picture of 40 by 30 pixels as a data URI."""
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return f"data:image/{kind};base64," + base64.b64encode(buffer.data().data()).decode()


def content_blocks() -> str:
    data = picture().partition(",")[2]
    blocks = [
        {"type": "text", "text": "Here it is."},
        {"type": "image", "mimeType": "image/png", "data": data},
    ]
    return json.dumps({"content": blocks})


@pytest.mark.parametrize("result", [picture(), json.dumps(picture()), content_blocks()])
def test_pictures_are_shown(view: TranscriptView, result: str) -> None:
    rows = opened(view, result)

    (shown,) = [row for row in rows if isinstance(row, PictureRow)]
    assert shown.described() == "Picture, 40 by 30 pixels"
    assert shown.height(400) == 30


@pytest.mark.parametrize(
    "result", [picture("svg+xml"), "data:image/png;base64,####", "data:image/png;base64,AAAA"]
)
def test_pictures_that_cannot_be_shown_are_text(view: TranscriptView, result: str) -> None:
    assert not [row for row in opened(view, result) if isinstance(row, PictureRow)]


def test_an_opened_card_stays_open_when_the_result_comes(
    qtbot: QtBot, view: TranscriptView
) -> None:
    chat = stage(view, CALL, phase="running_tools")
    press(view, Toggle())

    become(chat, CALL, RESULT, phase="waiting")

    qtbot.waitUntil(lambda: [card.state_text for card in cards(view)] == ["Done · 0.4 s"])
    view.grab()
    assert [card.open for card in cards(view)] == [True]
    assert finds(view, CopyCode("42.5"))


def test_only_the_card_that_changed_is_painted_again(view: TranscriptView) -> None:
    """Rows before it count as unchanged."""
    chat = stage(view, Text("Let me see."), CALL, phase="calling")
    item = view.column.items[-1]
    assert chat.turn is not None

    turn = replace(chat.turn, phase="running_tools")

    assert item.show(replace(item.shown, turn=turn)) == 2
    view.grab()
    assert item.show(replace(item.shown, turn=turn)) == 3


def test_cards_are_described_in_words(view: TranscriptView) -> None:
    stage(view, CALL, RESULT)

    (card,) = cards(view)
    assert card.described() == "Tool call Calculator · 12.5 + 30, Done · 0.4 s"


def test_the_receipt_adds_up_the_rounds() -> None:
    message = Message("a", None, "assistant", (), 0, rounds=(ROUND, ROUND))

    text = wording.receipt(message)

    assert text == "2 rounds · 67.5 tok/s · 824 tokens · 76 of 2,408 read · 13.2 s"
