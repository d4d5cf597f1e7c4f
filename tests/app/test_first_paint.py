"""What waits until the window has been seen."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app import first_paint as room
from app.first_paint import FirstPaint
from tests.patience import LIMIT_MS


def test_it_is_done_once_when_the_window_is_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "LATEST_MS", 2 * LIMIT_MS)
    window = QWidget()
    qtbot.addWidget(window)
    first_paint = FirstPaint(window)
    told: list[int] = []
    first_paint.done.connect(lambda: told.append(1))
    QApplication.processEvents()
    assert told == []

    with qtbot.waitSignal(first_paint.done):
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
