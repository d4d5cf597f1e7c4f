"""What `/`, the palette and keys do with the conversation that is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

from app.domain.context import LeaveOut
from app.domain.conversation import Mark
from app.room_now import Plan, Way
from app.ui.language import tr
from app.ui.window import MainWindow
from tests.app.ui.fakes import CODER, STARTER, FakeChat, FakeSession, ready

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def chat(window: MainWindow, session: FakeSession) -> FakeChat:
    session.become(ready())
    assert session.chat is not None
    assert window.isVisible()
    session.chat.conversation.title = "Harbour"
    session.chat.add("user", "Why?")
    session.chat.add("assistant", "So.")
    return session.chat


def said(window: MainWindow, subject: str) -> tuple[str, str]:
    bar = window.pane.notices.bar(subject)
    return (bar.notice.sentence, bar.notice.button) if bar is not None else ("", "")


def plan(way: Way, turns: int) -> Plan:
    return Plan(way, "head", LeaveOut("q", turns, 812), Mark("q"), "It would cost this.")


@pytest.mark.parametrize(
    ("action", "way", "turns", "button"),
    [
        ("leave_out", "leave out", 3, "Leave them out"),
        ("leave_out", "leave out", 1, "Leave it out"),
        ("summarise", "summarise", 3, "Summarise them"),
        ("summarise", "summarise", 1, "Summarise it"),
    ],
)
def test_room_is_made_when_its_cost_was_read(
    window: MainWindow, chat: FakeChat, *, action: str, way: Way, turns: int, button: str
) -> None:
    window.actions_by_id[action].trigger()
    chat.room.planned.emit(plan(way, turns))
    assert chat.done == [("plan room", way)]
    assert said(window, "room") == ("It would cost this.", button)

    bar = window.pane.notices.bar("room")
    assert bar is not None
    bar.button.click()
    assert chat.done[-1] == ("make room",)
    chat.room.summarising.emit()
    assert said(window, "room")[1] == "Stop"
    chat.room.made.emit("It is done.")
    assert said(window, "room") == ("It is done.", "Undo")
    chat.add("user", "And?")
    assert said(window, "room") == ("", "")


def test_the_conversation_is_copied_as_markdown(window: MainWindow, chat: FakeChat) -> None:
    window.actions_by_id["copy_conversation"].trigger()

    assert chat.branch
    assert QGuiApplication.clipboard().text() == (
        "# Harbour\n\n## You\n\nWhy?\n\n## SmolLM2 135M Instruct\n\nSo.\n"
    )
    assert said(window, "command")[0] == "The conversation is copied as Markdown."


def test_it_is_renamed_and_duplicated(
    window: MainWindow, session: FakeSession, chat: FakeChat
) -> None:
    window.actions_by_id["rename"].trigger()
    dialog = window.findChild(QInputDialog)
    assert dialog is not None
    assert dialog.textValue() == chat.conversation.title
    dialog.setTextValue("Port")
    dialog.accept()
    window.actions_by_id["duplicate"].trigger()

    id = chat.conversation.id
    assert session.done == [("rename", id, "Port"), ("duplicate", id, "Harbour (copy)")]


def test_an_empty_conversation_has_nothing_of_it(window: MainWindow, session: FakeSession) -> None:
    found = []
    for action in ("rename", "duplicate", "copy_conversation"):
        window.actions_by_id[action].trigger()
        found.append(said(window, "command")[0])

    assert found == [
        "A conversation can be renamed when it has a message.",
        "Only a stored conversation with a message can be duplicated.",
        "There is nothing to copy yet.",
    ]
    assert session.done == []


def test_presets_folders_and_pages_are_commands(
    window: MainWindow, session: FakeSession, chat: FakeChat
) -> None:
    session.ordering.make("Work")
    edit = window.pane.composer.edit
    edit.setFocus()
    for typed in ("/precise", "/in work", "/settings privacy"):
        QTest.keyClicks(edit, typed)
        assert window.pane.composer.suggesting.list.current is not None
        QTest.keyClick(edit, Qt.Key.Key_Return)

    assert edit.toPlainText() == ""
    assert chat.setup.now.settings.preset == "Precise"
    assert ("begin in", "Work") in session.done
    assert window.settings.side.page == "privacy"


def test_the_page_of_an_empty_conversation_names_its_folder(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    session.ordering.begin_in("Work", session.chat)

    page = window.pane.empty_page
    assert page.folder.isVisible()
    assert page.folder.text() == "It goes into the folder “Work”."


def test_a_move_is_said_with_undo(window: MainWindow, session: FakeSession) -> None:
    told = []
    for titles, folder in (
        (["Port"], "Work"),
        (["Port"], ""),
        (["A", "B"], "Work"),
        (["A"] * 2, ""),
    ):
        session.ordering.moved.emit(titles, folder)
        told.append(said(window, "moved")[0])
    bar = window.pane.notices.bar("moved")
    assert bar is not None
    bar.button.click()

    assert told == [
        "“Port” is in “Work” now.",
        "“Port” is back in the list.",
        "2 conversations are in “Work” now.",
        "2 conversations are back in the list.",
    ]
    assert session.done == [("undo move",)]


def test_files_over_the_text_box_are_the_windows(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(__file__)])
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(window.pane.composer.edit.viewport(), event)

    assert window.drop_target.isVisible()
    assert window.drop_target.sentence == tr("Drop to attach")


def test_models_whose_speed_is_known_tell_how_long_they_would_read(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    assert session.chat is not None
    session.chat.model_move.about_tokens = 4200
    session.chat.model_move.seconds = {CODER.name: 12.4, STARTER.name: 3}
    window.choose_model()
    starter, coder = window.picker.rows

    assert not starter._cost.isVisible(), "it is loaded"
    assert coder._cost.isVisible()
    assert coder._cost.text() == "about 12 s"
    assert coder._cost.toolTip() == "It would read about 4,200 tokens first, about 12 s."
