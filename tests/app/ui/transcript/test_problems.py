"""What could not be read or was repaired: said where it happened, with what can be done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Problem
from app.ui.transcript.arguments_editor import ArgumentsEditor
from app.ui.transcript.folding import HEADER_HEIGHT
from app.ui.transcript.row import Act, CopyCode, Row, Toggle, Unfold
from app.ui.transcript.rows_notice import QuietNoticeRow
from app.ui.transcript.rows_problem import RAW, TOLD, AsideRow, ProblemRow
from app.ui.transcript.view import TranscriptView
from engine.types import Reasoning, Text, ToolResult
from tests.app.ui.transcript.conversations import ROUND, StagedChat
from tests.app.ui.transcript.panels_in_view import (
    BROKEN,
    CALL,
    RESULT,
    answer_of,
    become,
    cards,
    finds,
    press,
    stage,
)

REPAIRED = replace(BROKEN, kind="tool_call_repaired", call_id="a")


def rows(view: TranscriptView) -> list[Row]:
    return view.column.items[-1].stack.rows


def test_a_problem_is_a_card_with_the_raw_text(qtbot: QtBot, view: TranscriptView) -> None:
    chat = stage(view, Text("Now."), problems=(BROKEN,))

    (card,) = [row for row in rows(view) if isinstance(row, ProblemRow)]
    assert card.text(0, card.length) == f"{BROKEN.sentence}\n\n{BROKEN.raw}"
    assert finds(view, CopyCode(BROKEN.raw))
    with qtbot.waitSignal(view.acted) as acted:
        press(view, Act("ask_again"))
    assert acted.args == [answer_of(chat).id, "ask_again", ""]


def test_nothing_is_asked_again_while_the_answer_is_in_the_making(view: TranscriptView) -> None:
    stage(view, Text("Now."), problems=(BROKEN,), phase="waiting")

    assert finds(view, Act("ask_again")) is None


def test_a_problem_stands_where_it_happened_and_says_that_it_was_told(view: TranscriptView) -> None:
    """Once the model has gone on there is nothing left to ask."""
    told = ToolResult("", "", "Tool error: invalid.", is_error=True)
    stage(view, Text("Now."), told, Text("It is 3."), problems=(BROKEN,))

    kinds = [type(row).__name__ for row in rows(view)]
    (card,) = [row for row in rows(view) if isinstance(row, ProblemRow)]
    assert kinds == ["HeadRow", "ProseRow", "ProblemRow", "ProseRow", "FootRow"]
    assert card.text(0, card.length).startswith(f"{BROKEN.sentence} {TOLD}")
    assert finds(view, Act("ask_again")) is None


def test_a_call_ignored_in_reasoning_is_told_below_it(view: TranscriptView) -> None:
    ignored = replace(BROKEN, kind="tool_call_in_reasoning")
    stage(view, Reasoning("Hm."), Text("Now."), problems=(ignored,))

    kinds = [type(row).__name__ for row in rows(view)]
    assert kinds == ["HeadRow", "PanelRow", "AsideRow", "ProseRow", "FootRow"]


def test_what_the_result_of_an_unknown_tool_says_is_not_said_twice(view: TranscriptView) -> None:
    """And the card stays folded, as that of any other call that failed."""
    unknown = replace(BROKEN, kind="unknown_tool", call_id="a")
    stage(view, CALL, replace(RESULT, is_error=True), Text("Now."), problems=(unknown,))

    (card,) = cards(view)
    assert not card.open
    press(view, Toggle())
    assert BROKEN.sentence not in card.text(0, card.length)


def test_a_long_raw_text_is_folded(view: TranscriptView) -> None:
    stage(view, problems=(replace(BROKEN, raw="\n".join(map(str, range(50)))),))
    (card,) = [row for row in rows(view) if isinstance(row, ProblemRow)]
    assert card.text(0, card.length).endswith("\n11")

    press(view, Unfold(RAW))

    assert card.text(0, card.length).endswith("\n49")


def test_a_problem_of_a_call_is_inside_its_card(view: TranscriptView) -> None:
    stage(view, CALL, problems=(REPAIRED,), phase="running_tools", awaiting=("a",))

    (card,) = cards(view)
    assert card.open
    assert card.text(0, card.length).endswith(f"{BROKEN.sentence}\n\n{BROKEN.raw}")
    assert not [row for row in rows(view) if isinstance(row, ProblemRow)]
    assert [bool(finds(view, Act(action, "a"))) for action in ("approve", "deny", "repair")] == [
        True,
        True,
        True,
    ]
    assert finds(view, Act("always", "a")) is None


def test_ids_of_calls_count_inside_their_round_only(view: TranscriptView) -> None:
    stage(view, CALL, RESULT, CALL, problems=(replace(REPAIRED, round=1),))

    assert [BROKEN.sentence in card.plain_text() for card in cards(view)] == [False, True]


def test_a_problem_whose_call_is_gone_has_a_card_of_its_own(view: TranscriptView) -> None:
    stage(view, Text("Now."), problems=(REPAIRED,))

    assert [row for row in rows(view) if isinstance(row, ProblemRow)]


@pytest.mark.parametrize("kind", ["empty_after_reasoning", "empty_answer", "reasoning_budget"])
def test_an_empty_answer_is_a_quiet_line_with_a_next_step(
    qtbot: QtBot, view: TranscriptView, kind: str
) -> None:
    stage(view, Reasoning("Hm."), problems=(Problem(kind, "It ended without a word.", "", 0),))

    (line,) = [row for row in rows(view) if isinstance(row, QuietNoticeRow)]
    assert line.text(0, line.length) == "It ended without a word."
    with qtbot.waitSignal(view.acted):
        press(view, Act("retry"))
    assert finds(view, Act("continue")) is None


def test_an_answer_that_can_go_on_offers_so(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Why?")
    problem = Problem("reasoning_budget", "It thought long enough.", "", 0)
    cut = replace(
        chat.answer("Half"), problems=(problem,), rounds=(replace(ROUND, ending="length"),)
    )
    chat.conversation.update(cut)
    view.set_chat(chat)
    view.grab()

    assert finds(view, Act("continue"))


@pytest.mark.parametrize("kind", ["tool_call_in_reasoning", "stray_marker", "reasoning_unclosed"])
def test_what_changed_nothing_is_a_folded_line(view: TranscriptView, kind: str) -> None:
    stage(view, Text("42."), problems=(replace(BROKEN, kind=kind),))
    (line,) = [row for row in rows(view) if isinstance(row, AsideRow)]
    assert line.height(view.column.width) == HEADER_HEIGHT
    closed = line.plain_text()

    press(view, Toggle())

    assert line.text(0, line.length) == f"{BROKEN.sentence}\n\n{BROKEN.raw}"
    assert closed == line.plain_text()


# ---- arguments edited


@pytest.fixture
def editor(view: TranscriptView) -> ArgumentsEditor:
    """The editor over a call that waits."""
    chat = stage(view, CALL, problems=(REPAIRED,), phase="running_tools", awaiting=("a",))
    view.edit_call(answer_of(chat).id, "a")
    editor = view.findChild(ArgumentsEditor)
    assert isinstance(editor, ArgumentsEditor)
    return editor


def test_the_editor_lies_inside_the_card(view: TranscriptView, editor: ArgumentsEditor) -> None:
    (card,) = cards(view)
    item = view.column.items[-1]
    top = view.column.top(item) + item.stack.top(item.stack.rows.index(card))

    assert editor.isVisible()
    assert editor.y() == top + HEADER_HEIGHT - view.verticalScrollBar().value()
    assert editor.height() <= card.height(view.column.width) - HEADER_HEIGHT
    assert editor.field.toPlainText() == '{\n  "expression": "12.5 + 30"\n}'


def test_edited_arguments_are_told_with_their_call(
    qtbot: QtBot, view: TranscriptView, editor: ArgumentsEditor
) -> None:
    editor.field.setPlainText('{"expression": "1"}')
    with qtbot.waitSignal(view.acted) as acted:
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert acted.args == [view.column.items[-1].id, "run_edited", 'a\n{"expression": "1"}']
    assert view.call_editing.editor is None


@pytest.mark.parametrize("text", ["{", "[1]", "12", ""])
def test_what_is_no_object_cannot_be_run(
    qtbot: QtBot, view: TranscriptView, editor: ArgumentsEditor, text: str
) -> None:
    editor.field.setPlainText(text)

    with qtbot.assertNotEmitted(view.acted):
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert not editor.run_button.isEnabled()
    assert editor.problem_label.text()


def test_escape_shows_the_card_again(view: TranscriptView, editor: ArgumentsEditor) -> None:
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    view.grab()

    assert view.call_editing.editor is None
    assert finds(view, Act("repair", "a"))


def test_deny_is_in_the_editor_too(
    qtbot: QtBot, view: TranscriptView, editor: ArgumentsEditor
) -> None:
    with qtbot.waitSignal(view.acted) as acted:
        QTest.mouseClick(editor.deny_button, Qt.MouseButton.LeftButton)

    assert acted.args == [view.column.items[-1].id, "deny", "a"]


def test_the_editor_leaves_with_the_question(qtbot: QtBot, view: TranscriptView) -> None:
    """A call that was answered elsewhere cannot be edited any more."""
    chat = stage(view, CALL, phase="running_tools", awaiting=("a",))
    view.edit_call(answer_of(chat).id, "a")
    assert view.call_editing.editor is not None

    become(chat, CALL, ToolResult("a", "calculator", "No.", is_error=True), phase="waiting")

    qtbot.waitUntil(lambda: view.call_editing.editor is None)
    assert cards(view)[0].state_text == "Failed"


def test_a_card_that_was_made_again_far_off_screen_is_whole_after_editing(
    view: TranscriptView, editor: ArgumentsEditor
) -> None:
    item = view.column.items[-1]
    item.release()

    editor.cancelled.emit()
    view.grab()

    assert "expression" in cards(view)[0].text(0, cards(view)[0].length)


def test_a_call_that_is_not_on_screen_is_not_edited(view: TranscriptView) -> None:
    chat = stage(view, Text("No call."))

    view.edit_call(answer_of(chat).id, "a")

    assert view.findChild(ArgumentsEditor) is None
