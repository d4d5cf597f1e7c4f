"""What changed while nothing could be written is written when there is room again."""

from __future__ import annotations

import pytest

from app.store.errors import DiskFull
from tests.app.fakes import World
from tests.app.steps import answer, stored

FULL = DiskFull("The disk is full.")


@pytest.fixture
def full(ready: World) -> World:
    """A conversation with an answer, and no room for what comes now."""
    answer(ready, "Why?", "Because.", 1)
    ready.store.fails_with = FULL
    return ready


def test_a_draft_is_written_at_the_end(full: World) -> None:
    full.chat.set_draft("And wh")
    full.chat.flush_draft()
    assert not full.chat.at_rest
    full.store.fails_with = None

    full.chat.close()

    assert full.library.load(full.chat.conversation.id).draft == "And wh"
    assert full.chat.at_rest


def test_all_changes_are_written_with_the_next_one_in_their_order(full: World) -> None:
    id, last = full.chat.conversation.id, full.chat.branch[-1]
    full.chat.set_title("Sky")
    full.chat.setup.set_system_prompt("Be brief.")
    full.chat.delete(last.id, following=False)
    full.store.fails_with = None

    answer(full, "And?", "So.", 2)

    kept = full.library.load(id)
    assert (kept.title, kept.system_prompt) == ("Sky", "Be brief.")
    assert [message.text for message in stored(full)] == ["Why?", "And?", "So."]


def test_a_new_conversation_is_written_with_what_was_typed_last(ready: World) -> None:
    ready.store.fails_with = FULL
    for draft in ("Wh", "Why is"):
        ready.chat.set_draft(draft)
        ready.chat.flush_draft()
    ready.store.fails_with = None

    ready.chat.close()

    kept = ready.library.load(ready.chat.conversation.id)
    assert (kept.draft, kept.title) == ("Why is", "Why is")


def test_one_that_was_never_written_can_be_deleted(ready: World) -> None:
    ready.store.fails_with = FULL
    answer(ready, "Why?", "Because.", 1)
    chat = ready.chat
    ready.session.delete(chat.conversation.id)
    ready.store.fails_with = None

    chat.close()

    assert ready.library.summaries() == []


def test_deleting_what_could_not_be_written_is_undone_with_all_of_it(full: World) -> None:
    answer(full, "And?", "So.", 2)
    id = full.chat.conversation.id
    full.store.fails_with = None
    full.session.delete(id)

    full.session.undo_delete()

    assert full.chat.conversation.id == id
    assert [message.text for message in full.chat.branch] == ["Why?", "Because.", "And?", "So."]


def test_it_is_said_when_deleting_fails_and_the_conversation_stays_listed(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    id = ready.chat.conversation.id
    ready.store.held, ready.store.fails_with = True, FULL
    ready.session.delete(id)
    ready.store.run()

    assert ready.problems == [str(FULL)]
    assert [summary.id for summary in ready.session.summaries] == [id]


def test_what_could_not_be_taken_out_of_the_store_can_be_typed_in_again(ready: World) -> None:
    ready.chat.set_draft("Wh")
    ready.chat.flush_draft()
    ready.chat.set_draft("")
    ready.store.fails_with = FULL
    ready.chat.flush_draft()
    ready.store.fails_with = None

    ready.chat.set_draft("Why")
    ready.chat.flush_draft()

    assert ready.library.load(ready.chat.conversation.id).draft == "Why"
    assert ready.chat.at_rest
