"""What is loaded before it is needed."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.ui.transcript.view import TranscriptView
from app.ui.transcript.warm_up import WarmUp


def test_warming_up_ends_and_shows_nothing(qtbot: QtBot, view: TranscriptView) -> None:
    view.warm_up()
    warm_up = view.findChild(WarmUp)
    assert warm_up is not None
    qtbot.waitUntil(lambda: not warm_up.running)

    assert view.column.items == []
