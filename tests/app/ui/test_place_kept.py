"""The place of the window, and screens of another resolution."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui import place_kept
from app.ui.theme import Theme
from app.ui.window import MainWindow


def test_a_maximised_window_comes_back_maximised(new_window: Callable[[], MainWindow]) -> None:
    first = new_window()
    first.showMaximized()
    first.close()

    assert new_window().isMaximized()


def test_a_window_on_a_screen_that_is_gone_comes_back_where_it_can_be_seen(
    new_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = new_window()
    first.setGeometry(QRect(40, 40, 700, 560))
    first.close()
    moved: list[QRect] = []

    def elsewhere(place: QRect, screens: list[QRect]) -> QRect:
        moved.append(place)
        return screens[0].adjusted(5, 6, -100, -200)

    monkeypatch.setattr(place_kept, "visible_place", elsewhere)
    second = new_window()

    assert [place.size() for place in moved] == [QRect(40, 40, 700, 560).size()]
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert second.geometry() == screen.adjusted(5, 6, -100, -200)


def test_another_resolution_has_everything_drawn_anew(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.theme_changed) as told:
        QApplication.sendEvent(window, QEvent(QEvent.Type.DevicePixelRatioChange))

    assert told.args is not None
    assert told.args[0].dark == theme.dark


def test_a_state_file_of_any_content_opens_a_window(
    new_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    (tmp_path / "state.json").write_text('{"geometry": "no geometry"}', encoding="utf-8")

    assert new_window().isVisible()
