"""The window as a whole: keys, places, names, files dropped on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.domain.preferences import PreferencesFile
from app.ui.actions import ROWS
from app.ui.appearance import Appearance
from app.ui.model_row import ModelRow
from app.ui.theme import Theme
from app.ui.transcript.editor import MessageEditor
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from tests.app.ui.fakes import FakeSession, failed, ready, running_turn

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_every_action_has_its_own_keys() -> None:
    keys = [QKeySequence(row.keys).toString() for row in ROWS]

    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_keys_do_what_the_table_says(
    window: MainWindow, session: FakeSession, appearance: Appearance
) -> None:
    session.become(ready())
    QTest.keyClick(window, Qt.Key.Key_N, CONTROL)
    assert session.done == [("new",)]

    QTest.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert not window.sidebar.isVisible()
    assert window.top_bar.sidebar_button.isVisible()
    QTest.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert window.sidebar.isVisible()

    window.sidebar.list.setFocus()
    QTest.keyClick(window, Qt.Key.Key_L, CONTROL)
    assert window.pane.composer.edit.hasFocus()

    QTest.keyClick(window, Qt.Key.Key_T, CONTROL | SHIFT)
    assert appearance.choice == "dark"

    QTest.keyClick(window, Qt.Key.Key_Q, CONTROL)
    assert not window.isVisible()


def test_esc_stops_a_running_turn_only(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    assert session.chat is not None
    edit = window.pane.composer.edit
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert session.chat.done == []

    session.chat.set_turn(running_turn())
    session.activity_changed.emit()
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert session.chat.done == [("stop",)]


def test_hiding_the_sidebar_gives_the_keyboard_to_the_composer(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    window.sidebar.list.setFocus()
    window.toggle_sidebar()

    assert window.pane.composer.edit.hasFocus()


def test_the_composer_lies_under_the_middle_of_the_column(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "Hello")
    window.resize(1400, 700)
    QApplication.processEvents()
    composer, transcript = window.pane.composer, window.pane.transcript.viewport()
    middles = [w.mapTo(window, w.rect().center()).x() for w in (composer, transcript)]

    assert composer.width() == 776
    assert abs(middles[0] - middles[1]) <= 1


def test_the_find_button_is_there_when_there_is_something_to_look_through(
    window: MainWindow, session: FakeSession
) -> None:
    button, chat = window.top_bar.find_button, session.chat
    assert chat is not None
    session.become(ready())
    before = button.isVisible()
    chat.add("user", "Hello")
    chat.branch_changed.emit()

    assert (before, button.isVisible()) == (False, True)
    assert button.toolTip() == "Find in conversation (Ctrl+F)"
    button.click()
    assert window.pane.transcript.find_bar.field.hasFocus()


def test_in_a_narrow_bar_the_name_comes_before_the_details_but_not_before_trouble(
    window: MainWindow, session: FakeSession
) -> None:
    bar = window.top_bar
    session.become(ready())
    window.resize(680, 600)
    window.toggle_sidebar()
    QApplication.processEvents()
    narrow = bar.width(), bar.status.isVisible(), bar.model_button.text(), bar.dot.toolTip()
    session.become(failed("The file is damaged. Choose another."))
    in_trouble = bar.status.isVisible()
    session.become(ready())
    window.toggle_sidebar()
    QApplication.processEvents()

    assert narrow == (424, False, "SmolLM2 135M Instruct", "Q4_1 · 98 MB · CPU")
    assert in_trouble
    assert bar.status.isVisible()


def test_what_stands_in_the_top_bar_is_in_the_middle_of_it(window: MainWindow) -> None:
    """In line with the name in the sidebar; the line of loading lies on its lower edge."""
    QApplication.processEvents()
    bar, name = window.top_bar, window.sidebar._name
    middles = [
        one.mapTo(window, one.rect().center()).y() for one in (bar.model_button, bar.status, name)
    ]

    assert max(middles) - min(middles) <= 1
    assert bar.hairline.geometry().bottom() == bar.rect().bottom()


def test_a_narrow_window_starts_without_the_sidebar(window: MainWindow) -> None:
    window.resize(1000, 600)
    assert window.sidebar.isVisible()
    window.resize(880, 600)
    assert not window.sidebar.isVisible()
    window.toggle_sidebar()
    assert window.sidebar.isVisible()
    window.resize(1000, 600)
    assert window.sidebar.isVisible()


def test_the_size_comes_back(new_window: Callable[[], MainWindow]) -> None:
    """The offscreen screen is 800 pixels wide, and Qt restores nothing wider."""
    first = new_window()
    first.resize(700, 560)
    first.close()
    second = new_window()

    assert (second.width(), second.height()) == (700, 560)


def test_a_hidden_sidebar_stays_hidden(
    new_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    first = new_window()
    first.toggle_sidebar()
    first.close()

    assert StateFile(tmp_path / "state.json").state.sidebar_shown is False
    assert not new_window().sidebar.isVisible()


def test_tab_goes_from_sidebar_over_transcript_to_composer(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "Hello")
    seen: list[QWidget] = []
    widget = window.sidebar.list.nextInFocusChain()
    while widget is not None and widget is not window.sidebar.list:
        seen.append(widget)
        widget = widget.nextInFocusChain()

    transcript = seen.index(window.pane.transcript)
    assert seen.index(window.top_bar.model_button) < transcript
    assert transcript < seen.index(window.pane.composer.edit)
    assert seen.index(window.pane.composer.edit) < seen.index(window.pane.composer.send_button)


def test_every_control_has_a_name(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    window.choose_model()
    kinds = (QAbstractButton, QPlainTextEdit, QLineEdit)
    controls = [w for w in window.findChildren(QWidget) if isinstance(w, kinds)]
    unnamed = [
        widget
        for widget in controls
        if widget.isVisible()
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
    ]

    assert any(isinstance(widget, ModelRow) for widget in controls)
    assert unnamed == []


def test_a_dropped_model_file_is_loaded(window: MainWindow, session: FakeSession) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/models/tiny.GGUF")])
    assert entered(window, data)
    drop = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, drop)

    assert session.done == [("load", "tiny.GGUF")]


def test_other_files_are_not_taken(window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/pictures/cat.png")])

    assert not entered(window, data)


def entered(window: MainWindow, data: QMimeData) -> bool:
    event = QDragEnterEvent(
        QPoint(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def test_the_transcript_acts_on_the_open_conversation(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    assert session.chat is not None
    question = session.chat.add("user", "Hello")
    answer = session.chat.add("assistant", "Hi")
    transcript = window.pane.transcript
    transcript.acted.emit(answer.id, "retry", "")
    transcript.acted.emit(answer.id, "continue", "")
    transcript.acted.emit(question.id, "previous", "")
    transcript.edited.emit(question.id, "Hello again")
    transcript.edit_cost_wanted.emit(question.id, "Hello ag")
    transcript.acted.emit(question.id, "undo", "")

    assert session.chat.done == [
        ("retry", answer.id),
        ("continue", answer.id),
        ("sibling", question.id, "-1"),
        ("edit", question.id, "Hello again"),
        ("forecast", "edit", question.id, "Hello ag"),
        ("undo mark",),
    ]


def test_the_cost_of_an_edit_comes_to_the_editor(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    assert session.chat is not None
    question = session.chat.add("user", "Hello")
    transcript = window.pane.transcript
    transcript.set_chat(session.chat)
    transcript.edit_message(question.id)

    session.chat.forecasted.emit("clock", "will read 9 of 9 tokens")
    session.chat.forecasted.emit("edit", "will read 4 of 9 tokens")

    editor = transcript.findChild(MessageEditor)
    assert isinstance(editor, MessageEditor)
    assert editor.cost_label.text() == "Will read 4 of 9 tokens"


def test_the_first_message_brings_the_transcript(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    assert window.pane.pages.currentWidget() is window.pane.empty_page
    assert session.chat is not None
    session.chat.add("user", "Hello")

    assert window.pane.pages.currentWidget() is window.pane.transcript


def test_the_tools_chip_is_a_preference(
    window: MainWindow,
    preferences: PreferencesFile,
    new_window: Callable[[], MainWindow],
) -> None:
    QTest.mouseClick(window.pane.composer.tools_button, Qt.MouseButton.LeftButton)
    assert preferences.current.tools_enabled

    assert new_window().pane.composer.tools_button.isChecked()


def test_the_palette_is_dressed_before_it_opens(window: MainWindow, theme: Theme) -> None:
    """Its rows are painted: an icon and words in the colours of the theme."""
    window.open_palette()
    rows = window.palette_box.list
    picture = rows.viewport().grab().toImage()
    colors = {picture.pixelColor(x, 20).name() for x in range(picture.width())}

    assert rows.count() > 3
    assert theme.secondary.name() in colors or theme.text.name() in colors or len(colors) > 4
