"""Choosing a model: the picker, the first start, the empty conversation, the top bar."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.ui.window import MainWindow
from tests.app.ui.fakes import CODER, FakeSession, failed, loading, ready

LEFT = Qt.MouseButton.LeftButton


def open_picker(window: MainWindow) -> None:
    QTest.mouseClick(window.top_bar.model_button, LEFT)
    assert window.picker.isVisible()


def test_the_picker_lists_models_with_size_and_marks(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    open_picker(window)

    assert [row.accessibleName() for row in window.picker.rows] == [
        "SmolLM2-135M-Instruct.Q4_1, 98 MB, Starter, loaded",
        "Qwen2.5-Coder-0.5B-Instruct-Q4_K_M, 491 MB",
    ]


def test_a_chosen_model_is_loaded_and_the_picker_shows_how_it_goes(
    window: MainWindow, session: FakeSession
) -> None:
    open_picker(window)
    QTest.mouseClick(window.picker.rows[1], LEFT)
    assert session.done == [("load", CODER.path.name)]

    session.become(loading(0.5))
    assert window.picker.progress.bar.isVisible()
    assert window.picker.progress.bar.value() == window.picker.progress.bar.maximum() // 2
    session.become(ready())
    assert not window.picker.isVisible()


def test_a_failure_is_told_in_place_with_retry(window: MainWindow, session: FakeSession) -> None:
    open_picker(window)
    session.become(failed("There is not enough memory."))
    assert window.picker.progress.sentence.text() == "There is not enough memory."
    QTest.mouseClick(window.picker.progress.retry_button, LEFT)

    assert session.done == [("load", CODER.path.name)]


def test_unload_is_there_only_when_a_model_is(window: MainWindow, session: FakeSession) -> None:
    open_picker(window)
    assert not window.picker.unload_button.isVisible()
    session.become(loading(0.1))
    assert window.picker.unload_button.isVisible()
    QTest.mouseClick(window.picker.unload_button, LEFT)

    assert session.done == [("unload",)]
    assert not window.picker.isVisible()


def test_esc_and_a_click_beside_close_the_picker(window: MainWindow) -> None:
    open_picker(window)
    QTest.keyClick(window.picker.rows[0], Qt.Key.Key_Escape)
    assert not window.picker.isVisible()

    open_picker(window)
    QTest.mouseClick(window.picker, LEFT, pos=QPoint(window.width() - 20, window.height() - 20))
    assert not window.picker.isVisible()


def test_tab_goes_round_inside_the_picker_and_the_keyboard_comes_back(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    composer = window.pane.composer.edit
    composer.setFocus()
    open_picker(window)
    picker = window.picker
    assert window.focusWidget() is picker.rows[0]
    visited = []
    for _ in range(4):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        visited.append(window.focusWidget())

    assert visited == [picker.rows[1], picker.open_button, picker.unload_button, picker.rows[0]]
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.focusWidget() is composer


def test_the_window_closes_with_the_picker_open(window: MainWindow) -> None:
    open_picker(window)
    window.close()

    assert not window.isVisible()


def test_first_start_leads_to_the_starter(window: MainWindow, session: FakeSession) -> None:
    page = window.pane.first_start
    assert window.pane.pages.currentWidget() is page
    assert not window.pane.composer.isVisible()
    words = " ".join(label.text() for label in page.findChildren(QLabel))
    for promise in ("135 million", "98 MB", "English", "not for answers you rely on"):
        assert promise in words
    QTest.mouseClick(page.load_button, LEFT)
    assert session.done == [("load", "SmolLM2-135M-Instruct.Q4_1.gguf")]

    session.become(loading(0.3))
    assert page.progress.bar.isVisible()
    assert not page.load_button.isEnabled()
    session.become(ready())
    assert window.pane.pages.currentWidget() is window.pane.empty_page
    assert window.pane.composer.edit.hasFocus()


def test_first_start_without_the_starter_says_what_to_do(
    window: MainWindow, session: FakeSession
) -> None:
    session.known = [CODER]
    page = window.pane.first_start
    page.refresh()

    assert not page.load_button.isVisible()
    assert page.open_button.isVisible()
    words = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "make run" in words


def test_first_start_shows_a_long_failure_whole(window: MainWindow, session: FakeSession) -> None:
    """Two lines of sentence and the whole Retry button, also where there is no starter."""
    session.known = [CODER]
    session.become(failed("The file is incomplete: it has 30 of 98 bytes; fetch it again. " * 2))
    page = window.pane.first_start
    QApplication.sendPostedEvents()

    for widget in (page.progress.sentence, page.progress.retry_button):
        needed = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else 0
        assert widget.height() >= max(needed, widget.minimumSizeHint().height())


def test_an_empty_conversation_names_its_model(window: MainWindow, session: FakeSession) -> None:
    session.become(ready())
    page = window.pane.empty_page
    words = [label.text() for label in page.findChildren(QLabel)]
    assert "SmolLM2 135M Instruct" in words
    assert "Q4_1 · 98 MB · CPU · context of 4,096 tokens" in words

    session.become(failed("The file is not a GGUF model."))
    assert window.pane.pages.currentWidget() is page
    assert page.progress.sentence.text() == "The file is not a GGUF model."
    QTest.mouseClick(page.choose_button, LEFT)
    assert window.picker.isVisible()


def test_the_top_bar_shows_how_far_loading_is(window: MainWindow, session: FakeSession) -> None:
    bar = window.top_bar
    assert bar.model_button.text() == "Choose a model"
    session.become(loading(0.25))
    assert bar.hairline.value() == bar.hairline.maximum() // 4
    assert bar.status.text() == "Loading… 25 %"
    session.become(ready())
    assert bar.hairline.value() == 0
    assert bar.model_button.text() == "SmolLM2 135M Instruct"
    assert bar.model_button.accessibleName() == ("Model: SmolLM2 135M Instruct. Q4_1 · 98 MB · CPU")
