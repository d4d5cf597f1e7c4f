"""The place of the window, and screens of another resolution."""

from __future__ import annotations

import json
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


def test_what_it_goes_back_to_is_its_place_before_it_was_maximised(
    new_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    """X11 resizes it first and says why later, so that Qt takes the large size for its own."""
    first = new_window()
    place = QRect(40, 40, 700, 560)
    first.setGeometry(place)
    qtbot.waitUntil(lambda: first._place.place_below == place)
    first.setGeometry(QGuiApplication.primaryScreen().availableGeometry())
    first.showMaximized()
    first.close()

    second = new_window()
    assert second.isMaximized()
    assert second.normalGeometry() == place


@pytest.mark.parametrize("content", [[1, 2], ["a", "b", "c", "d"], [1.5, 2, 3, 4]])
def test_a_place_without_sense_is_as_none(
    new_window: Callable[[], MainWindow], tmp_path: Path, content: list[object]
) -> None:
    new_window().close()
    state = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    state["place_below"] = content
    (tmp_path / "state.json").write_text(json.dumps(state), encoding="utf-8")

    assert new_window().isVisible()


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
