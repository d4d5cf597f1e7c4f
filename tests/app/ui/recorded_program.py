"""The program with its window over an engine process that tells a recorded turn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.chat import Chat
from app.domain.conversation import Message
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.paths import Paths
from app.session import Session
from app.tools.offered import OfferedTools
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.theme import Fonts
from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.row import Act, Action
from app.ui.transcript.rows_problem import ProblemRow
from app.ui.transcript.rows_tool import ToolRow
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from engine.host import EngineHost
from engine.types import Text, ToolCall, ToolResult
from tests.app.fakes import FakeStore
from tests.app.note_tools import NoteTools
from tests.engine.recorded_turns import RECORDED, question_for

ANSWER_MS = 60_000

OpenProgram = Callable[..., "RecordedProgram"]
"""Opens one with the model of a family, and perhaps with other preferences."""


class RecordedProgram:
    """One start of the program in a folder; tools are switched on."""

    def __init__(self, folder: Path, *, qtbot: QtBot, fonts: Fonts, icons: Icons) -> None:
        self.folder = folder
        self.qtbot = qtbot
        self.problems: list[str] = []
        self.preferences = PreferencesFile(folder / "preferences.json")
        self.change(tools_enabled=True, model_titles=False, reduced_motion=True)
        self.tools = NoteTools()
        bridge = Bridge()
        command = [sys.executable, "-m", "tests.engine.recorded_turns"]
        bridge.attach(EngineHost(command=command, deliver=bridge.deliver))
        self.session = Session(
            bridge=bridge,
            store=FakeStore(folder / "parley.db").as_thread(),
            preferences=self.preferences,
            tools=OfferedTools(self.tools, self.preferences),
            paths=Paths(folder, default=folder),
        )
        self.session.problem.connect(self.problems.append)
        self._look = Appearance(fonts, self.preferences), icons
        self._state_file = StateFile(folder / "state.json")
        self.window = self.new_window()

    def new_window(self) -> MainWindow:
        appearance, icons = self._look
        window = MainWindow(
            session=self.session,
            preferences=self.preferences,
            presets=PresetsFile(self.folder / "presets.json"),
            appearance=appearance,
            icons=icons,
            state_file=self._state_file,
        )
        self.qtbot.addWidget(window, before_close_func=lambda _: self.session.close())
        return window

    def start(self, family: str) -> None:
        """Show the window and load the model."""
        model = self.folder / f"{family}.gguf"
        model.write_text(json.dumps({"family": family}), encoding="utf-8")
        self.window.show()
        self.session.start(model)
        self.qtbot.waitUntil(lambda: self.session.model.phase == "ready", timeout=ANSWER_MS)

    def change(self, **preferences: object) -> None:
        current = replace(self.preferences.current, **preferences)  # type: ignore[arg-type]
        self.preferences.change(current)

    # ---- the conversation

    @property
    def chat(self) -> Chat:
        assert self.session.chat is not None
        return self.session.chat

    @property
    def answer(self) -> Message:
        return self.chat.branch[-1]

    @property
    def phase(self) -> str:
        return self.chat.turn.phase if self.chat.turn else "over"

    @property
    def results(self) -> list[str]:
        return [part.text for part in self.answer.parts if isinstance(part, ToolResult)]

    @property
    def calls(self) -> list[ToolCall]:
        return [part for part in self.answer.parts if isinstance(part, ToolCall)]

    @property
    def has_answered(self) -> bool:
        """Whether the last part is the answer as recorded."""
        last = self.answer.parts[-1]
        return isinstance(last, Text) and last.text.strip() == RECORDED["answer"]

    def ask(self, turn: str = "whole") -> None:
        """For one of `TURNS`."""
        edit = self.window.pane.composer.edit
        QTest.keyClicks(edit, RECORDED["question"] if turn == "whole" else question_for(turn))
        QTest.keyClick(edit, Qt.Key.Key_Return)
        assert self.chat.turn is not None

    def wait_for(self, phase: str) -> None:
        """At the end also for the transcript, which shows what is new some moments later."""
        self.qtbot.waitUntil(lambda: self.phase == phase, timeout=ANSWER_MS)
        if phase == "over":
            self.qtbot.waitUntil(self._shows_answer, timeout=ANSWER_MS)

    def _shows_answer(self) -> bool:
        shown = self.item.shown
        return shown.turn is None and shown.message == self.answer

    # ---- what a user sees and clicks

    @property
    def item(self) -> MessageItem:
        """The answer in the transcript, laid out."""
        item = self.window.pane.transcript.column.find(self.answer.id)
        assert item is not None
        item.build(self.window.pane.transcript.column.width)
        return item

    @property
    def cards(self) -> list[ToolRow]:
        return [row for row in self.item.stack.rows if isinstance(row, ToolRow)]

    def shows(self, *states: str) -> None:
        """Wait until the cards say so."""
        self.qtbot.waitUntil(
            lambda: [card.call_state for card in self.cards] == list(states), timeout=ANSWER_MS
        )

    def shows_problems(self, count: int) -> None:
        """Wait until there are so many cards about what could not be read."""
        self.qtbot.waitUntil(lambda: self._problem_cards() == count, timeout=ANSWER_MS)

    def _problem_cards(self) -> int:
        return sum(isinstance(row, ProblemRow) for row in self.item.stack.rows)

    def click(self, action: Action, subject: str = "") -> None:
        """On a button in the transcript, once it can be seen; again when it has just moved."""
        transcript, act = self.window.pane.transcript, Act(action, subject)
        heard: list[str] = []
        connection = transcript.acted.connect(lambda _id, done, _subject: heard.append(done))

        def pressed() -> bool:
            if point := self._point_of(act):
                QTest.mouseMove(transcript.viewport(), point)
                QTest.mouseClick(transcript.viewport(), Qt.MouseButton.LeftButton, pos=point)
            return action in heard

        self.qtbot.waitUntil(pressed, timeout=ANSWER_MS)
        transcript.acted.disconnect(connection)

    def can_click(self, action: Action, subject: str = "") -> bool:
        return self._point_of(Act(action, subject)) is not None

    def _point_of(self, act: Act) -> QPoint | None:
        """In the viewport; buttons are larger than the steps."""
        view = self.window.pane.transcript
        for y in range(0, view.viewport().height(), 12):
            for x in range(0, view.viewport().width(), 16):
                hit = view.pointer.hit_at(QPoint(x, y))
                if hit and hit.row.target_at(hit.point, view.column.width) == act:
                    return QPoint(x, y)
        return None
