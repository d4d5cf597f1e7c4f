"""A damaged store is repaired while the window is there already: that is said, and nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.opening_store import Progress
from engine.types import Generate
from tests.app.fakes import FakeTimer, World
from tests.app.steps import answer

SENTENCE = "What can be read is being saved."


@pytest.fixture
def repairing(qapp: QApplication, tmp_path: Path) -> Iterator[World]:
    """A store that has just begun to open."""
    world = World(tmp_path, qapp)
    world.store.opening = True
    world.session.start(None)
    world.load_model()
    yield world
    world.close()


def test_how_far_it_is_is_told_until_it_is_done(repairing: World) -> None:
    opening, told = repairing.session.opening, list[Progress | None]()
    opening.progressed.connect(lambda: told.append(opening.progress))
    for share in (0.0, 0.5, 0.5):
        repairing.store.told(SENTENCE, share)
    repairing.store.end_opening("All was saved.")

    assert told == [Progress(SENTENCE, 0.0), Progress(SENTENCE, 0.5), None]
    assert repairing.problems == ["All was saved."]


def test_one_can_chat_meanwhile_and_it_is_stored_afterwards(repairing: World) -> None:
    repairing.store.told(SENTENCE, 0.1)
    answer(repairing, "Why?", "Because.", 1)
    assert repairing.library.summaries() == []
    assert [message.text for message in repairing.chat.branch] == ["Why?", "Because."]

    repairing.store.end_opening(None)

    stored = repairing.library.load(repairing.chat.conversation.id)
    assert [message.text for message in stored.branch()] == ["Why?", "Because."]
    assert [one.title for one in repairing.session.summaries] == ["Why?"]
    assert repairing.problems == []


def test_what_is_open_stays_open_when_the_list_comes(repairing: World) -> None:
    repairing.chat.send("Why?")
    assert repairing.host.all(Generate)
    id = repairing.chat.conversation.id

    repairing.store.end_opening(None)

    assert repairing.chat.conversation.id == id


def test_older_messages_are_made_found_in_small_steps(world: World) -> None:
    steps = [True, True, True]
    world.library.index_some = lambda: bool(steps and steps.pop())  # type: ignore[method-assign]
    indexing = world.session.opening.indexing
    (timer,) = indexing.findChildren(FakeTimer)
    indexing.start()
    for _ in range(3):
        assert timer.isActive()
        timer.run_out()

    assert steps == []
    assert not timer.isActive()
