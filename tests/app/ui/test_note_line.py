"""What there is to say about a draft never lies over what is below it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.note_line import NoteLine

LONG = "“big.log” is too large: at most 50 MB can be attached, and 10 MB of text."


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    around = QWidget()
    qtbot.addWidget(around)
    around.resize(600, 300)
    around.show()
    return around


@pytest.fixture
def page(around: QWidget) -> QWidget:
    return QWidget(around)


@pytest.fixture
def line(page: QWidget) -> NoteLine:
    line = NoteLine()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(line)
    layout.addStretch(1)
    page.resize(600, 300)
    page.show()
    return line


@pytest.mark.parametrize("width", [600, 300, 150])
def test_it_is_as_high_as_its_words_at_this_width(
    qtbot: QtBot, page: QWidget, line: NoteLine, width: int
) -> None:
    page.resize(width, 300)
    line.say(LONG, tone="error")

    qtbot.waitUntil(lambda: line.width() == width)
    assert line.height() == line.heightForWidth(width)


def test_it_takes_one_line_where_there_is_room_for_it(qtbot: QtBot, line: NoteLine) -> None:
    line.say("Short.", tone="hint")
    lowest = line.height()
    line.say(LONG, tone="error")

    qtbot.waitUntil(lambda: line.width() == 600)
    assert line.height() == lowest


def test_it_becomes_lower_again(qtbot: QtBot, page: QWidget, line: NoteLine) -> None:
    page.resize(150, 300)
    line.say(LONG, tone="error")
    qtbot.waitUntil(lambda: line.width() == 150)
    page.resize(600, 300)
    qtbot.waitUntil(lambda: line.width() == 600)

    assert line.height() < 2 * line.fontMetrics().lineSpacing()


def test_nothing_to_say_is_not_seen(line: NoteLine) -> None:
    line.say(LONG, tone="error")
    line.say("", tone="hint")

    assert not line.isVisible()
