"""The app without a window, over the engine's real process and a small context."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.chat import Chat
from app.domain.conversation import Message
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from app.session import Session
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from engine.host import EngineHost, engine_command
from tests.app.fakes import FakeStore

WINDOW = 640
ANSWER_MS = 90_000


class Program:
    """The app without a window, over the engine's real process."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder = folder
        self._qtbot = qtbot
        self.notes: list[str] = []
        self.store = FakeStore(folder / "parley.db")
        bridge = Bridge()
        bridge.attach(EngineHost(command=engine_command(), deliver=bridge.deliver))
        preferences = PreferencesFile(folder / "preferences.json")
        preferences.change(
            replace(
                preferences.current,
                context_tokens=WINDOW,
                temperature=0,
                model_titles=False,
            )
        )
        self.preferences = preferences
        self.session = Session(
            bridge=bridge,
            store=self.store.as_thread(),
            preferences=preferences,
            tools=OfferedTools(BuiltinTools(lambda: datetime.now().astimezone()), preferences),
            paths=Paths(folder, default=folder),
        )

    def start(self, model: Path) -> None:
        self.session.start(model)
        self._qtbot.waitUntil(lambda: self.session.model.phase == "ready", timeout=ANSWER_MS)
        self.chat.noted.connect(self.notes.append)

    def close(self) -> None:
        if not self.store.closed:
            self.session.close()

    @property
    def chat(self) -> Chat:
        assert self.session.chat is not None
        return self.session.chat

    def answer(self, question: str, *, longest: int = 16) -> Message:
        changed = replace(self.preferences.current, max_tokens=longest)
        self.preferences.change(changed)
        assert self.chat.send(question)
        self._qtbot.waitUntil(lambda: self.chat.turn is None, timeout=ANSWER_MS)
        return self.chat.branch[-1]
