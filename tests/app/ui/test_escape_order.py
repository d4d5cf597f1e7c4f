"""Esc ends what is nearest first, and stops the answer only when nothing else is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.transcript.editor import MessageEditor
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, running_turn
from tests.app.ui.keyboard_scenes import SCENES, Stage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def stage(
    window: MainWindow, session: FakeSession, preferences: PreferencesFile, qtbot: QtBot
) -> Stage:
    window.activateWindow()
    return Stage(window, session, preferences, qtbot)


def run_a_turn(stage: Stage) -> None:
    """An answer is in the making, so that Esc means Stop wherever nobody else takes it."""
    if stage.chat.turn is None:
        stage.chat.set_turn(running_turn())
    stage.session.activity_changed.emit()
    stage.chat.done.clear()


def press_escape() -> None:
    here = QApplication.focusWidget()
    assert here is not None
    QTest.keyClick(here, Qt.Key.Key_Escape)
    QApplication.processEvents()


def trash_is_left(stage: Stage) -> bool:
    sidebar = stage.window.sidebar
    return sidebar.pages.currentWidget() is not sidebar.trash_page


def no_editor(stage: Stage) -> bool:
    return not any(one.isVisible() for one in stage.window.findChildren(MessageEditor))


PLACES: dict[str, Callable[[Stage], bool]] = {
    "trash": trash_is_left,
    "editor": no_editor,
    "insert": no_editor,
    "arguments": lambda stage: stage.window.pane.transcript.call_editing.editor is None,
    "first message": lambda stage: stage.window.pane.empty_page.first_message.editor is None,
    "picker": lambda stage: not stage.window.picker.isVisible(),
    "palette": lambda stage: not stage.window.palette_box.isVisible(),
    "branches": lambda _: QApplication.activePopupWidget() is None,
    "retry": lambda _: QApplication.activePopupWidget() is None,
}


@pytest.mark.parametrize("name", PLACES)
def test_it_closes_what_is_open_from_wherever_it_is_pressed(stage: Stage, name: str) -> None:
    """Then the keyboard is in the main window, at something that can be seen."""
    root = SCENES[name](stage)
    run_a_turn(stage)
    assert root.isVisible()
    press_escape()
    focused: QWidget | None = stage.window.focusWidget()

    assert PLACES[name](stage)
    assert ("stop",) not in stage.chat.done
    assert focused is not None
    assert focused.isVisible()


def test_when_nothing_is_open_it_stops_the_answer(stage: Stage) -> None:
    stage.messages()
    run_a_turn(stage)
    for widget in (stage.window.pane.composer.edit, stage.window.pane.transcript):
        QTest.keyClick(widget, Qt.Key.Key_Escape)

    assert stage.chat.done.count(("stop",)) == 2


def test_every_button_of_the_bar_that_finds_knows_it(stage: Stage) -> None:
    stage.messages()
    run_a_turn(stage)
    bar = stage.window.pane.transcript.find_bar
    for button in (bar.field, bar.case_button, bar.previous_button, bar.close_button):
        stage.window.actions_by_id["find"].trigger()
        button.setFocus(Qt.FocusReason.TabFocusReason)
        press_escape()
        assert not bar.isVisible()
        assert stage.window.pane.transcript.hasFocus()

    assert ("stop",) not in stage.chat.done


def test_the_question_of_the_trash_ends_before_the_trash(stage: Stage) -> None:
    SCENES["trash question"](stage)
    run_a_turn(stage)
    press_escape()
    page = stage.window.sidebar.trash_page
    assert not page.keep_button.isVisible()
    assert not trash_is_left(stage)
    assert page.isAncestorOf(stage.window.focusWidget())
    press_escape()

    assert trash_is_left(stage)
    assert stage.window.focusWidget() is stage.window.sidebar.trash_button
    assert stage.chat.done == []


def test_the_name_of_a_preset_is_not_kept(stage: Stage) -> None:
    SCENES["inspector"](stage)
    run_a_turn(stage)
    presets = stage.window.inspector.sampling.presets
    presets._ask_name(presets._save)
    QTest.keyClicks(presets.name_edit, "Mine")
    press_escape()

    assert not presets.name_edit.isVisible()
    assert presets.hasFocus()
    assert stage.chat.done == []
    assert list(presets._presets.list.own) == []


def test_words_that_are_searched_for_go_first(stage: Stage) -> None:
    SCENES["search"](stage)
    run_a_turn(stage)
    stage.window.open_search()
    press_escape()

    assert stage.window.sidebar.search.edit.text() == ""
    assert stage.chat.done == []
