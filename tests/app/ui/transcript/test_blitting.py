"""Moving the picture gives what painting everything gives, at every ratio of the screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.transcript.find_bar import MARGIN
from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.repainting import SEAM
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat, long_conversation
from tests.app.ui.transcript.scrolled_pictures import picture


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_moved_picture_equals_a_painted_one(ratio: float, seed: int) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(ratio)}
    command = [sys.executable, "-m", "tests.app.ui.transcript.scrolled_pictures", str(seed)]
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    found = json.loads(output)

    assert found["ratio"] == ratio
    assert found["differing"] == [0] * len(found["differing"])


class Painted(QObject):
    """The heights of the strips as wide as the widget that it has painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._width = widget.width()
        self.heights: list[int] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            areas = list(event.region())  # type: ignore[call-overload] # PySide's stubs lack it
            self.heights += [area.height() for area in areas if area.width() == self._width]
        return super().eventFilter(watched, event)


def test_only_the_new_strip_is_painted(qtbot: QtBot, view: TranscriptView) -> None:
    view.set_chat(long_conversation(20))
    qtbot.waitUntil(lambda: all(item.exact(view.column.width) for item in view.column.items))
    view.scroll_by(-500)
    QApplication.processEvents()
    painted = Painted(view.viewport())
    for _ in range(4):
        view.scroll_by(-60)
        QApplication.processEvents()

    assert painted.heights == [60 + SEAM] * 4


def test_what_lies_over_the_text_stays_where_it_is(qtbot: QtBot, view: TranscriptView) -> None:
    """Find bar and Jump to latest are moved with the picture, and put back."""
    view.set_chat(long_conversation(20))
    view.open_find()
    view.find_bar.field.setText("word")
    qtbot.waitUntil(lambda: not view.finding.reading)
    qtbot.waitUntil(lambda: all(item.exact(view.column.width) for item in view.column.items))
    view.setFocus()  # no caret blinks in the field
    for distance in (-300, -61, -90, 40):
        view.scroll_by(distance)
        moved = picture(view)
        view.viewport().update()

        assert moved == picture(view)
    assert view.find_bar.y() == MARGIN


def test_of_an_open_panel_only_what_is_added_is_painted(
    qtbot: QtBot, view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PanelRow, "tick", lambda *_: False)  # the title would be painted, too
    chat = StagedChat()
    chat.ask("Think.")
    chat.begin()
    thoughts = "\n\n".join(f"{number}. Thought, and what follows." for number in range(40))
    chat.write("", reasoning=thoughts, phase="reasoning")
    view.set_chat(chat)
    item = view.column.items[-1]
    for _ in range(2):  # closed and opened by the user, it is not scrolled inside
        view._upkeep.toggle(item, item.panels[0])
    view.jump_to_latest()
    qtbot.waitUntil(lambda: item.exact(view.column.width))
    picture(view)
    painted = Painted(view.viewport())
    for end in range(6, 70, 6):
        more = "\n\nAnd one more thought, longer than a line of this narrow window. " * 2
        text = thoughts + more[:end]
        chat.write("", reasoning=text, phase="reasoning")
        qtbot.waitUntil(partial(is_shown, item, text))
        moved = picture(view)
        view.viewport().removeEventFilter(painted)
        view.viewport().update()

        assert moved == picture(view)
        view.viewport().installEventFilter(painted)
    assert painted.heights
    assert max(painted.heights) < view.viewport().height() / 2


def is_shown(item: MessageItem, reasoning: str) -> bool:
    return item.shown.message.reasoning == reasoning and item.stack.exact
