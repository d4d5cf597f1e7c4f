"""The window over the real session and chats; only the engine is a fake."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.domain.presets import PresetsFile
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.theme import Fonts
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from engine.events import ContentDelta
from engine.types import Generate, Stop
from tests.app.fakes import World


@pytest.fixture
def window(*, qtbot: QtBot, ready: World, fonts: Fonts, icons: Icons, tmp_path: Path) -> MainWindow:
    window = MainWindow(
        session=ready.session,
        preferences=ready.preferences,
        presets=PresetsFile(tmp_path / "presets.json"),
        appearance=Appearance(fonts, ready.preferences),
        icons=icons,
        state_file=StateFile(tmp_path / "state.json"),
    )
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    return window


def send(window: MainWindow, text: str) -> None:
    QTest.keyClicks(window.pane.composer.edit, text)
    QTest.keyClick(window.pane.composer.edit, Qt.Key.Key_Return)


def titles(window: MainWindow) -> list[str]:
    model = window.sidebar.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_a_message_goes_to_the_engine_and_esc_stops_its_answer(
    window: MainWindow, ready: World
) -> None:
    send(window, "Hello there")
    request = ready.host.last(Generate).request
    ready.host.deliver(ContentDelta(request=request, text="Hi", ids=(1,)))

    assert window.pane.pages.currentWidget() is window.pane.transcript
    assert window.pane.composer.edit.toPlainText() == ""
    assert window.pane.composer.send_button.accessibleName() == "Stop"
    assert titles(window) == ["Today", "Hello there"]
    QTest.keyClick(window.pane.composer.edit, Qt.Key.Key_Escape)
    assert ready.host.last(Stop).request == request


def test_an_empty_message_is_refused_with_a_sentence(window: MainWindow, ready: World) -> None:
    send(window, "  ")
    bar = window.pane.notices.bar("problem")

    assert bar is not None
    assert bar.notice.sentence == "The message is empty: write something first."
    assert ready.host.all(Generate) == []


def test_a_deleted_conversation_comes_back(window: MainWindow) -> None:
    send(window, "Keep me")
    window.sidebar.list.setFocus()
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Delete)
    assert titles(window) == []
    assert window.pane.pages.currentWidget() is window.pane.empty_page

    bar = window.pane.notices.bar("trash")
    assert bar is not None
    QTest.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    assert titles(window) == ["Today", "Keep me"]
    assert window.pane.pages.currentWidget() is window.pane.transcript


def test_a_draft_survives_switching(window: MainWindow, ready: World) -> None:
    send(window, "First")
    QTest.keyClicks(window.pane.composer.edit, "half a thought")
    first = ready.chat.conversation.id
    window.new_conversation()
    assert window.pane.composer.edit.toPlainText() == ""

    ready.session.open_conversation(first)
    assert window.pane.composer.edit.toPlainText() == "half a thought"


def test_a_folder_is_made_named_filled_deleted_and_back(
    qtbot: QtBot, window: MainWindow, ready: World
) -> None:
    send(window, "Keep me")
    id = ready.chat.conversation.id
    sidebar = window.sidebar
    sidebar.list.menus.new_folder([id])
    editor = next(e for e in sidebar.list.findChildren(QLineEdit) if e.isVisible())
    editor.setText("港口")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(window) == ["Folders", "港口", "Keep me"])
    ready.session.ordering.set_tag([id], "sea", True)
    assert [one.folder for one in ready.library.summaries()] == ["港口"]

    sidebar.list.setCurrentIndex(sidebar.model.index_of_folder("港口"))
    QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    assert titles(window) == ["Today", "Keep me"]
    bar = window.pane.notices.bar("folder")
    assert bar is not None
    assert bar.notice.sentence == (
        "The folder “港口” is deleted; its conversation is back in the list."
    )
    bar.button.click()

    assert titles(window) == ["Folders", "港口", "Keep me"]
    assert [one.tags for one in ready.library.summaries()] == [("sea",)]
