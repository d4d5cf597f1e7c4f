"""The icon in the tray."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from app.ui.theme import Theme
from app.ui.tray import Tray, tray_available, tray_icon
from tests.app.ui.fake_tray import CLICK, FakeIcon


def new_tray(theme: Theme) -> tuple[Tray, FakeIcon]:
    icons: list[FakeIcon] = []

    def new_icon(parent: QObject) -> FakeIcon:
        icons.append(FakeIcon(parent))
        return icons[0]

    return Tray(theme, new_icon=new_icon), icons[0]


def test_it_is_shown_while_it_is_kept(theme: Theme) -> None:
    tray, icon = new_tray(theme)
    assert not icon.isVisible()
    tray.keep(True)
    assert icon.isVisible()
    tray.end_message()
    assert icon.isVisible()
    tray.keep(False)
    assert not icon.isVisible()


def test_for_a_message_it_is_shown_as_long_as_that(theme: Theme) -> None:
    tray, icon = new_tray(theme)
    tray.show_message("Parley", "An answer is ready.")

    assert icon.messages == [("Parley", "An answer is ready.")]
    assert icon.isVisible()
    tray.end_message()
    assert not icon.isVisible()


def test_a_dot_says_that_an_answer_is_being_written(theme: Theme) -> None:
    tray, icon = new_tray(theme)
    tray.set_generating(True)

    assert icon.tip == "Parley is writing an answer"
    corner = icon.icons[-1].pixmap(32, 32).toImage().pixelColor(26, 26)
    assert corner == theme.ok
    tray.set_generating(False)
    assert icon.tip == "Parley"
    assert icon.icons[-1].pixmap(32, 32).toImage().pixelColor(26, 26) != theme.ok


def test_the_dot_is_there_in_every_size(theme: Theme) -> None:
    for side in (22, 24, 32, 44, 64):
        image = tray_icon(theme, dot=True).pixmap(side, side).toImage()
        assert image.pixelColor(round(side * 0.82), round(side * 0.82)) == theme.ok


@pytest.mark.qt_log_ignore("systemTrayWindowChanged")
def test_with_qts_own_icon(theme: Theme) -> None:
    """This platform has no tray, and nothing must come of it."""
    tray = Tray(theme)
    tray.keep(True)
    tray.set_generating(True)
    tray.show_message("Parley", "An answer is ready.")
    tray.keep(False)

    assert not tray.kept
    assert not tray_available()


def test_menu_and_click(theme: Theme, qtbot: QtBot) -> None:
    tray, icon = new_tray(theme)
    assert icon.menu is tray.menu
    texts = [action.text() for action in tray.menu.actions() if not action.isSeparator()]
    assert texts == ["Hide Parley", "New chat", "Quit"]
    tray.set_window_shown(False)
    assert tray.toggle_action.text() == "Show Parley"

    with qtbot.waitSignals([tray.new_requested, tray.quit_requested]):
        tray.new_action.trigger()
        tray.quit_action.trigger()
    with qtbot.waitSignal(tray.toggle_requested):
        tray.toggle_action.trigger()
    with qtbot.waitSignal(tray.clicked):
        icon.activated.emit(CLICK)
    with qtbot.assertNotEmitted(tray.clicked):
        icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
