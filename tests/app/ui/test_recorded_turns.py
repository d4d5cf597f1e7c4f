"""Turns of seven families in the window: reasoning, calls and results, each in its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.paths import Paths
from app.session import Session
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.theme import Fonts
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from engine.host import EngineHost
from engine.types import Reasoning, Text, ToolCall, ToolResult
from tests.app.fakes import FakeStore
from tests.engine.recorded_turns import KEYS, RECORDED

ANSWER_MS = 60_000
NOON = datetime(2026, 8, 22, 12, tzinfo=UTC)

OpenWindow = Callable[[str], MainWindow]


@pytest.fixture
def open_window(*, qtbot: QtBot, fonts: Fonts, icons: Icons, tmp_path: Path) -> OpenWindow:
    """The window over an engine process that tells the recorded turn of a family."""

    def open_over(family: str) -> MainWindow:
        model = tmp_path / f"{family}.gguf"
        model.write_text(json.dumps({"family": family}), encoding="utf-8")
        preferences = PreferencesFile(tmp_path / "preferences.json")
        preferences.change(replace(preferences.current, tools_enabled=True, model_titles=False))
        session = _session(preferences, tmp_path)
        window = MainWindow(
            session=session,
            preferences=preferences,
            presets=PresetsFile(tmp_path / "presets.json"),
            appearance=Appearance(fonts, preferences),
            icons=icons,
            state_file=StateFile(tmp_path / "state.json"),
        )
        qtbot.addWidget(window, before_close_func=lambda _: session.close())
        window.show()
        session.start(model)
        qtbot.waitUntil(lambda: session.model.phase == "ready", timeout=ANSWER_MS)
        return window

    return open_over


def _session(preferences: PreferencesFile, folder: Path) -> Session:
    bridge = Bridge()
    command = [sys.executable, "-m", "tests.engine.recorded_turns"]
    bridge.attach(EngineHost(command=command, deliver=bridge.deliver))
    return Session(
        bridge=bridge,
        store=FakeStore(folder / "parley.db").as_thread(),
        preferences=preferences,
        tools=OfferedTools(BuiltinTools(lambda: NOON), preferences),
        paths=Paths(folder, default=folder),
    )


@pytest.mark.parametrize("family", KEYS)
def test_a_turn_with_two_rounds_of_calls_is_whole(
    qtbot: QtBot, open_window: OpenWindow, family: str
) -> None:
    window = open_window(family)
    chat = window._session.chat
    assert chat is not None
    QTest.keyClicks(window.pane.composer.edit, RECORDED["question"])
    QTest.keyClick(window.pane.composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(chat.branch) == 2 and chat.turn is None, timeout=ANSWER_MS)

    answer = chat.branch[-1]
    reasoning = [part.text for part in answer.parts if isinstance(part, Reasoning)]
    calls = [part for part in answer.parts if isinstance(part, ToolCall)]
    results = [part.text for part in answer.parts if isinstance(part, ToolResult)]
    expressions = [json.loads(call.arguments).get("expression") for call in calls]
    assert (answer.status, answer.notice, answer.problems) == ("complete", "", ())
    assert [text.strip() for text in reasoning] == RECORDED["reasoning"]
    assert [one for one in expressions if one] == RECORDED["expressions"]
    assert [text for text in results if "T" not in text] == RECORDED["results"]
    assert answer.text.strip() == RECORDED["answer"]
    assert [type(part) for part in answer.parts] == [
        *(Reasoning, ToolCall, ToolResult),
        *(Reasoning, *[ToolCall] * (len(calls) - 1), *[ToolResult] * (len(calls) - 1)),
        *(Reasoning, Text),
    ]
    receipts = [round.receipt for round in answer.rounds if round.receipt]
    assert [receipt.first_difference for receipt in receipts] == [None, None, None]
    assert all(receipt.reused for receipt in receipts[1:])
