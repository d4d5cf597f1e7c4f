"""The trash: several at once, back again, or gone for good."""

from __future__ import annotations

from app.domain.trash import KEPT_DAYS, MS_PER_DAY
from app.trash import AT_ONCE
from engine.types import Forget
from tests.app.fakes import World
from tests.app.test_session import talk, talked


def two(world: World) -> tuple[str, str]:
    first = talked(world, "Why?")
    world.session.new_conversation()
    second = talked(world, "How?")
    return first, second


def listed(world: World) -> list[str]:
    return [summary.id for summary in world.session.summaries]


def in_trash(world: World) -> list[str]:
    world.session.trash.look()
    return [summary.id for summary in world.session.trash.summaries]


def test_several_go_and_come_back_together(ready: World) -> None:
    titles: list[list[str]] = []
    ready.session.trashed.connect(titles.append)
    first, second = two(ready)

    ready.session.delete(first, second)
    assert (titles, listed(ready)) == ([["How?", "Why?"]], [])
    assert sorted(in_trash(ready)) == sorted((first, second))

    ready.session.undo_delete()
    assert sorted(listed(ready)) == sorted((first, second))
    assert in_trash(ready) == []


def test_restored_ones_are_listed_again(ready: World) -> None:
    first, second = two(ready)
    ready.session.delete(first, second)

    ready.session.trash.restore(first)

    assert listed(ready) == [first]
    assert in_trash(ready) == [second]


def test_gone_for_good_is_gone_from_the_cache_too(ready: World) -> None:
    first, second = two(ready)
    ready.session.delete(first, second)
    before = len(ready.host.all(Forget))

    ready.session.trash.delete_for_good(first)

    assert in_trash(ready) == [second]
    assert [one.conversation for one in ready.host.all(Forget)[before:]] == [first]


def test_undo_brings_back_what_is_not_gone_for_good(ready: World) -> None:
    first, second = two(ready)
    ready.session.new_conversation()
    ready.session.delete(first, second)
    in_trash(ready)
    ready.session.trash.delete_for_good(first)

    ready.session.undo_delete()

    assert (listed(ready), in_trash(ready)) == ([second], [])
    assert ready.chat.conversation.id == second


def test_what_is_gone_for_good_or_back_already_is_not_taken_back(ready: World) -> None:
    told: list[bool] = []
    ready.session.trash.nothing_to_take_back.connect(lambda: told.append(True))
    first, second = two(ready)
    ready.session.new_conversation()
    blank = ready.chat.conversation.id
    ready.session.delete(first, second)
    in_trash(ready)

    ready.session.trash.delete_for_good(first)
    assert told == []
    ready.session.trash.restore(second)
    assert told == [True]
    ready.session.undo_delete()

    assert ready.chat.conversation.id == blank
    assert told == [True]


def test_one_that_is_still_being_stopped_stays_for_now(ready: World) -> None:
    """Its last words are on their way to the store."""
    first = talk(ready, "Why?")
    ready.session.delete(first)

    ready.session.trash.delete_for_good(first)

    assert in_trash(ready) == [first]


def test_pins_are_stored_and_listed(ready: World) -> None:
    first, second = two(ready)

    ready.session.ordering.set_pinned([first, second], True)
    ready.session.ordering.set_pinned([second], False)

    assert {one.id: one.pinned for one in ready.session.summaries} == {first: True, second: False}


def test_what_is_old_is_gone_at_the_next_start_and_forgotten(ready: World) -> None:
    first = talked(ready, "Why?")
    ready.session.delete(first)
    now_ms = ready.library._now_ms() + KEPT_DAYS * MS_PER_DAY + 1
    ready.library._now_ms = lambda: now_ms
    before = len(ready.host.all(Forget))

    ready.session.start(None)

    assert in_trash(ready) == []
    assert [one.conversation for one in ready.host.all(Forget)[before:]] == [first]


def test_many_are_removed_some_after_the_other(ready: World) -> None:
    """What is written meanwhile waits for one step of the store, not for all of them."""
    ids = [talked(ready, f"Why {number}?") for number in range(2 * AT_ONCE + 1)]
    ready.session.delete(*ids)
    ready.session.trash.look()
    ready.store.held = True
    ready.session.trash.delete_for_good(*ids)

    assert ready.session.trash.summaries == [], "gone from sight at once"
    assert len(ready.store._waiting) == 1
    ready.store.run()
    assert in_trash(ready) == []
