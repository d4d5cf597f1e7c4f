"""With the preference `reduced_motion`, nothing moves by itself."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.transcript.rows_message import StatusRow
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat


@pytest.mark.parametrize("reduced", [True, False])
def test_the_dots_of_a_waiting_answer_stand_still(
    qtbot: QtBot, view: TranscriptView, reduced: bool
) -> None:
    chat = StagedChat()
    chat.ask("Question")
    view.motion.reduced = reduced
    view.set_chat(chat)
    chat.begin()
    qtbot.waitUntil(lambda: len(view.column.items) == 2)
    view.grab()
    item = view.column.items[-1]
    assert any(isinstance(row, StatusRow) for row in item.stack.rows)
    before = view.grab().toImage()
    moving = item.tick(0.3, dots=not view.motion.reduced)

    assert bool(moving) is not reduced
    assert (view.grab().toImage() == before) is reduced
