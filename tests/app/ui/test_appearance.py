"""The theme is the person's choice, kept, and followed at once."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.appearance import Appearance
from app.ui.theme import Fonts, palette
from app.ui.window import MainWindow


def test_a_choice_is_kept(fonts: Fonts, preferences: PreferencesFile, tmp_path: Path) -> None:
    Appearance(fonts, preferences).choose("dark")
    again = Appearance(fonts, PreferencesFile(tmp_path / "preferences.json"))

    assert again.choice == "dark"
    assert again.theme.dark is True


def test_a_change_of_theme_is_told_once(qtbot: QtBot, appearance: Appearance) -> None:
    with qtbot.waitSignal(appearance.theme_changed) as changed:
        appearance.choose("dark")
    assert changed.args is not None
    assert changed.args[0] is appearance.theme

    with qtbot.assertNotEmitted(appearance.theme_changed):
        appearance.choose("dark")


def test_next_goes_round(appearance: Appearance) -> None:
    seen = []
    for _ in range(3):
        appearance.choose_next()
        seen.append(appearance.choice)

    assert seen == ["dark", "system", "light"]


def test_the_window_follows_live(window: MainWindow, appearance: Appearance) -> None:
    appearance.choose("dark")

    expected = palette(appearance.theme).window().color()
    assert QApplication.palette().window().color() == expected
    assert appearance.theme.sidebar.name() in window.sidebar.styleSheet()
