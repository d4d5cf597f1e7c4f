"""What waits until the window has been seen."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.first_paint import LATEST_MS, FirstPaint


def test_it_is_done_once_when_the_window_is_painted(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first_paint = FirstPaint(window)
    told: list[int] = []
    first_paint.done.connect(lambda: told.append(1))
    QApplication.processEvents()
    assert told == []

    with qtbot.waitSignal(first_paint.done, timeout=LATEST_MS // 2):
        window.show()
    window.repaint()
    QApplication.processEvents()

    assert told == [1]


def test_it_goes_on_with_a_window_that_is_not_shown(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first_paint = FirstPaint(window)

    with qtbot.waitSignal(first_paint.done):
        pass
