"""A transcript in a window of its own."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.view import TranscriptView


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, icons: Icons) -> TranscriptView:
    view = TranscriptView(theme, icons)
    qtbot.addWidget(view)
    view.resize(820, 600)
    with qtbot.waitExposed(view):
        view.show()
    return view
