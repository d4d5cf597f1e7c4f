"""What the foot of a message leads to: the menu, other settings, the map of the branches."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.domain.answer_options import AnswerOptions
from app.domain.conversation import Message
from app.ui.branch_popup import BranchPopup
from app.ui.icons import Icons
from app.ui.message_menu import MessageMenu
from app.ui.retry_popup import RetryPopup
from app.ui.session_notices import UNDO_SECONDS
from app.ui.theme import Theme
from app.ui.transcript.editor import MessageEditor
from app.ui.window import MainWindow
from engine.models import TemplateOption
from engine.types import Reasoning, Text
from tests.app.ui.fakes import FakeChat, FakeSession, ready

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
"""Popups raise themselves and take the keyboard, which offscreen windows cannot."""


@pytest.fixture
def chat(window: MainWindow, session: FakeSession, qtbot: QtBot) -> FakeChat:
    """Shown in the window: a question, an answer, a question with two answers."""
    session.become(ready())
    chat = session.chat
    assert chat is not None
    chat.add("user", "Why?")
    chat.add("assistant", "Some **bold** words.")
    question = chat.add("user", "And?")
    chat.add("assistant", "So.")
    other = Message("other", question.id, "assistant", (Text("Well."),), 0, model="Model")
    chat.conversation.add(other)
    chat.branch_changed.emit()
    transcript = window.pane.transcript
    qtbot.waitUntil(lambda: len(transcript.column.items) == 4)
    return chat


def popup() -> QWidget:
    found = QApplication.activePopupWidget()
    assert found is not None
    return found


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == text)


def open_menu(window: MainWindow, message_id: str) -> MessageMenu:
    window.pane.transcript.acted.emit(message_id, "more", "")
    menu = popup()
    assert isinstance(menu, MessageMenu)
    return menu


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_the_menu_of_an_answer_opens_below_its_button(window: MainWindow, chat: FakeChat) -> None:
    menu = open_menu(window, chat.branch[-1].id)

    assert texts(menu) == [
        "Answer again with…",
        "Insert question below…",
        "Insert answer below…",
        "Copy as",
        "All branches",
        "Delete this message",
    ]
    viewport = window.pane.transcript.viewport()
    corner = viewport.mapFromGlobal(menu.pos())
    assert viewport.rect().contains(corner)
    menu.close()


def test_a_message_is_deleted_alone_or_with_what_follows(
    window: MainWindow, chat: FakeChat
) -> None:
    first = chat.branch[0].id
    entry(open_menu(window, first), "Delete this message").trigger()
    popup().close()
    entry(open_menu(window, first), "Delete with all that follows").trigger()
    popup().close()

    assert chat.done == [("delete", first, "alone"), ("delete", first, "following")]


def test_a_deletion_can_be_taken_back_from_the_notice(window: MainWindow, chat: FakeChat) -> None:
    chat.deleted.emit("The message is deleted.")
    bar = window.pane.notices.bar("deleted")
    assert bar is not None
    assert bar.notice.seconds == UNDO_SECONDS
    QTest.mouseClick(bar.button, Qt.MouseButton.LeftButton)

    assert chat.done == [("undo delete",)]


def test_another_conversation_takes_the_notice_away(
    window: MainWindow, chat: FakeChat, session: FakeSession
) -> None:
    chat.deleted.emit("The message is deleted.")

    session.open(FakeChat("two"))

    assert window.pane.notices.bar("deleted") is None


def test_a_message_is_inserted_through_the_editor(window: MainWindow, chat: FakeChat) -> None:
    question = chat.branch[2].id
    entry(open_menu(window, question), "Insert answer below…").trigger()
    popup().close()
    editor = window.pane.transcript.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    QTest.keyClicks(editor.field, "Hm.")
    QTest.mouseClick(editor.send_button, Qt.MouseButton.LeftButton)

    assert chat.done == [("insert", "assistant", "Hm.", question)]


def test_an_answer_is_edited_with_its_cost(window: MainWindow, chat: FakeChat) -> None:
    transcript = window.pane.transcript
    transcript.acted.emit("other", "edit", "")
    editor = transcript.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    chat.forecasted.emit("edit_answer", "will read 4 of 9 tokens")
    assert editor.cost_label.text() == "The next answer will read 4 of 9 tokens"
    QTest.mouseClick(editor.send_button, Qt.MouseButton.LeftButton)

    assert chat.done == [
        ("forecast", "edit_answer", "other", "Well."),
        ("edit answer", "other", "Well."),
    ]


def test_a_branch_becomes_a_conversation(window: MainWindow, chat: FakeChat) -> None:
    window.pane.transcript.acted.emit("other", "branch", "")

    assert chat.done == [("branch", "other")]


def test_an_answer_is_asked_for_with_another_temperature(
    window: MainWindow, chat: FakeChat
) -> None:
    menu = open_menu(window, "other")
    entry(menu, "Answer again with…").trigger()
    menu.close()
    settings = popup()
    assert isinstance(settings, RetryPopup)
    settings.temperature.setValue(0.2)
    settings.answer_button.click()

    assert chat.done == [("retry", "other", "0.2", "{}")]


@pytest.mark.parametrize(
    ("choice", "expected"),
    [("As usual", {}), ("On", {"enable_thinking": True}), ("Off", {"enable_thinking": False})],
)
def test_thinking_is_offered_where_the_template_has_a_switch(
    *, around: QWidget, theme: Theme, icons: Icons, choice: str, expected: dict[str, bool]
) -> None:
    settings = RetryPopup(
        model_name="Model",
        temperature=0.8,
        thinking=TemplateOption("enable_thinking", (True, False), True, "thinking"),
        theme=theme,
        icons=icons,
        parent=around,
    )
    settings.thinking.setCurrentText(choice)

    assert settings.options() == AnswerOptions(0.8, expected)


def test_an_answer_is_copied_in_several_ways(window: MainWindow, chat: FakeChat) -> None:
    answer = chat.branch[1]
    thought = (Reasoning("Hm.\nYes."), *answer.parts)
    chat.conversation.update(Message(answer.id, answer.parent, "assistant", thought, 0))
    menu = open_menu(window, answer.id)
    copy = menu.findChild(QMenu)
    assert isinstance(copy, QMenu)
    clipboard = QGuiApplication.clipboard()

    entry(copy, "Plain text").trigger()
    assert clipboard.text() == "Some bold words."
    entry(copy, "Formatted text").trigger()
    assert "<strong>bold</strong>" in clipboard.mimeData().html()
    entry(copy, "Markdown with reasoning").trigger()
    assert clipboard.text() == "> Hm.\n> Yes.\n\nSome **bold** words."
    entry(copy, "Markdown").trigger()
    assert clipboard.text() == "Some **bold** words."
    menu.close()


# ---- the map


@pytest.fixture
def branches(window: MainWindow, chat: FakeChat) -> BranchPopup:
    assert chat.branch
    window.actions_by_id["branch_map"].trigger()
    found = popup()
    assert isinstance(found, BranchPopup)
    return found


def test_the_map_starts_at_the_end_of_the_branch(branches: BranchPopup) -> None:
    assert branches.map.current is not None
    assert branches.map.current.message_id == "other"
    assert branches.words.text() == "Well."
    assert branches.map.accessibleDescription() == "Answer: Well."
    branches.close()


def test_keys_go_over_the_map_and_enter_shows_a_branch(
    branches: BranchPopup, chat: FakeChat
) -> None:
    sibling = chat.conversation.siblings("other")[0].id
    QTest.keyClick(branches.map, Qt.Key.Key_Up)
    assert branches.words.text() == "And?"
    QTest.keyClick(branches.map, Qt.Key.Key_Down)
    QTest.keyClick(branches.map, Qt.Key.Key_Left)
    assert chat.done == [("forecast", "branch", sibling, "")]
    chat.forecasted.emit("branch", "will read 4 of 9 tokens")
    assert branches.cost.text() == "The next answer there will read 4 of 9 tokens."
    QTest.keyClick(branches.map, Qt.Key.Key_Return)

    assert chat.done[-1] == ("show", sibling)
    assert not branches.isVisible()


def test_a_click_shows_a_branch(branches: BranchPopup, chat: FakeChat) -> None:
    sibling = chat.conversation.siblings("other")[0].id
    dot = next(dot for dot in branches.map._dots if dot.message_id == sibling)
    place = branches.map.place(dot)
    QTest.mouseMove(branches.map, place)
    QTest.mouseClick(branches.map, Qt.MouseButton.LeftButton, pos=place)

    assert chat.done[-1] == ("show", sibling)


def test_a_dot_on_screen_leads_to_its_message(
    branches: BranchPopup, chat: FakeChat, window: MainWindow, qtbot: QtBot
) -> None:
    transcript = window.pane.transcript
    first = chat.branch[0].id
    for _ in range(40):
        chat.add("user", "More\n\n" * 10)
    qtbot.waitUntil(lambda: transcript.verticalScrollBar().value() > 0)
    branches.map.chosen.emit(first)

    assert transcript.verticalScrollBar().value() == 0
    assert ("show", first) not in chat.done


def test_the_map_opens_in_the_middle_of_the_transcript(window: MainWindow, chat: FakeChat) -> None:
    window.resize(700, 600)
    QApplication.processEvents()
    window.actions_by_id["branch_map"].trigger()
    branches = popup()
    viewport = window.pane.transcript.viewport()
    assert chat.branch
    middle = viewport.mapToGlobal(viewport.rect().center())

    assert (branches.geometry().center() - middle).manhattanLength() <= 6
    branches.close()


def test_beside_all_dots_nothing_happens(branches: BranchPopup, chat: FakeChat) -> None:
    QTest.mouseClick(branches.map, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))

    assert branches.isVisible()
    QTest.keyClick(branches.map, Qt.Key.Key_Escape)
    assert not branches.isVisible()
    assert chat.done == []


def test_an_empty_conversation_has_no_map(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    window.actions_by_id["branch_map"].trigger()

    assert QApplication.activePopupWidget() is None
    assert cast(Chat, session.chat).branch == []


@pytest.mark.parametrize("number", [0, 1])
def test_an_edit_that_is_refused_stays_in_the_editor(
    window: MainWindow, chat: FakeChat, number: int
) -> None:
    transcript = window.pane.transcript
    message = chat.branch[number]
    chat.refusal = "Busy."
    transcript.acted.emit(message.id, "edit", "")
    editor = transcript.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    editor.field.setPlainText("Much work")
    QTest.mouseClick(editor.send_button, Qt.MouseButton.LeftButton)

    again = transcript._editing.editor
    assert again is not None
    assert again.isVisible()
    assert again.field.toPlainText() == "Much work"
    chat.refusal = ""
    QTest.mouseClick(again.send_button, Qt.MouseButton.LeftButton)
    assert transcript._editing.editor is None


def test_an_insertion_that_is_refused_stays_in_the_editor(
    window: MainWindow, chat: FakeChat
) -> None:
    transcript = window.pane.transcript
    chat.refusal = "Busy."
    transcript.insert_below(chat.branch[0].id, "user")
    editor = transcript.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    QTest.keyClicks(editor.field, "Hm.")
    QTest.mouseClick(editor.send_button, Qt.MouseButton.LeftButton)

    again = transcript._editing.editor
    assert again is not None
    assert again.field.toPlainText() == "Hm."
