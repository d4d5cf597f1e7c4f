"""When what had the keyboard goes, the keyboard goes where one would look for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.keyboard_scenes import SCENES, Stage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def stage(
    window: MainWindow, session: FakeSession, preferences: PreferencesFile, qtbot: QtBot
) -> Stage:
    window.activateWindow()
    stage = Stage(window, session, preferences, qtbot)
    SCENES["conversation"](stage)
    return stage


def press(widget: QWidget) -> None:
    """As somebody does who came to it with Tab."""
    assert widget.isVisible()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(widget, Qt.Key.Key_Space)


def notice(stage: Stage, subject: str) -> QWidget:
    bar = stage.window.pane.notices.bar(subject)
    assert bar is not None
    return bar.button if bar.notice.run else bar.close_button


LEAVING: dict[str, Callable[[Stage], QWidget]] = {
    "a notice with a button": lambda stage: notice(stage, "a"),
    "a notice": lambda stage: notice(stage, "b"),
    "a queued message": lambda stage: stage.window.pane.queued.lines[0].remove_button,
    "another model": lambda stage: stage.window.pane.model_move.on_button,
    "a file": lambda stage: stage.window.pane.composer.chips.chips[0].remove_button,
}


@pytest.mark.parametrize("name", LEAVING)
def test_a_bar_that_goes_gives_it_to_the_composer(stage: Stage, name: str) -> None:
    press(LEAVING[name](stage))

    assert stage.window.pane.composer.edit.hasFocus()


def test_a_bar_that_goes_takes_it_from_nobody(stage: Stage) -> None:
    stage.window.sidebar.search.focus()
    stage.window.pane.notices.close_notice("a")
    stage.chat.model_move.accept()

    assert stage.window.sidebar.search.edit.hasFocus()


def test_a_call_that_is_shown_has_it(stage: Stage) -> None:
    button = stage.window.pane.approval_bar.show_button
    stage.qtbot.waitUntil(button.isVisible)
    press(button)

    assert stage.window.pane.transcript.hasFocus()


@pytest.mark.parametrize("button", ["cancel_button", "send_button"])
def test_an_edited_message_gives_it_to_the_conversation(stage: Stage, button: str) -> None:
    SCENES["editor"](stage)
    editor = stage.window.pane.transcript.findChildren(QWidget, "messageEditor")[-1]
    press(getattr(editor, button))

    assert stage.window.pane.transcript.hasFocus()


def test_the_theme_is_chosen_with_the_arrow_keys(stage: Stage) -> None:
    buttons = stage.window.sidebar.theme_switch.buttons
    buttons["light"].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(buttons["light"], Qt.Key.Key_Right)

    assert buttons["dark"].hasFocus()
    assert buttons["dark"].isChecked()
    assert stage.preferences.current.theme == "dark"
    taking = [name for name, one in buttons.items() if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert taking == ["dark"]


def test_an_undone_preset_leaves_it_at_the_presets(stage: Stage) -> None:
    SCENES["inspector"](stage)
    presets = stage.window.inspector.sampling.presets
    presets.apply("Precise")
    press(presets.undo_line.button)

    assert presets.hasFocus()
