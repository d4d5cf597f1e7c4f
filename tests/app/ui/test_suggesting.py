"""`/` and `@` open a list above the composer, which never takes what was meant as text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.domain.attachments import Attachment
from app.domain.conversation import new_question
from app.domain.model_choices import ModelChoices
from app.ui.composer import Composer
from app.ui.suggestions import Suggestion, fitting
from app.ui.window import MainWindow
from tests.app.cards import THINKER
from tests.app.ui.fakes import FakeSession, ready, running_turn

NOTES = Attachment("notes.txt", "text", "Buy milk.", 9)

# The offscreen platform says so of every dialog.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def composer(window: MainWindow) -> Composer:
    window.pane._model_was_ready = True
    window.pane._show_page()
    composer = window.pane.composer
    composer.edit.setFocus()
    return composer


def type_(composer: Composer, text: str) -> None:
    QTest.keyClicks(composer.edit, text)


def press(composer: Composer, key: Qt.Key) -> None:
    QTest.keyClick(composer.edit, key)


def shown(composer: Composer) -> list[str]:
    offered = composer.suggesting.list
    if not offered.isVisible():
        return []
    return [offered.list.item(row).text() for row in range(offered.list.count())]


def current(composer: Composer) -> str:
    chosen = composer.suggesting.list.current
    return chosen.text if chosen else ""


def text(composer: Composer) -> str:
    return composer.edit.toPlainText()


# ---- commands


def test_a_slash_offers_prompts_and_what_can_be_done(composer: Composer) -> None:
    type_(composer, "/")

    offered = shown(composer)
    assert offered[:2] == ["Explain", "Summarise"]
    for name in ("Choose a model", "Tools on", "New chat", "Settings"):
        assert name in offered
    for name in ("Stop", "Find in conversation"):
        assert name not in offered, "there is nothing to stop, nor to find"
    assert composer.edit.hasFocus()
    assert composer.edit.accessibleDescription() == "Explain, Prompt"


def test_the_list_stands_right_above_the_composer_inside_the_window(
    window: MainWindow, composer: Composer
) -> None:
    type_(composer, "/")

    offered = composer.suggesting.list
    top = composer.mapTo(window, QPoint(0, 0)).y()
    assert offered.parentWidget() is window
    assert offered.geometry().bottom() < top <= offered.geometry().bottom() + 10
    assert window.rect().contains(offered.geometry())
    assert offered.width() == composer.width()


def test_letters_narrow_the_list_and_enter_takes(composer: Composer, session: FakeSession) -> None:
    type_(composer, "/new")
    assert current(composer) == "New chat"

    press(composer, Qt.Key.Key_Return)

    assert session.done == [("new",)]
    assert text(composer) == ""
    assert shown(composer) == []
    assert session.chat is not None
    assert session.chat.done == []


def test_arrows_and_tab(composer: Composer, session: FakeSession) -> None:
    type_(composer, "/chat")
    assert shown(composer) == ["New chat", "Temporary chat", "Settings · Chat"]
    found = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        press(composer, key)
        found.append(current(composer))

    assert found == ["Settings · Chat", "New chat", "Temporary chat"]
    press(composer, Qt.Key.Key_Tab)

    assert session.done == [("new temporary",)]


def test_a_click_takes(composer: Composer, session: FakeSession) -> None:
    type_(composer, "/temporary")
    offered = composer.suggesting.list.list

    QTest.mouseClick(
        offered.viewport(),
        Qt.MouseButton.LeftButton,
        pos=offered.visualItemRect(offered.item(0)).center(),
    )

    assert session.done == [("new temporary",)]
    assert text(composer) == ""


def test_esc_leaves_the_text_and_the_answer(composer: Composer, session: FakeSession) -> None:
    assert session.chat is not None
    session.chat.set_turn(running_turn())
    session.activity_changed.emit()
    type_(composer, "/new")

    press(composer, Qt.Key.Key_Escape)
    assert (text(composer), shown(composer), session.chat.done) == ("/new", [], [])

    type_(composer, "s")
    assert shown(composer) == []
    press(composer, Qt.Key.Key_Return)
    assert session.chat.done == [("queue", "/news")]


def test_a_text_that_only_begins_with_a_slash_is_a_message(
    composer: Composer, session: FakeSession
) -> None:
    type_(composer, "/usr/bin is what?")
    assert shown(composer) == []

    press(composer, Qt.Key.Key_Return)

    assert session.chat is not None
    assert session.chat.done == [("send", "/usr/bin is what?")]


def test_two_slashes_are_one_and_open_nothing(composer: Composer) -> None:
    type_(composer, "//")
    assert (text(composer), shown(composer)) == ("/", [])

    type_(composer, "new")
    assert (text(composer), shown(composer)) == ("/new", [])


def test_a_slash_behind_other_text_or_pasted_opens_nothing(composer: Composer) -> None:
    type_(composer, "and/")
    assert shown(composer) == []

    composer.edit.clear()
    composer.edit.insertPlainText("/new")
    assert shown(composer) == []


def test_the_list_goes_with_the_slash_the_focus_and_the_conversation(
    window: MainWindow, composer: Composer, session: FakeSession
) -> None:
    type_(composer, "/")
    press(composer, Qt.Key.Key_Backspace)
    assert shown(composer) == []

    type_(composer, "/")
    assert shown(composer)
    window.sidebar.search.edit.setFocus()
    assert shown(composer) == []

    composer.edit.setFocus()
    composer.edit.clear()
    type_(composer, "/")
    assert session.chat is not None
    session.open(session.chat)
    assert shown(composer) == []


def test_what_an_input_method_composes_opens_nothing_and_keeps_its_keys(
    composer: Composer, session: FakeSession
) -> None:
    QCoreApplication.sendEvent(composer.edit, QInputMethodEvent("/", []))
    assert shown(composer) == []
    QCoreApplication.sendEvent(composer.edit, QInputMethodEvent("", []))

    type_(composer, "/")
    before = current(composer)
    QCoreApplication.sendEvent(composer.edit, QInputMethodEvent("xin", []))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab):
        press(composer, key)

    assert session.done == []
    assert session.chat is not None
    assert session.chat.done == []
    assert current(composer) == before


def test_an_input_method_may_write_the_slash_of_its_language(composer: Composer) -> None:
    commit = QInputMethodEvent("", [])
    commit.setCommitString("、")
    QCoreApplication.sendEvent(composer.edit, commit)

    assert "New chat" in shown(composer)


def test_thinking_and_tools_are_switched(composer: Composer, session: FakeSession) -> None:
    session.become(replace(ready(), card=THINKER, choices=ModelChoices(seen=True)))
    type_(composer, "/think")
    assert "Think: off" in shown(composer)
    press(composer, Qt.Key.Key_Return)
    assert session.done == [("choose for model",)]
    assert not composer.think_chip.isChecked()

    type_(composer, "/tools")
    press(composer, Qt.Key.Key_Return)

    assert composer.tools_button.isChecked()
    type_(composer, "/tools")
    assert current(composer) == "Tools off"


def test_english_words_lead_to_a_command_with_another_name() -> None:
    new = Suggestion("a", "新对话", "", "plus", lambda: None, words="new clear")
    old = Suggestion("b", "New things", "", "plus", lambda: None)

    assert [one.id for one, _ in fitting("new", [new, old])] == ["b", "a"]
    assert [one.id for one, _ in fitting("对话", [new, old])] == ["a"]
    assert fitting("xyz", [new, old]) == []


# ---- files


def test_signs_of_two_units_before_it_shift_nothing(
    composer: Composer, session: FakeSession
) -> None:
    session.files_at_hand.recent = [Path("/home/me/notes.md")]
    composer.edit.setPlainText("😀😀 ")
    composer.edit.moveCursor(QTextCursor.MoveOperation.End)
    type_(composer, "@not")
    assert shown(composer) == ["notes.md"]
    press(composer, Qt.Key.Key_Return)

    assert text(composer) == "😀😀 notes.md "


def test_an_at_sign_offers_files_and_leaves_the_name(
    composer: Composer, session: FakeSession
) -> None:
    session.files_at_hand.recent = [Path("/home/me/report.pdf"), Path("/home/me/notes.md")]
    type_(composer, "See @")
    assert shown(composer) == ["report.pdf", "notes.md", "Choose a folder…"]

    type_(composer, "not")
    assert shown(composer) == ["notes.md"]
    press(composer, Qt.Key.Key_Return)

    assert session.chat is not None
    assert text(composer) == "See notes.md "
    assert session.chat.attaching.done == [("files", "notes.md")]
    assert session.chat.done == []


def test_files_of_this_conversation_are_attached_again(
    composer: Composer, session: FakeSession
) -> None:
    assert session.chat is not None
    question = new_question("Why?", None, created_ms=0, attachments=(NOTES,))
    session.chat.conversation.add(question)
    session.files_at_hand.recent = [Path("/elsewhere/notes.txt")]
    type_(composer, "@")
    assert shown(composer) == ["notes.txt", "Choose a folder…"]

    press(composer, Qt.Key.Key_Tab)

    assert session.chat.attaching.attachments == (NOTES,)
    assert text(composer) == "notes.txt "
    type_(composer, "@")
    assert shown(composer) == ["notes.txt", "Choose a folder…"], "the other one, used lately"


def test_files_of_a_folder_are_found_by_their_path(
    composer: Composer, session: FakeSession
) -> None:
    at_hand = session.files_at_hand
    at_hand.folders = {"one": Path("/home/me/parley")}
    type_(composer, "@")
    assert at_hand.done == [("look", "one")]
    assert composer.suggesting.list.note.text() == "Reading the folder “parley”…"

    at_hand.below = ["README.md", "app/ui/window.py"]
    at_hand.changed.emit()
    assert shown(composer)[:2] == ["README.md", "window.py  app/ui"]
    type_(composer, "ui/win")
    press(composer, Qt.Key.Key_Return)

    assert text(composer) == "window.py "


def test_a_folder_is_chosen_and_left(
    composer: Composer, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/home/me/parley")
    type_(composer, "@")
    press(composer, Qt.Key.Key_Return)
    folder = Path("/home/me/parley")
    assert ("folder", folder, True) in session.files_at_hand.done
    assert text(composer) == "@"
    assert shown(composer) == ["Choose a folder…", "Leave “parley” out"]
    session.files_at_hand.below = ["README.md"]
    session.files_at_hand.changed.emit()
    assert current(composer) == "README.md"

    press(composer, Qt.Key.Key_Up)
    press(composer, Qt.Key.Key_Return)

    assert ("folder", None, True) in session.files_at_hand.done
    assert shown(composer) == ["Choose a folder…"]


def test_a_typed_path_leads_from_folder_to_folder(composer: Composer, session: FakeSession) -> None:
    at_hand = session.files_at_hand
    at_hand.names = {
        Path("/"): ["etc/", "home/"],
        Path("/home"): [".hidden", "me/", "notes.txt"],
    }
    type_(composer, "See @/")
    assert shown(composer) == ["etc/", "home/"]
    type_(composer, "ho")
    press(composer, Qt.Key.Key_Tab)
    assert text(composer) == "See @/home/"
    assert shown(composer) == ["me/", "notes.txt"]
    type_(composer, "not")
    press(composer, Qt.Key.Key_Return)

    assert text(composer) == "See notes.txt "
    assert session.chat is not None
    assert session.chat.attaching.done == [("files", "notes.txt")]
    assert at_hand.done == [("look", "one")], "nothing else was looked into"


def test_a_path_that_leads_nowhere_is_text(composer: Composer, session: FakeSession) -> None:
    type_(composer, "@/nowhere")
    assert shown(composer) == []
    press(composer, Qt.Key.Key_Return)

    assert session.chat is not None
    assert session.chat.done == [("send", "@/nowhere")]


@pytest.mark.parametrize("typed", ["me@example.org", "a@", "x_@y"])
def test_addresses_open_nothing(composer: Composer, session: FakeSession, typed: str) -> None:
    session.files_at_hand.recent = [Path("/home/me/example.org")]
    type_(composer, typed)

    assert shown(composer) == []


def test_a_name_that_is_no_file_is_sent(composer: Composer, session: FakeSession) -> None:
    type_(composer, "@alice")
    assert shown(composer) == []
    press(composer, Qt.Key.Key_Return)

    assert session.chat is not None
    assert session.chat.done == [("send", "@alice")]


def test_files_that_were_read_are_remembered_but_for_temporary_conversations(
    composer: Composer, session: FakeSession
) -> None:
    assert session.chat is not None
    assert composer.isVisible()
    session.chat.attaching.file_read.emit(Path("/a/b.txt"))
    session.chat.conversation.temporary = True
    session.chat.attaching.file_read.emit(Path("/a/secret.txt"))

    assert session.files_at_hand.done == [("remember", "b.txt")]


def test_a_folder_that_cannot_be_read_is_said(composer: Composer, session: FakeSession) -> None:
    session.files_at_hand.failed.emit("The folder “x” cannot be read: choose another one.")

    assert composer.note_label.text() == "The folder “x” cannot be read: choose another one."
