"""Between transcript and composer nothing overlaps, however small the window is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession, ready
from tests.app.ui.test_approval import CALL, LONG, wait


@pytest.fixture
def chat(window: MainWindow, session: FakeSession) -> FakeChat:
    """A call waits out of sight, messages are queued, two notices are shown, text is typed."""
    session.become(ready())
    assert session.chat is not None
    chat = session.chat
    chat.add("user", "Save it.")
    chat.add("assistant", "")
    wait(chat, CALL, LONG)
    for text in ("One?", "Two?", "Three?"):
        chat.queue(text)
    chat.deleted.emit("3 messages are deleted.")
    chat.problem.emit("Something went wrong that takes a rather long sentence to be told.")
    window.pane.composer.edit.setPlainText("line\n" * 12)
    return chat


def area(widget: QWidget, window: MainWindow) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


@pytest.mark.parametrize("size", [(480, 420), (480, 640), (900, 700), (1300, 900)])
def test_everything_has_its_place(
    window: MainWindow, chat: FakeChat, size: tuple[int, int], qtbot: QtBot
) -> None:
    pane = window.pane
    window.resize(*size)
    pane.transcript.jump_to_latest()
    qtbot.waitUntil(lambda: not pane.approval_bar.isHidden())
    QApplication.processEvents()

    assert chat.turn is not None
    parts = [pane.pages, pane.bars, pane.composer]
    for upper, lower in pairwise(area(part, window) for part in parts):
        assert upper.bottom() < lower.top()
    assert window.rect().contains(area(pane.composer, window))
    composer = pane.composer
    assert composer.edit.geometry().bottom() < composer.foot.y()
    assert pane.pages.height() >= 96
    shown = [*pane.queued.lines, pane.approval_bar]
    assert [bar.height() >= bar.sizeHint().height() for bar in shown] == [True] * 4
    bar = pane.approval_bar
    qtbot.waitUntil(lambda: bar.visibleRegion().boundingRect().height() == bar.height())


def test_without_anything_to_tell_there_are_no_bars(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())
    QApplication.processEvents()

    assert not window.pane.bars.isVisible()
