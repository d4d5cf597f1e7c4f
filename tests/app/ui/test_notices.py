"""Messages in the window: one sentence, at most one thing to do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.notices import Notice, Notices
from app.ui.theme import Theme
from app.ui.window import MainWindow
from tests.app.ui.conftest import put
from tests.app.ui.fakes import FakeChat, FakeSession, failed, ready

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def notices(around: QWidget, theme: Theme, icons: Icons) -> Notices:
    notices = Notices(theme, icons)
    put(notices, around)
    return notices


def sentence(window: MainWindow, subject: str) -> str:
    bar = window.pane.notices.bar(subject)
    return bar.notice.sentence if bar is not None else ""


def test_one_subject_has_one_notice(notices: Notices) -> None:
    notices.show_notice(Notice(subject="problem", sentence="First."))
    notices.show_notice(Notice(subject="problem", sentence="Second."))
    bar = notices.bar("problem")

    assert bar is not None
    assert bar.notice.sentence == "Second."
    QTest.mouseClick(bar.close_button, LEFT)
    assert notices.bar("problem") is None
    assert not notices.isVisible()


def test_a_notice_with_a_time_leaves_by_itself(qtbot: QtBot, notices: Notices) -> None:
    notices.show_notice(Notice(subject="trash", sentence="Gone.", seconds=0.01))

    qtbot.waitUntil(lambda: notices.bar("trash") is None)


def test_a_replaced_notice_does_not_take_its_successor_along(
    qtbot: QtBot, notices: Notices
) -> None:
    """The timer of the first notice ends with it."""
    notices.show_notice(Notice(subject="trash", sentence="First.", seconds=0.02))
    notices.show_notice(Notice(subject="trash", sentence="Second.", seconds=60))
    notices.show_notice(Notice(subject="other", sentence="Ends later.", seconds=0.1))
    qtbot.waitUntil(lambda: notices.bar("other") is None)

    assert notices.bar("trash") is not None


def test_deleting_offers_undo(window: MainWindow, session: FakeSession) -> None:
    session.trashed.emit(["Kyoto in four days"])
    bar = window.pane.notices.bar("trash")
    assert bar is not None
    assert bar.notice.sentence == "“Kyoto in four days” is in the trash."
    QTest.mouseClick(bar.button, LEFT)

    assert session.done == [("undo",)]
    assert window.pane.notices.bar("trash") is None


def test_undo_is_offered_as_long_as_it_can_be_done(
    window: MainWindow, session: FakeSession
) -> None:
    session.trashed.emit(["Kyoto in four days"])
    session.trash.nothing_to_take_back.emit()

    assert window.pane.notices.bar("trash") is None


def test_problems_of_session_and_chat_are_shown(window: MainWindow, session: FakeSession) -> None:
    session.problem.emit("The disk is full.")
    assert sentence(window, "problem") == "The disk is full."
    assert session.chat is not None
    session.chat.problem.emit("The message is empty.")
    assert sentence(window, "problem") == "The message is empty."

    session.chat.add("user", "Hello")
    assert window.pane.notices.bar("problem") is None


def test_a_conversation_left_is_not_listened_to(window: MainWindow, session: FakeSession) -> None:
    left = session.chat
    assert left is not None
    session.open(FakeChat("two"))
    left.problem.emit("Too late.")

    assert window.pane.notices.bar("problem") is None


def test_a_read_only_store_is_said_until_it_is_closed(
    window: MainWindow, session: FakeSession
) -> None:
    session.read_only_reason = "The file is damaged: nothing new is saved."
    session.show_summaries([])
    assert sentence(window, "read only") == "The file is damaged: nothing new is saved."

    session.read_only_reason = None
    session.show_summaries([])
    assert window.pane.notices.bar("read only") is None


def test_a_model_that_fails_in_a_conversation_can_be_retried(
    window: MainWindow, session: FakeSession
) -> None:
    assert session.chat is not None
    session.chat.add("user", "Hello")
    session.become(failed("There is not enough memory."))
    bar = window.pane.notices.bar("load")
    assert bar is not None
    QTest.mouseClick(bar.button, LEFT)
    assert session.done == [("load", "Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf")]

    session.become(ready())
    assert window.pane.notices.bar("load") is None


def test_what_is_special_about_a_model_is_said_once(
    window: MainWindow, session: FakeSession
) -> None:
    state = ready(("It has no chat template: ChatML is used.",))
    session.become(state)
    assert sentence(window, "model") == "It has no chat template: ChatML is used."

    window.pane.notices.close_notice("model")
    session.become(state)
    assert window.pane.notices.bar("model") is None


def test_what_was_left_out_is_said_until_the_next_message(
    window: MainWindow, session: FakeSession
) -> None:
    assert session.chat is not None
    session.open(session.chat)

    session.chat.noted.emit("The 3 oldest turns are no longer seen.")
    assert sentence(window, "context") == "The 3 oldest turns are no longer seen."

    session.chat.add("user", "Hello")
    assert sentence(window, "context") == ""


def test_the_clock_is_set_after_its_cost_was_said(window: MainWindow, session: FakeSession) -> None:
    assert session.chat is not None
    session.open(session.chat)
    window.actions_by_id["refresh_clock"].trigger()
    assert session.chat.done == [("forecast", "clock", "", "")]

    session.chat.forecasted.emit("clock", "will read 412 of 1,204 tokens, about 3 s")
    bar = window.pane.notices.bar("clock")
    assert bar is not None
    QTest.mouseClick(bar.button, LEFT)

    assert bar.notice.sentence == (
        "With the time of now, the next answer will read 412 of 1,204 tokens, about 3 s."
    )
    assert session.chat.done[1:] == [("refresh clock",)]


def test_where_nobody_can_say_the_cost_the_clock_can_be_set_all_the_same(
    window: MainWindow, session: FakeSession
) -> None:
    assert session.chat is not None
    session.open(session.chat)

    session.chat.forecasted.emit("clock", "")

    bar = window.pane.notices.bar("clock")
    assert bar is not None
    assert bar.button.isVisible()


def test_what_is_said_of_the_store_already_is_not_said_twice(
    window: MainWindow, session: FakeSession
) -> None:
    session.read_only_reason = "The file is damaged: nothing new is saved."
    session.show_summaries([])
    session.problem.emit("The file is damaged: nothing new is saved.")
    assert window.pane.notices.bar("problem") is None

    window.pane.notices.close_notice("read only")
    session.problem.emit("The file is damaged: nothing new is saved.")
    assert sentence(window, "read only") == "The file is damaged: nothing new is saved."


def test_a_notice_below_the_first_start_does_not_touch_the_edge(
    qtbot: QtBot, window: MainWindow, session: FakeSession
) -> None:
    assert window.pane.pages.currentWidget() is window.pane.first_start
    session.problem.emit("The disk is full.")

    bars = window.pane.bars
    qtbot.waitUntil(lambda: 8 <= window.pane.height() - bars.geometry().bottom() <= 24)
