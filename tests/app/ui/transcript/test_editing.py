"""A question is edited where it stands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.conversation import MessageRole
from app.ui.text_lines import first_lines
from app.ui.transcript.editor import MAX_LINES, MessageEditor
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


def open_editors(view: TranscriptView) -> list[MessageEditor]:
    return [editor for editor in view.findChildren(MessageEditor) if editor.isVisible()]


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


def test_an_answer_is_edited_below_its_head(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    answer = chat.branch[1]
    view.edit_message(answer.id)
    editor = editor_of(view)
    item = view.column.items[1]

    assert editor.field.toPlainText() == "An answer."
    assert editor.send_button.text() == "Save"
    assert editor.y() > view.column.top(item) - view.verticalScrollBar().value()
    assert len(item.stack.rows) == 2
    with qtbot.waitSignal(view.edited) as edited:
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert edited.args == [answer.id, "An answer."]


@pytest.mark.parametrize(
    ("number", "role", "button"),
    [(0, "assistant", "Insert answer"), (1, "user", "Insert question")],
)
def test_a_message_is_inserted_below_another(
    qtbot: QtBot,
    view: TranscriptView,
    chat: StagedChat,
    number: int,
    role: MessageRole,
    button: str,
) -> None:
    message = chat.branch[number]
    height = view.column.height
    view.insert_below(message.id, role)
    editor = editor_of(view)
    item = view.column.items[number]

    bottom = view.column.top(item) + item.height(view.column.width)
    assert editor.geometry().bottom() + 1 == bottom - view.verticalScrollBar().value()
    assert view.column.height > height
    assert (editor.send_button.text(), editor.send_button.isEnabled()) == (button, False)
    QTest.keyClicks(editor.field, "Wait.")
    with qtbot.waitSignal(view.inserted) as inserted:
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert inserted.args == [message.id, role, "Wait."]
    assert view.column.height == height


def test_another_conversation_closes_the_editor(view: TranscriptView, chat: StagedChat) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    view.set_chat(None)

    assert not editor.isVisible()


def test_the_whole_editor_comes_into_sight(view: TranscriptView) -> None:
    chat = StagedChat()
    for number in range(12):
        chat.ask(f"Question {number}")
        chat.answer("An answer.\n\n" * 4)
    view.set_chat(chat)
    last = chat.branch[-1]
    view.scroll_by(-40)
    view.edit_message(last.id)
    editor = editor_of(view)

    assert view.viewport().rect().contains(editor.geometry())
    QTest.keyClicks(editor.field, "\r\r\r\r")
    assert view.viewport().rect().contains(editor.geometry())


def test_a_long_text_leaves_the_buttons_in_sight(view: TranscriptView, chat: StagedChat) -> None:
    view.resize(view.width(), 260)
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    QTest.keyClicks(editor.field, "line\r" * 20)

    assert view.viewport().rect().contains(editor.geometry())
    assert editor.rect().contains(editor.send_button.geometry())


def test_the_editor_fits_its_text_in_a_narrower_window(
    view: TranscriptView, chat: StagedChat
) -> None:
    view.edit_message(chat.branch[0].id)
    editor = editor_of(view)
    QTest.keyClicks(editor.field, " and many more words" * 8)
    before = editor.height()
    view.resize(420, view.height())

    assert editor.height() > before
    assert editor.width() == view.column.width


def test_what_is_written_waits_while_another_conversation_is_shown(
    view: TranscriptView, chat: StagedChat
) -> None:
    question = chat.branch[0].id
    view.edit_message(question)
    QTest.keyClicks(editor_of(view).field, ", unfinished")
    other = StagedChat()
    other.ask("Something else")
    view.set_chat(other)
    assert not open_editors(view)
    assert view.hasFocus()

    view.set_chat(chat)
    (editor,) = open_editors(view)
    assert editor.field.toPlainText() == "First question, unfinished"


def test_an_insertion_waits_too_and_a_closed_editor_does_not(
    view: TranscriptView, chat: StagedChat
) -> None:
    answer = chat.branch[1].id
    view.insert_below(answer, "assistant", "Half an answer")
    view.set_chat(StagedChat())
    view.set_chat(chat)
    (editor,) = open_editors(view)
    assert editor.field.toPlainText() == "Half an answer"
    assert editor.send_button.text() == "Insert answer"

    QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    view.set_chat(StagedChat())
    view.set_chat(chat)
    assert not open_editors(view)


def test_the_editor_shows_all_lines_of_long_paragraphs(
    view: TranscriptView, chat: StagedChat
) -> None:
    paragraph = "Name three bees and tell a long story about each of them. " * 4
    view.edit_message(chat.branch[0].id, "\n".join([paragraph] * 3))
    editor = editor_of(view)
    lines = len(first_lines(editor.field, MAX_LINES))

    assert lines > 3
    assert editor.field.viewport().height() >= lines * editor.field.fontMetrics().lineSpacing()
