"""Temporary conversations are listed while the program runs, and are stored nowhere."""

from __future__ import annotations

from engine.types import Forget, Generate
from tests.app.fakes import World
from tests.app.test_session import finish, talked


def begin(world: World, question: str = "Why?") -> str:
    """A temporary conversation with one answer."""
    world.session.new_temporary()
    world.chat.send(question)
    world.application.processEvents()
    id = world.chat.conversation.id
    finish(world, world.host.last(Generate).request)
    world.application.processEvents()
    return id


def stored(world: World) -> int:
    with world.library._engine.connect() as connection:
        tables = ("conversations", "messages", "search_rows")
        counts = [
            connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() or 0
            for table in tables
        ]
    return sum(counts)


def test_not_a_word_is_stored(ready: World) -> None:
    begin(ready)
    ready.chat.set_draft("And")
    ready.chat.setup.set_system_prompt("Be brief.")
    ready.session.ordering.rename(ready.chat.conversation.id, "Secret")
    ready.session.ordering.set_pinned([ready.chat.conversation.id], True)

    assert ready.chat.branch[-1].text == "Because."
    assert stored(ready) == 0


def test_not_a_word_goes_into_a_trace(ready: World) -> None:
    begin(ready)
    assert not ready.host.last(Generate).traced

    ready.session.new_conversation()
    talked(ready, "How?")
    assert ready.host.last(Generate).traced


def test_not_a_word_goes_into_a_snapshot(ready: World) -> None:
    begin(ready)
    assert not ready.host.last(Generate).on_disk

    ready.session.new_conversation()
    talked(ready, "How?")
    assert ready.host.last(Generate).on_disk


def test_it_is_listed_first_and_can_be_opened_again(ready: World) -> None:
    first = begin(ready)
    ready.session.new_conversation()
    talked_id = talked(ready, "How?")

    assert [(one.id, one.temporary) for one in ready.session.summaries] == [
        (first, True),
        (talked_id, False),
    ]
    ready.session.open_conversation(first)
    assert ready.chat.branch[-1].text == "Because."


def test_one_without_a_word_is_gone_when_it_is_left(ready: World) -> None:
    ready.session.new_temporary()
    ready.session.new_conversation()
    talked(ready, "How?")

    assert [one.temporary for one in ready.session.summaries] == [False]


def test_it_is_deleted_at_once_and_forgotten(ready: World) -> None:
    trashed: list[list[str]] = []
    ready.session.trashed.connect(trashed.append)
    id = begin(ready)

    ready.session.delete(id)

    assert ready.session.summaries == []
    assert ready.host.last(Forget).conversation == id
    assert trashed == []


def test_a_branch_of_it_is_temporary_too(ready: World) -> None:
    begin(ready)

    ready.chat.branch_off(ready.chat.branch[-1].id)
    ready.application.processEvents()

    assert ready.chat.conversation.temporary
    assert stored(ready) == 0


def test_no_title_is_written_for_it(ready: World) -> None:
    begin(ready)

    assert [command for command in ready.host.all(Generate) if command.side] == []


def test_the_cache_forgets_it_at_the_end(ready: World) -> None:
    id = begin(ready)

    ready.close()

    assert ready.host.last(Forget).conversation == id


def test_one_that_is_gone_is_listed_no_more_at_once(ready: World) -> None:
    """Whoever holds the Delete key does not delete it twice."""
    id = begin(ready)
    assert [one.id for one in ready.session.summaries] == [id]
    ready.store.held = True

    ready.session.delete(id)

    assert ready.session.summaries == []


def test_one_left_empty_is_listed_no_more(ready: World) -> None:
    """It is let go, so that nothing could be opened."""
    ready.session.new_temporary()
    ready.chat.setup.set_system_prompt("Be a pirate.")
    ready.chat.set_draft("Why?")
    ready.chat.flush_draft()
    ready.application.processEvents()
    assert [one.title for one in ready.session.summaries] == ["Why?"]

    ready.chat.set_draft("")
    ready.session.new_conversation()
    ready.application.processEvents()

    assert ready.session.summaries == []
