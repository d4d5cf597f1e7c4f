"""A call that waits for the user's word: its keys, and the bar above the composer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.turn import Turn
from app.ui.window import MainWindow
from engine.types import Part, Text, ToolCall, ToolResult
from tests.app.ui.fakes import FakeChat, FakeSession, ready

CONTROL = Qt.KeyboardModifier.ControlModifier
CALL = ToolCall("a", "write_file", '{"path": "~/notes/results.csv"}')
LONG = Text("A paragraph.\n\n" * 80)


@pytest.fixture
def chat(window: MainWindow, session: FakeSession) -> FakeChat:
    """A conversation on screen with an answer at its end."""
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "Save it.")
    session.chat.add("assistant", "")
    assert window.pane.pages.currentWidget() is window.pane.transcript
    return session.chat


def wait(chat: FakeChat, *parts: Part, awaiting: tuple[str, ...] = ("a",)) -> str:
    """The answer now consists of these parts, and calls of it wait; its id."""
    answer = replace(chat.branch[-1], parts=parts, status="running")
    chat.conversation.update(answer)
    chat.message_changed.emit(answer.id)
    chat.set_turn(Turn(1, answer, phase="running_tools", awaiting=awaiting))
    return answer.id


def test_the_keys_decide_only_while_a_call_waits(window: MainWindow, chat: FakeChat) -> None:
    edit = window.pane.composer.edit
    QTest.keyClick(edit, Qt.Key.Key_Return, CONTROL)
    QTest.keyClick(edit, Qt.Key.Key_Backspace, CONTROL)
    assert chat.done == []

    wait(chat, CALL)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert chat.done == []
    QTest.keyClick(edit, Qt.Key.Key_Return, CONTROL)
    assert chat.done == [("approve", "a")]
    QTest.keyClick(edit, Qt.Key.Key_Backspace, CONTROL)
    assert chat.done == [("approve", "a"), ("deny", "a")]

    wait(chat, CALL, awaiting=())
    QTest.keyClick(edit, Qt.Key.Key_Return, CONTROL)
    assert len(chat.done) == 2


def test_the_keys_mean_the_first_call_that_waits(window: MainWindow, chat: FakeChat) -> None:
    second = replace(CALL, call_id="b")
    wait(chat, CALL, second, ToolResult("a", "write_file", "Done."), awaiting=("b",))

    QTest.keyClick(window.pane.composer.edit, Qt.Key.Key_Return, CONTROL)

    assert chat.done == [("approve", "b")]


def test_while_text_is_written_control_and_backspace_delete_a_word(
    window: MainWindow, chat: FakeChat
) -> None:
    wait(chat, CALL)
    edit = window.pane.composer.edit
    QTest.keyClicks(edit, "one two")

    QTest.keyClick(edit, Qt.Key.Key_Backspace, CONTROL)

    assert edit.toPlainText() == "one "
    assert chat.done == []


def test_in_the_arguments_control_and_enter_run_what_is_edited(
    qtbot: QtBot, window: MainWindow, session: FakeSession, chat: FakeChat
) -> None:
    """And Esc ends the editing before it stops the turn."""
    answer_id = wait(chat, CALL)
    transcript = window.pane.transcript
    item = transcript.column.items[-1]
    qtbot.waitUntil(lambda: item.row_of_call("a") is not None)
    transcript.acted.emit(answer_id, "repair", "a")
    editor = transcript.call_editing.editor
    assert editor is not None
    session.activity_changed.emit()
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    assert transcript.call_editing.editor is None
    assert chat.done == []

    transcript.acted.emit(answer_id, "repair", "a")
    editor = transcript.call_editing.editor
    assert editor is not None
    editor.field.setPlainText('{"path": "b"}')
    QTest.keyClick(editor.field, Qt.Key.Key_Return, CONTROL)

    assert chat.done == [("run edited", "a", '{"path": "b"}')]


def test_every_decision_reaches_the_chat(window: MainWindow, chat: FakeChat) -> None:
    for action in ("approve", "deny", "always", "ask_again"):
        window.pane.transcript.acted.emit("one-1", action, "a")

    assert chat.done == [
        ("approve", "a"),
        ("deny", "a"),
        ("always allow", "a"),
        ("ask again", "one-1"),
    ]


def test_there_is_no_bar_while_the_card_is_in_sight(
    qtbot: QtBot, window: MainWindow, chat: FakeChat
) -> None:
    bar = window.pane.approval_bar
    wait(chat, CALL)
    item = window.pane.transcript.column.items[-1]
    qtbot.waitUntil(lambda: item.row_of_call("a") is not None)

    bar.show_call()

    assert not bar.isVisible()


def test_the_bar_comes_when_the_card_is_scrolled_away(
    qtbot: QtBot, window: MainWindow, chat: FakeChat
) -> None:
    wait(chat, LONG, CALL)
    bar, transcript = window.pane.approval_bar, window.pane.transcript
    item = transcript.column.items[-1]
    qtbot.waitUntil(lambda: item.row_of_call("a") is not None)
    assert window.pane.composer.edit.hasFocus()

    transcript.verticalScrollBar().setValue(0)

    qtbot.waitUntil(bar.isVisible)
    assert bar.label.text() == "Run Write file · ~/notes/results.csv?"
    assert window.pane.composer.edit.hasFocus()
    QTest.mouseClick(bar.approve_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(bar.deny_button, Qt.MouseButton.LeftButton)
    assert chat.done == [("approve", "a"), ("deny", "a")]


def test_show_brings_the_card_with_its_buttons_back(
    qtbot: QtBot, window: MainWindow, chat: FakeChat
) -> None:
    wait(chat, LONG, CALL)
    bar, transcript = window.pane.approval_bar, window.pane.transcript
    item = transcript.column.items[-1]
    qtbot.waitUntil(lambda: item.row_of_call("a") is not None)
    transcript.verticalScrollBar().setValue(0)
    qtbot.waitUntil(bar.isVisible)

    QTest.mouseClick(bar.show_button, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: not bar.isVisible())
    assert transcript.verticalScrollBar().value() > 0


def test_the_bar_leaves_with_the_question(qtbot: QtBot, window: MainWindow, chat: FakeChat) -> None:
    wait(chat, LONG, CALL)
    bar, transcript = window.pane.approval_bar, window.pane.transcript
    item = transcript.column.items[-1]
    qtbot.waitUntil(lambda: item.row_of_call("a") is not None)
    transcript.verticalScrollBar().setValue(0)
    qtbot.waitUntil(bar.isVisible)

    chat.set_turn(None)

    qtbot.waitUntil(lambda: not bar.isVisible())
    assert bar.waiting is None
