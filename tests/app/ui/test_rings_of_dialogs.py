"""Whatever has the keyboard shows it: in dialogs, popups, editors and lists, in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.appearance import Appearance, ThemeChoice
from app.ui.theme import Theme
from app.ui.transcript.view import TranscriptView
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.keyboard_scenes import SCENES, Stage
from tests.app.ui.walking import described, meant

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SMALLEST_RING = 40
PLACES = (
    *("sidebar", "trash", "editor", "arguments", "picker", "model dialog", "prompts"),
    *("log", "crash", "attachment", "prompt view", "choices view", "retry"),
    *("settings, chat", "settings, models", "settings, about", "settings, narrow"),
)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_ring_is_seen(
    *,
    window: MainWindow,
    session: FakeSession,
    preferences: PreferencesFile,
    appearance: Appearance,
    qtbot: QtBot,
    name: str,
    choice: ThemeChoice,
) -> None:
    appearance.choose(choice)
    window.activateWindow()
    root = SCENES[name](Stage(window, session, preferences, qtbot))
    root.window().activateWindow()
    QApplication.processEvents()
    unseen = [
        described(widget)
        for widget in list(meant(root))
        if not isinstance(widget, TranscriptView)  # a message has the ring
        and _ring_pixels(widget, appearance.theme) < SMALLEST_RING
    ]
    if popup := QApplication.activePopupWidget():
        popup.close()

    assert unseen == []


def _ring_pixels(widget: QWidget, theme: Theme) -> int:
    """Pixels that take the colour of a ring when the widget is given the keyboard."""
    around = widget.parentWidget()
    assert around is not None
    widget.clearFocus()
    before = _picture(around, widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    after = _picture(around, widget)
    rings = {theme.accent.rgb(), theme.text.rgb()}
    return sum(
        before.pixel(x, y) != after.pixel(x, y) and after.pixel(x, y) in rings
        for x in range(before.width())
        for y in range(before.height())
    )


def _picture(around: QWidget, widget: QWidget) -> QImage:
    """Of the widget, with what is painted close to it."""
    QApplication.processEvents()
    area = widget.geometry().adjusted(-14, -14, 14, 14).intersected(around.rect())
    return around.grab(area).toImage()
