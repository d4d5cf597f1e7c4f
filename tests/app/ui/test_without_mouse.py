"""Everything is reached with Tab and Shift+Tab, in the order of the eye, and nothing holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.inspector.alternatives import AlternativeRow
from app.ui.inspector.context_section import PartRow
from app.ui.keyboard_focus import takes_keyboard
from app.ui.reset_dot import ResetDot
from app.ui.settings.page import TITLES
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.keyboard_scenes import SCENES, Stage
from tests.app.ui.keyboard_table import TABLE
from tests.app.ui.walking import described, meant, name_of, walk, walk_from_start

# The offscreen platform says so of every dialog and popup.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

STARTS_INSIDE = {
    *("first start", "trash", "trash question", "first message", "editor", "insert", "arguments"),
    *("picker", "palette", "model dialog", "prompts", "log", "crash", "attachment"),
    *("prompt view", "choices view", "branches", "retry", "settings, narrow"),
    *(f"settings, {page}" for page in TITLES),
}
"""Places that are opened to be used: the keyboard is there at once."""
NAMED_WHEN_FILLED = (AlternativeRow, PartRow)
HIDDEN = {
    "": "the button of a notice without one",
    "Choices": "the list of a box with choices, while it is open",
    "Close it at once after": "while thinking is limited",
    "Close it with the next sentence after": "while thinking is limited",
    "Name of the preset": "while it is asked for",
    "Restore built-in prompts": "while one of them is deleted",
    "Next message": "in a prompt with several messages",
    "Copies": "when there are copies",
    "Read prompts": "when there is something to clear",
    "Trace": "when there is something to delete",
    "Room left by deleted conversations": "when there is some",
    "Use the tools": "for a model that can",
    "Keep Parley in the tray when its window is closed": "where there is a tray",
}
"""What no place of the table shows, and when it is shown."""


@pytest.fixture
def stage(
    window: MainWindow, session: FakeSession, preferences: PreferencesFile, qtbot: QtBot
) -> Iterator[Stage]:
    window.activateWindow()
    yield Stage(window, session, preferences, qtbot)
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


@pytest.fixture
def open_scene(stage: Stage) -> Callable[[str], QWidget]:
    def open(name: str) -> QWidget:
        root = SCENES[name](stage)
        root.window().activateWindow()
        QApplication.processEvents()
        return root

    return open


@pytest.mark.parametrize("name", SCENES)
def test_tab_reaches_all_of_a_place_and_leaves_it(
    open_scene: Callable[[str], QWidget], name: str
) -> None:
    root = open_scene(name)
    begins = root.window().focusWidget()
    wanted = [described(widget) for widget in meant(root)]
    forwards = walk_from_start(root)
    reached = [one for one in forwards if one is root or root.isAncestorOf(one)]
    backwards = walk(root, Qt.Key.Key_Backtab)

    assert [described(widget) for widget in reached] == wanted
    assert tuple(name_of(widget) for widget in reached) == TABLE[name]
    assert backwards == [forwards[0], *reversed(forwards[1:])]
    if name in STARTS_INSIDE:
        assert begins in reached


def test_nothing_that_takes_the_keyboard_is_left_out(
    stage: Stage, open_scene: Callable[[str], QWidget]
) -> None:
    """Also of what is hidden in the places of the table; names change with what is chosen."""
    known = {kind(name) for names in TABLE.values() for name in names}
    for name in ("conversation", "inspector", "trash", "settings, chat", "model dialog", "prompts"):
        open_scene(name)
    missing = [
        described(widget)
        for widget in stage.window.findChildren(QWidget)
        if takes_keyboard(widget)
        and not isinstance(widget, (*NAMED_WHEN_FILLED, ResetDot))
        and kind(name_of(widget)) not in known | set(HIDDEN)
    ]

    assert missing == []


def kind(name: str) -> str:
    """Of a name that tells a value, what comes before the value."""
    return name.partition(":")[0]
