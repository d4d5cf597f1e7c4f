"""The language changes while the program runs: another window, the same conversation."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.speaking import Language
from app.ui.transcript.editor import MessageEditor
from app.ui.window import MainWindow
from app.ui.window_change import ShownWindow
from tests.app.ui.languages import speaking
from tests.app.ui.recorded_program import OpenProgram, RecordedProgram

FAMILY = "qwen3_coder"


class Switched:
    """The program, with its window kept by `ShownWindow`."""

    def __init__(self, program: RecordedProgram, language: Language) -> None:
        first = [program.window]
        self.program = program
        self.shown = ShownWindow(lambda: first.pop() if first else program.new_window(), language)

    def speak(self, language: str) -> None:
        self.after(lambda: self.program.change(language=language))

    def after(self, change: Callable[[], object]) -> None:
        """Until the other window is there and nothing is left of the one before."""
        before = weakref.ref(self.shown.window)
        change()
        self.program.qtbot.waitUntil(lambda: self.shown.window is not before())
        self.program.window = self.shown.window
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        assert before() is None


@pytest.fixture
def switched(open_program: OpenProgram) -> Iterator[Switched]:
    program = open_program(FAMILY, language="en")
    with speaking(program.preferences) as language:
        yield Switched(program, language)


def choose_in_settings(window: MainWindow, language: str) -> None:
    rows = {row.one.name: row for page in window.settings.pages for row in page.setting_rows}
    rows["language"].control.chosen.emit(language)


def title_and_tip(window: MainWindow) -> tuple[str, str]:
    return window.settings.windowTitle(), window.settings.foot.undo_button.toolTip()


def test_an_answer_goes_on_in_the_new_window(switched: Switched) -> None:
    program = switched.program
    program.ask()
    switched.speak("zh_CN")
    running = program.chat.turn is not None
    switched.speak("en")
    program.wait_for("over")

    assert running
    assert (program.answer.status, program.problems) == ("complete", [])
    assert program.has_answered
    shown = " ".join(row.plain_text() for row in program.item.stack.rows)
    assert program.answer.text.splitlines()[-1] in shown


def test_the_new_window_is_where_the_old_one_was(switched: Switched) -> None:
    window = switched.program.window
    window.resize(1300, 700)
    window.toggle_sidebar()
    window.toggle_inspector()
    window.pane.composer.edit.setPlainText("半句话 and a half")
    window.open_settings()
    window.settings.show_page("privacy")
    size = window.size()
    del window

    switched.speak("zh_CN")
    window = switched.program.window

    assert window.isVisible()
    assert window.size() == size
    assert not window.sidebar.isVisible()
    assert window.inspector.isVisible()
    assert window.pane.composer.edit.toPlainText() == "半句话 and a half"
    assert (window.settings.isVisible(), window.settings.side.page) == (True, "privacy")
    assert window.settings.windowTitle() == "设置"


def test_what_is_read_stays_in_sight(switched: Switched) -> None:
    program = switched.program
    program.ask()
    program.wait_for("over")
    program.window.resize(700, 420)
    QTest.qWaitForWindowExposed(program.window)
    program.window.pane.transcript.scroll_by(-10_000)
    place = program.window.pane.transcript.reading_place

    switched.speak("zh_CN")

    assert place is not None
    assert program.window.pane.transcript.reading_place == place


def test_a_language_chosen_in_the_settings_can_be_taken_back(switched: Switched) -> None:
    program = switched.program
    program.window.open_settings()

    switched.after(lambda: choose_in_settings(program.window, "zh_CN"))
    chinese, tip = title_and_tip(program.window)
    switched.after(lambda: program.window.settings.foot.undo_button.click())

    assert (chinese, tip) == ("设置", "撤销对“语言”的更改")
    assert title_and_tip(program.window) == ("Settings", "")


def test_a_message_half_edited_is_edited_on_in_the_new_window(switched: Switched) -> None:
    program = switched.program
    program.ask()
    program.wait_for("over")
    question = program.chat.branch[0].id
    program.window.pane.transcript.edit_message(question, "半句话 and a half")

    switched.speak("zh_CN")

    editors = program.window.pane.transcript.findChildren(MessageEditor)
    assert [editor.field.toPlainText() for editor in editors] == ["半句话 and a half"]
    assert editors[0].isVisible()
