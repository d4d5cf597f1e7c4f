"""A question is edited where it stands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.transcript.editor import MessageEditor
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    chat = StagedChat()
    chat.ask("First question")
    chat.answer("An answer.")
    view.set_chat(chat)
    return chat


def editor_of(view: TranscriptView) -> MessageEditor:
    editor = view.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    return editor


def test_the_editor_lies_over_the_question(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    item = view.column.items[0]

    assert editor.isVisible()
    assert editor.field.toPlainText() == "First question"
    assert editor.y() == view.column.top(item) - view.verticalScrollBar().value()
    assert editor.height() == item.height(view.column.width)


def test_control_and_enter_save_and_send(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    QTest.keyClicks(editor.field, ", better")
    with qtbot.waitSignal(view.edited) as edited:
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert edited.args == [chat.branch[0].id, "First question, better"]
    assert not editor.isVisible()


def test_escape_leaves_everything_as_it_was(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    height = view.column.height
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    for _ in range(4):
        QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert view.column.height > height
    with qtbot.assertNotEmitted(view.edited):
        QTest.keyClick(editor.field, Qt.Key.Key_Escape)

    assert view.column.height == height
    assert not editor.isVisible()


def test_the_cost_is_asked_for_at_first_and_with_every_change(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    question = chat.branch[0].id
    with qtbot.waitSignal(view.edit_cost_wanted) as first:
        view.edit_message(question)
    with qtbot.waitSignal(view.edit_cost_wanted) as second:
        QTest.keyClicks(editor_of(view).field, "!")

    assert first.args == [question, "First question"]
    assert second.args == [question, "First question!"]


def test_the_cost_stands_in_the_editor(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)

    view.show_edit_cost("will read 412 of 1,204 tokens, about 3 s")

    label = editor_of(view).cost_label
    assert (label.text(), label.isVisible()) == ("Will read 412 of 1,204 tokens, about 3 s", True)


def test_a_cost_that_comes_too_late_is_not_shown(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    QTest.keyClick(editor.field, Qt.Key.Key_Escape)

    view.show_edit_cost("will read 412 of 1,204 tokens, about 3 s")

    assert editor.cost_label.text() == ""


def test_an_empty_text_cannot_be_sent(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    editor.field.setPlainText("  ")

    assert not editor.send_button.isEnabled()


def test_answers_are_not_edited_here(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[1].id)

    assert view.findChild(MessageEditor) is None


def test_another_conversation_closes_the_editor(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    view.set_chat(None)

    assert not editor.isVisible()
