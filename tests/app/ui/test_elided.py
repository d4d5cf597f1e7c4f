"""Names that are longer than their place."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.elided import ElidedButton, ElidedLabel, shortened
from app.ui.window import MainWindow
from tests.app.ui.conftest import put
from tests.app.ui.fakes import FakeSession, ready

NAME = "An-Exceedingly-Long-Model-Name-That-Somebody-Chose-135M-Instruct-v2.1" * 2


def test_a_name_keeps_its_ends() -> None:
    assert shortened("short", 5) == "short"
    assert shortened("a-long-name-v2", 9) == "a-lo…e-v2"
    assert len(shortened(NAME, 40)) == 40
    assert shortened(NAME, 40).endswith("Instruct-v2.1")


def test_a_label_and_a_button_show_the_whole_where_there_is_room(
    qtbot: QtBot, around: QWidget
) -> None:
    name = "A-Model-Name-Of-Some-Length-Instruct-v2.1"
    label, button = ElidedLabel(name), ElidedButton()
    button.show_whole(name, "Switch")
    box = QWidget()
    column = QVBoxLayout(box)
    for widget in (label, button):
        column.addWidget(widget)
    box.setFixedWidth(180)
    put(box, around)
    qtbot.waitUntil(lambda: "…" in label.text() and "…" in button.text())
    assert label.toolTip() == name
    assert button.toolTip() == f"{name}\nSwitch"

    box.setFixedWidth(560)
    qtbot.waitUntil(lambda: label.text() == button.text() == name)
    assert (label.toolTip(), button.toolTip()) == ("", "Switch")


def test_the_sidebar_lies_over_the_conversation_of_a_very_small_window(
    qtbot: QtBot, window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    window.resize(480, 420)
    qtbot.waitUntil(lambda: not window.sidebar.isVisible())
    width = window.pane.width()
    window.toggle_sidebar()

    assert window.sidebar.isVisible()
    assert window.pane.width() == width
    assert window.sidebar.height() == window.height()
    window.resize(1200, 760)
    qtbot.waitUntil(lambda: window.pane.width() < 1200 - 200)
