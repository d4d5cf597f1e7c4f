"""The right side follows the open conversation and asks only for what can be seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.model import ModelState
from app.ui.inspector.inspector import Inspector
from app.ui.theme import dark
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from tests.app.ui.fakes import FakeChat, FakeSession, model_info, running_turn
from tests.app.ui.inspector.prompts import chosen_answer, inspected

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def chat(session: FakeSession) -> FakeChat:
    """A question and an answer, and a model that is ready."""
    info = replace(model_info(), weights_bytes=98_000_000, cache_bytes=40_000_000)
    session.become(ModelState("ready", info.path, info.name, 1.0, info))
    assert session.chat is not None
    session.chat.add("user", "Why is it so")
    session.chat.add("assistant", "Because")
    return session.chat


@pytest.fixture
def inspector(window: MainWindow, chat: FakeChat) -> Inspector:
    """Open, in a window wide enough."""
    window.resize(1300, 900)
    window.toggle_inspector()
    assert chat.branch
    return window.inspector


def test_ctrl_i_opens_it_beside_the_conversation(window: MainWindow, chat: FakeChat) -> None:
    window.resize(1300, 700)
    QApplication.processEvents()
    before = window.pane.width()
    QTest.keyClick(window, Qt.Key.Key_I, CONTROL)
    QApplication.processEvents()

    assert chat.branch
    assert window.inspector.isVisible()
    assert window.top_bar.inspector_button.isChecked()
    assert window.pane.width() == before - window.inspector.width()


def test_it_takes_room_of_its_own_in_a_window_of_the_usual_size(window: MainWindow) -> None:
    window.resize(1180, 760)
    window.toggle_inspector()
    QApplication.processEvents()

    inspector, pane = window.inspector, window.pane
    assert window.sidebar.isVisible()
    assert pane.mapTo(window, QPoint(pane.width(), 0)).x() == inspector.mapTo(window, QPoint()).x()


def test_where_there_is_no_room_for_both_sides_one_gives_way_to_the_other(
    window: MainWindow,
) -> None:
    window.resize(960, 700)
    window.toggle_inspector()
    assert (window.sidebar.isVisible(), window.inspector_shown) == (False, True)

    window.toggle_sidebar()
    assert (window.sidebar.isVisible(), window.inspector_shown) == (True, False)

    window.toggle_inspector()
    window.toggle_inspector()
    assert (window.sidebar.isVisible(), window.inspector_shown) == (True, False)

    window.toggle_inspector()
    window.resize(1300, 700)
    assert (window.sidebar.isVisible(), window.inspector_shown) == (True, True)


def test_in_a_narrow_window_it_lies_over_the_conversation(window: MainWindow) -> None:
    window.resize(1300, 700)
    window.toggle_inspector()
    window.resize(720, 700)
    assert not window.inspector.isVisible(), "it does not jump over what is read"
    QApplication.processEvents()

    width = window.pane.width()
    window.toggle_inspector()
    QApplication.processEvents()
    inspector = window.inspector
    corner = inspector.mapTo(window, QPoint(inspector.width(), inspector.height()))
    assert window.pane.width() == width
    assert (corner.x(), corner.y()) == (window.width(), window.height())

    QTest.keyClick(inspector.close_button, Qt.Key.Key_Escape)
    assert not inspector.isVisible()
    window.resize(1300, 700)
    assert inspector.isVisible(), "as it was chosen in a wide window"


def test_it_is_remembered(window: MainWindow, tmp_path: Path) -> None:
    window.resize(1300, 700)
    window.toggle_inspector()
    window.close()

    assert StateFile(tmp_path / "state.json").state.inspector_shown


def test_prompts_are_asked_for_only_while_it_is_open(
    window: MainWindow, session: FakeSession, chat: FakeChat
) -> None:
    chat.branch_changed.emit()
    assert session.inspection.asked == []

    window.resize(1300, 700)
    window.toggle_inspector()
    assert session.inspection.asked == [("one", "answered")]


def test_it_asks_again_at_the_end_of_an_answer_not_while_it_is_written(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    session.inspection.asked.clear()
    chat.set_turn(running_turn())
    assert session.inspection.asked == []

    chat.set_turn(None)
    assert inspector.isVisible()
    assert session.inspection.asked == [("one", "answered")]


def test_the_context_adds_up_and_leads_to_messages(
    inspector: Inspector, session: FakeSession, chat: FakeChat, qtbot: QtBot
) -> None:
    prompt = inspected(chat)
    session.inspection.inspected.emit(prompt)
    context = inspector.context
    count = len(prompt.prompt.tokens)

    assert context.used_label.text() == f"{count} / 4,096"
    assert sum(row.tokens for row in context.kinds.values()) == count
    assert context.free.tokens == 4096 - count
    assert not context.kinds["tools"].isVisible()
    assert inspector.system_prompt.tokens_label.text() == "2 tokens"

    question = chat.branch[0]
    with qtbot.waitSignal(inspector.message_wanted) as wanted:
        context.largest[0].click()
    assert wanted.args == [question.id]
    with qtbot.waitSignal(inspector.message_wanted) as wanted:
        context.kinds["history"].click()
    assert wanted.args == [question.id]


def test_a_part_of_the_bar_tells_and_leads(
    inspector: Inspector, session: FakeSession, chat: FakeChat, qtbot: QtBot
) -> None:
    session.inspection.inspected.emit(inspected(chat))
    bar = inspector.context.bar
    whole = 4096 / bar.width()
    system, question = bar.part_at(1 / whole), bar.part_at(8 / whole)

    assert system is not None
    assert system.tip == "System · 5 tokens\nSystem prompt"
    assert question is not None
    assert question.tip == "History · 7 tokens\nWhy is it so"
    bar.show_parts([question], question.amount)
    with qtbot.waitSignal(inspector.message_wanted) as wanted:
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton)
    assert wanted.args == [chat.branch[0].id]


def test_a_message_that_was_chosen_is_scrolled_to(
    window: MainWindow, inspector: Inspector, chat: FakeChat, qtbot: QtBot
) -> None:
    for number in range(40):
        chat.add("user", f"More and more {number}")
    transcript = window.pane.transcript
    qtbot.waitUntil(lambda: transcript.verticalScrollBar().value() > 1000)

    inspector.message_wanted.emit(chat.branch[2].id)
    QApplication.processEvents()

    item = transcript.column.find(chat.branch[2].id)
    assert item is not None
    above = transcript.column.top(item) - transcript.verticalScrollBar().value()
    assert 0 <= above < 80
    assert not transcript.follows


def test_why_a_prompt_cannot_be_made_is_said_in_its_place(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    session.inspection.inspected.emit(inspected(chat))
    session.inspection.failed.emit("answered", "The template refuses this.")

    assert inspector.context.nothing.text() == "The template refuses this."
    assert inspector.context.nothing.isVisible()
    assert not inspector.context.prompt_button.isVisible()


def test_prompts_of_other_conversations_are_not_shown(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    session.open(FakeChat("two"))
    session.inspection.inspected.emit(inspected(chat))

    assert inspector.context.used_label.text() == ""
    assert inspector.context.nothing.isVisible()


def test_the_system_prompt_is_saved_when_it_is_left(
    window: MainWindow, inspector: Inspector, chat: FakeChat, session: FakeSession
) -> None:
    edit = inspector.system_prompt.edit
    edit.setFocus()
    QTest.keyClicks(edit, "Be")
    assert chat.done == [
        ("forecast", "system_prompt", "", "B"),
        ("forecast", "system_prompt", "", "Be"),
    ]
    chat.forecasted.emit("system_prompt", "will read 9 of 9 tokens")
    assert inspector.system_prompt.cost_label.text() == "Will read 9 of 9 tokens"

    session.inspection.asked.clear()
    window.focus_composer()
    assert chat.done[-1] == ("system prompt", "Be")
    assert session.inspection.asked == [("one", "answered")]
    assert not inspector.system_prompt.cost_label.isVisible()


def test_ctrl_enter_saves_it_too_and_once(inspector: Inspector, chat: FakeChat) -> None:
    edit = inspector.system_prompt.edit
    edit.setFocus()
    edit.setPlainText("Be kind.")
    chat.done.clear()
    QTest.keyClick(edit, Qt.Key.Key_Return, CONTROL)
    QTest.keyClick(edit, Qt.Key.Key_Return, CONTROL)

    assert chat.done == [("system prompt", "Be kind.")]
    assert edit.toPlainText() == "Be kind."


def test_what_is_half_written_goes_to_its_own_conversation(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    inspector.system_prompt.edit.setPlainText("Mine.")
    other = FakeChat("two")
    other.conversation.system_prompt = "Yours."
    session.open(other)

    assert chat.done[-1] == ("system prompt", "Mine.")
    assert inspector.system_prompt.edit.toPlainText() == "Yours."
    assert other.done == []


def test_memory_shows_what_the_model_takes(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    assert chat.branch
    assert inspector.memory.isVisible()
    assert inspector.memory.used_label.text().startswith("138 MB of ")
    assert "Cache" in inspector.memory.legend.text()
    assert "Other" not in inspector.memory.legend.text(), "it is nothing"
    assert [part.amount for part in inspector.memory.bar._parts] == [98e6, 40e6, 0]

    session.become(ModelState("none"))
    assert not inspector.memory.isVisible()


def test_the_last_answer_shows_its_receipt(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    assert not inspector.last_answer.isVisible()
    other = FakeChat("two")
    other.add("user", "Colour?")
    other.conversation.add(replace(chosen_answer(), parent=other.branch[0].id))
    session.open(other)
    figures = inspector.last_answer.figures

    assert chat.branch
    assert figures["prompt"].value.text() == "200 tokens · 90 % reused"
    assert figures["ending"].value.text() == "end of turn"
    assert figures["seed"].value.text() == "42"
    assert not figures["first"].isVisible(), "it was not measured"


def test_probabilities_open_in_a_window_and_an_alternative_is_gone_on_from(
    window: MainWindow, inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    message = replace(chosen_answer(), parent=chat.branch[0].id)
    chat.conversation.add(message)
    chat.branch_changed.emit()
    window.pane.transcript.acted.emit(message.id, "probabilities", "")
    view = inspector.choices_view
    assert session.chat is chat
    assert view.isVisible()

    view.canvas.go_to(2)
    view.canvas.chosen.emit(2)
    view.alternatives.chosen.emit(9)
    assert chat.done[-1] == ("fork", "a", "1 2 9")
    assert not view.isVisible()


def test_another_theme_changes_colours_only(inspector: Inspector, chat: FakeChat) -> None:
    inspector._on_inspected(inspected(chat))
    QApplication.processEvents()
    height = inspector.context.height()
    theme = dark(inspector.context._theme.fonts)
    inspector.set_theme(theme)
    QApplication.processEvents()

    assert inspector.context.height() == height
    assert inspector.context.ring.color == theme.accent


def test_the_next_prompt_follows_what_is_typed(
    window: MainWindow, session: FakeSession, chat: FakeChat, qtbot: QtBot
) -> None:
    inspector = window.inspector
    inspector.show_prompt()
    inspector.prompt_view.moments["next"].click()
    session.inspection.asked.clear()

    chat.set_draft("And")
    chat.set_draft("And then?")
    assert session.inspection.asked == [], "typing goes on"
    qtbot.waitUntil(lambda: bool(session.inspection.asked))

    assert session.inspection.asked == [("one", "next")]
    inspector.prompt_view.close()


def test_while_an_answer_is_written_the_context_says_when_it_shows(
    window: MainWindow, chat: FakeChat
) -> None:
    chat.set_turn(running_turn())
    window.resize(1300, 900)
    window.toggle_inspector()

    expected = "What the model sees shows here when its answer is complete."
    assert window.inspector.context.nothing.text() == expected


def test_without_a_model_the_prompt_says_what_is_missing(
    window: MainWindow, session: FakeSession, chat: FakeChat
) -> None:
    assert chat.branch
    session.become(ModelState("none"))
    window.inspector.show_prompt()

    assert window.inspector.prompt_view.summary.text() == (
        "A prompt shows here when a model is loaded."
    )
    window.inspector.prompt_view.close()
