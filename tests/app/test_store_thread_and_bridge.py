"""The app over the real store thread: the window never waits for the disk."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from app.session import Session
from app.store.thread import StoreThread
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from engine.events import ContentDelta, Finished, Loaded
from engine.types import Generate, LoadModel, Round, Text
from tests.app.fakes import TOKENIZER, FakeHost, model_info

NOW = datetime(2026, 8, 22, 14, 3, tzinfo=UTC)


def program(folder: Path, application: QApplication) -> tuple[Session, FakeHost]:
    bridge = Bridge()
    host = FakeHost(bridge, application)
    bridge.attach(host)
    preferences = PreferencesFile(folder / "preferences.json")
    session = Session(
        bridge=bridge,
        store=StoreThread(folder / "parley.db", bridge.post),
        preferences=preferences,
        tools=OfferedTools(BuiltinTools(lambda: NOW), preferences),
        paths=Paths(folder, default=folder),
    )
    return session, host


def test_a_conversation_outlives_the_program(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    first, host = program(tmp_path, qapp)
    first.start(tmp_path / "tiny.gguf")
    host.deliver(Loaded(request=host.last(LoadModel).request, model=model_info()))
    chat = first.chat
    assert chat is not None
    chat.send("Why?")
    qtbot.waitUntil(lambda: host.all(Generate) != [])
    request = host.last(Generate).request
    sampled = Round(ids=(1, 2), tokenizer=TOKENIZER, ending="end_of_turn")
    host.deliver(ContentDelta(request=request, text="Be", ids=(1,)))
    host.deliver(
        Finished(request=request, ending="end_of_turn", round=sampled, parts=(Text("Because."),))
    )
    said = chat.branch
    first.close()

    second, _ = program(tmp_path, qapp)
    with qtbot.waitSignal(second.summaries_changed):
        second.start(None)
    qtbot.waitUntil(lambda: second.chat is not None and second.chat.branch != [])

    assert second.chat is not None
    assert second.chat.branch == said
    second.close()


def test_a_chat_is_let_go_only_when_all_is_written(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    opened, _ = program(tmp_path, qapp)
    opened.start(None)
    chat = opened.chat
    assert chat is not None

    chat.send("Why?")
    opened.new_conversation()
    with qtbot.waitSignal(chat.destroyed):
        pass

    assert [summary.title for summary in opened.summaries] == ["Why?"]
    opened.close()
