"""The app over the real store thread: the window never waits for the disk."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.domain.conversation import Conversation
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from app.session import Session
from app.store.backup import daily_copy
from app.store.library import Library
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

    qtbot.waitUntil(lambda: [summary.title for summary in opened.summaries] == ["Why?"])
    opened.close()


def test_going_back_in_the_middle_of_an_answer_shows_the_copy(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    """What the answer had so far is written before, and kept beside the copy."""
    with closing(Library(tmp_path / "parley.db")) as library:
        library.create(Conversation("old", "Old", 1, ""))
    session, host = program(tmp_path, qapp)
    session.start(tmp_path / "tiny.gguf")
    host.deliver(Loaded(request=host.last(LoadModel).request, model=model_info()))
    session.new_conversation()
    chat = session.chat
    assert chat is not None
    chat.send("Why?")
    qtbot.waitUntil(lambda: host.all(Generate) != [])
    request = host.last(Generate).request
    host.deliver(ContentDelta(request=request, text="Because", ids=(1,)))
    noted: list[str] = []
    session.chat_opened.connect(lambda chat: chat.noted.connect(noted.append))
    session.go_back(daily_copy(tmp_path / "parley.db"))
    qtbot.waitUntil(lambda: noted != [])
    qtbot.waitUntil(lambda: [one.id for one in session.summaries] == ["old"])

    assert noted[0].startswith("The copy is in place.")
    session.close()
    [kept] = tmp_path.glob("parley.db.replaced-*")
    with closing(Library(kept)) as before:
        [id] = {one.id for one in before.summaries()} - {"old"}
        assert [one.text for one in before.load(id).branch()] == ["Why?", "Because"]
