"""The language changes while the program runs: another window, the same conversation."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chat import NOTHING_TO_ANSWER
from app.ui.speaking import Language
from app.ui.transcript.finding import Finding
from app.ui.window import MainWindow
from app.ui.window_change import ShownWindow
from tests.app.ui.languages import speaking
from tests.app.ui.recorded_program import OpenProgram, RecordedProgram
from tests.patience import LIMIT_MS

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


def _has_match(finding: Finding) -> bool:
    """That is chosen when all messages are read; a lambda would keep the window by its names."""
    return finding.number > 0


def _has_noted(window: MainWindow, place: QRect) -> bool:
    return window._place.place_below == place


def choose_in_settings(window: MainWindow, language: str) -> None:
    rows = {row.one.name: row for page in window.settings.pages for row in page.setting_rows}
    rows["language"].control.chosen.emit(language)


def title_and_tip(window: MainWindow) -> tuple[str, str]:
    return window.settings.windowTitle(), window.settings.foot.undo_button.toolTip()


def test_an_answer_goes_on_in_the_new_window(switched: Switched) -> None:
    """A tool is at work during the first change; the second is amid what follows, or at its end."""
    program = switched.program
    program.tools.held = True
    program.ask()
    program.wait_for("running_tools")
    switched.speak("zh_CN")
    program.shows("running")
    program.tools.go_on()
    switched.speak("en")
    program.wait_for("over")

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


def test_a_maximised_window_goes_back_to_its_place_before_that(switched: Switched) -> None:
    """X11 resizes it first and says why later, so that Qt takes the large size for its own."""
    window = switched.program.window
    place = QRect(40, 40, 700, 560)
    window.setGeometry(place)
    switched.program.qtbot.waitUntil(partial(_has_noted, window, place))
    window.setGeometry(QGuiApplication.primaryScreen().availableGeometry())
    window.showMaximized()
    del window

    switched.speak("zh_CN")
    window = switched.program.window

    assert window.isMaximized()
    assert window.normalGeometry() == place


def test_what_is_read_stays_in_sight(switched: Switched) -> None:
    program = switched.program
    program.ask()
    program.wait_for("over")
    program.window.resize(700, 420)
    assert QTest.qWaitForWindowExposed(program.window, LIMIT_MS)
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


# ---- what is half done goes on


def test_what_is_written_in_messages_and_looked_for_goes_on(switched: Switched) -> None:
    program = switched.program
    program.ask()
    program.wait_for("over")
    word = program.answer.text.split()[-1]
    transcript = program.window.pane.transcript
    transcript.edit_message(program.chat.branch[0].id, "Half a question")
    transcript.find_bar.open_bar(1, word)
    finding = transcript.finding
    program.qtbot.waitUntil(partial(_has_match, finding))
    number = finding.number
    assert number == 1

    del transcript, finding
    switched.speak("zh_CN")

    transcript = program.window.pane.transcript
    editor = transcript._editing.editor
    assert editor is not None
    assert editor.field.toPlainText() == "Half a question"
    assert editor.cancel_button.text() == "取消"
    assert transcript.find_bar.isVisible()
    assert transcript.find_bar.field.text() == word
    program.qtbot.waitUntil(lambda: transcript.finding.number == number)


def test_a_first_message_and_words_that_are_searched_go_on(switched: Switched) -> None:
    window = switched.program.window
    window.pane.empty_page.first_message._open("assistant", "Good mor")
    window.sidebar.search.edit.setText("harbour")
    del window

    switched.speak("zh_CN")

    window = switched.program.window
    editor = window.pane.empty_page.first_message.editor
    assert editor is not None
    assert editor.field.toPlainText() == "Good mor"
    assert window.sidebar.search.edit.text() == "harbour"


def test_open_notices_are_said_in_the_other_language(switched: Switched) -> None:
    program = switched.program
    program.session.trashed.emit(["Harbour"])
    program.session.problem.emit(NOTHING_TO_ANSWER)

    switched.speak("zh_CN")

    notices = program.window.pane.notices
    trash, problem = notices.bar("trash"), notices.bar("problem")
    assert trash is not None
    assert problem is not None
    assert trash.notice.sentence == "“Harbour”已移到回收站。"
    assert trash.button.text() == "撤销"
    assert problem.notice.sentence.startswith("此回答之前没有")


def test_the_fields_of_a_prompt_and_the_selection_stay(switched: Switched) -> None:
    composer = switched.program.window.pane.composer
    composer.put_prompt("Write to {{name}} about {{topic|the sea}}.", {})
    marked = len(composer.edit.extraSelections())
    selected = composer.edit.textCursor().selectedText()
    del composer

    switched.speak("zh_CN")

    composer = switched.program.window.pane.composer
    assert (marked, len(composer.edit.extraSelections())) == (2, 2)
    assert composer.edit.textCursor().selectedText() == selected == "{{name}}"
    QTest.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert composer.edit.textCursor().selectedText() == "the sea"


def test_the_inspector_shows_the_same_settings(switched: Switched) -> None:
    window = switched.program.window
    window.toggle_inspector()
    window.inspector.scope.set_everywhere(True)
    window.inspector.system_prompt.edit.setPlainText("Be brief.")
    del window

    switched.speak("zh_CN")

    inspector = switched.program.window.inspector
    assert inspector.scope.everywhere
    assert inspector.sampling.scope_switch.everywhere.isChecked()
    assert inspector.system_prompt.edit.toPlainText() == "Be brief."


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_prompt_that_is_being_written_is_kept(switched: Switched) -> None:
    prompts = switched.program.window.pane.prompts
    prompts.open_dialog()
    dialog = prompts.dialog
    assert dialog is not None
    dialog.list.setCurrentRow(2)
    dialog.editor.text_edit.setPlainText("Not finish")
    id = dialog._current_id
    del prompts, dialog

    switched.speak("zh_CN")

    dialog = switched.program.window.pane.prompts.dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog._current_id == id
    assert dialog.editor.text_edit.toPlainText() == "Not finish"


def test_the_first_window_is_let_go_although_the_start_froze_it(switched: Switched) -> None:
    gc.collect()
    gc.freeze()
    try:
        before = weakref.ref(switched.program.window)
        switched.program.window = None  # type: ignore[assignment]
        switched.program.change(language="zh_CN")
        switched.program.qtbot.waitUntil(lambda: before() is None)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        switched.program.window = switched.shown.window


def test_nothing_is_left_of_windows_that_were_replaced(switched: Switched) -> None:
    """Neither who follows the preferences, nor widgets, nor anything of Qt that hangs on what
    outlives the window.
    """
    counts = []
    for language in ("zh_CN", "en", "zh_CN", "en", "zh_CN", "en"):
        switched.speak(language)
        counts.append(_left(switched.program))

    assert counts[-1] == counts[1]


def _left(program: RecordedProgram) -> tuple[int, int, int]:
    """Those who follow the preferences, all widgets, and all objects of the session."""
    return (
        len(program.preferences._observers),
        len(QApplication.allWidgets()),
        len(program.session.findChildren(QObject)),
    )


def test_another_conversation_is_counted_as_before(
    switched: Switched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The windows before have left no say in what is counted, and took none away."""
    program, asked = switched.program, list[int]()
    monkeypatch.setattr(program.session.next_prompt, "ask", lambda: asked.append(1))
    switched.speak("zh_CN")
    switched.speak("en")
    first = program.chat
    program.session.new_conversation()
    asked.clear()

    first.prompt_changed.emit()
    for_the_first = len(asked)
    program.chat.prompt_changed.emit()

    assert (for_the_first, len(asked)) == (0, 1)
