"""Larger fonts of the system, and a larger conversation, leave nothing of the window cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.domain.preferences import PreferencesFile
from app.ui.window import MainWindow
from tests.app.cards import THINKER
from tests.app.ui.fakes import FakeSession, ready
from tests.app.ui.visible_texts import cut_off


@pytest.mark.parametrize("percent", [80, 150])
def test_the_size_of_the_conversation_leaves_the_rest_as_it_is(
    *,
    qtbot: QtBot,
    new_window: Callable[[], MainWindow],
    session: FakeSession,
    preferences: PreferencesFile,
    percent: int,
) -> None:
    preferences.change(replace(preferences.current, zoom_percent=percent))
    window = new_window()
    session.become(replace(ready(), card=THINKER))
    session.show_summaries([Summary("k", "Kyoto", 0, 0)])
    assert session.chat is not None
    session.chat.add("user", "Why?")

    def has_room() -> None:
        parts = (window.sidebar, window.top_bar, window.pane.composer)
        assert [text for part in parts for text in cut_off(part)] == []

    qtbot.waitUntil(has_room)
