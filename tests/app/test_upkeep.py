"""What is done for the store while nobody waits, and what the settings are told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

import app.store.compaction
import app.upkeep
from app.bridge import Bridge
from app.domain.conversation import Conversation, Message
from app.store.errors import StoreError
from app.store.library import Library
from app.store.thread import StoreThread
from app.store.weekly import weekly_copies
from app.upkeep import FIRST_LOOK_MS, NEXT_LOOK_MS, Upkeep
from engine.types import Text
from tests.app.fakes import FakeTimer, World


@dataclass
class Kept:
    """A store with a conversation, and its upkeep."""

    path: Path
    store: StoreThread
    upkeep: Upkeep
    timer: FakeTimer
    said: list[str]


@pytest.fixture
def kept(qtbot: QtBot, tmp_path: Path) -> Iterator[Kept]:
    parent, bridge, path = QObject(), Bridge(), tmp_path / "parley.db"
    store = StoreThread(path, bridge.post)
    upkeep = Upkeep(store=store, path=path, post=bridge.post, new_timer=FakeTimer, parent=parent)
    [timer] = upkeep.findChildren(FakeTimer)
    kept = Kept(path, store, upkeep, timer, [])
    upkeep.problem.connect(kept.said.append)
    opened: list[str | None] = []
    store.start(opened.append, lambda error: kept.said.append(str(error)))
    message = Message("m", None, "user", (Text("word " * 200_000),), 1)
    long = Conversation("long", "Long", 1, "", messages={message.id: message})
    store.submit(lambda library: library.create(Conversation("c1", "Ships", 1, "")))
    store.submit(lambda library: library.create(long))
    store.submit(lambda library: library.remove("long"), opened.append)
    qtbot.waitUntil(lambda: len(opened) == 2)
    yield kept
    upkeep.close()
    store.close()


def wait_for(qtbot: QtBot, kept: Kept, true: Callable[[], bool]) -> None:
    qtbot.waitUntil(true)
    assert kept.said == []


def test_the_weekly_copy_is_made_a_minute_after_the_start(kept: Kept, qtbot: QtBot) -> None:
    kept.upkeep.start(unchecked=False)
    assert kept.timer.interval() == FIRST_LOOK_MS
    kept.timer.run_out()
    wait_for(qtbot, kept, kept.timer.isActive)
    assert kept.timer.interval() == NEXT_LOOK_MS
    [copy] = weekly_copies(kept.path)

    kept.upkeep.ask()
    wait_for(qtbot, kept, lambda: bool(kept.upkeep.copies))
    [shown] = kept.upkeep.copies
    assert (shown.path, shown.conversations) == (copy, 1)


def test_a_sound_file_of_an_unclean_exit_is_passed_over_in_silence(
    kept: Kept, qtbot: QtBot
) -> None:
    kept.upkeep.start(unchecked=True)
    wait_for(qtbot, kept, kept.timer.isActive)
    assert not kept.path.with_name("parley.db.check").exists()


def test_damage_is_said_once_and_asks_for_a_check_at_the_next_start(
    kept: Kept, qtbot: QtBot
) -> None:
    kept.store.submit(_checkpoint)
    settled: list[object] = []
    kept.store.submit(lambda library: library.summaries(), settled.append)
    qtbot.waitUntil(lambda: bool(settled))
    content = kept.path.read_bytes()
    kept.path.write_bytes(content[: 60 * 4096] + b"\xff" * (len(content) - 60 * 4096))
    for _ in range(2):
        kept.upkeep.start(unchecked=True)
        qtbot.waitUntil(kept.timer.isActive)
        kept.timer.stop()
    [sentence] = kept.said
    assert sentence == f"{kept.path} is damaged. Start Parley again to have it repaired."
    assert kept.path.with_name("parley.db.check").exists()
    assert weekly_copies(kept.path) == []


def _checkpoint(library: Library) -> None:
    with library._engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1").scalar()
        driver = connection.connection.driver_connection
        assert driver is not None
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_compacting_is_told_from_its_beginning_to_its_gain(kept: Kept, qtbot: QtBot) -> None:
    kept.upkeep.ask()
    wait_for(qtbot, kept, lambda: kept.upkeep.free_bytes > 500_000)
    kept.upkeep.compact()
    assert kept.upkeep.is_compacting
    wait_for(qtbot, kept, lambda: kept.upkeep.free_bytes == 0)
    assert not kept.upkeep.is_compacting


@pytest.mark.parametrize("idle_s", [0.0, 1e9])
def test_it_is_done_unasked_only_when_nobody_asks_anything(
    kept: Kept, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, idle_s: float
) -> None:
    monkeypatch.setattr(app.store.compaction, "LEAST_BYTES", 1000)
    monkeypatch.setattr(app.upkeep, "IDLE_S", idle_s)
    kept.upkeep.start(unchecked=False)
    kept.timer.run_out()
    wait_for(qtbot, kept, kept.timer.isActive)
    assert kept.upkeep.is_compacting is (idle_s == 0)
    wait_for(qtbot, kept, lambda: not kept.upkeep.is_compacting)


def test_what_cannot_be_done_is_said(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        kept.store, "compact", lambda _then, failed: failed(StoreError("There is no room."))
    )
    kept.upkeep.compact()
    kept.upkeep.compact()
    assert kept.said == ["There is no room."]
    assert not kept.upkeep.is_compacting


def test_going_back_shows_what_the_copy_has(ready: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything open is left; an empty conversation is shown until one is chosen."""
    ready.chat.send("Why?")
    shown = ready.chat.conversation.id
    asked: list[Path] = []

    def go_back(copy: Path, opened: Callable[[str | None], None], _failed: object) -> None:
        asked.append(copy)
        opened("The copy is in place.")

    monkeypatch.setattr(ready.store, "go_back", go_back, raising=False)
    noted: list[str] = []
    ready.session.chat_opened.connect(lambda chat: chat.noted.connect(noted.append))
    ready.session.go_back(Path("copy.db"))

    assert asked == [Path("copy.db")]
    assert ready.chat.conversation.id != shown
    assert noted == ["The copy is in place."]
    assert ready.problems == []
