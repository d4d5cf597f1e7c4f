"""Who makes room for others."""

from __future__ import annotations

from engine.cache.branches import cells_held
from tests.engine.cache.test_plan import Cache


def spare(cache: Cache) -> int:
    found = cache.room.spare()
    assert found is not None
    return found.number


def test_a_free_sequence_goes_first() -> None:
    assert spare(Cache([1], [2], number=3)) == 2


def test_a_sequence_that_a_longer_one_contains_goes_next() -> None:
    cache = Cache([1], number=3)
    cache.hold(1, [5, 6, 7], conversation="a")
    cache.hold(2, [5, 6], conversation="a")

    assert spare(cache) == 2


def test_an_older_branch_goes_before_another_conversations_only_one() -> None:
    cache = Cache([1], number=3)
    cache.hold(1, [5, 6], conversation="a")
    cache.hold(2, [5, 7], conversation="a")

    assert spare(cache) == 1


def test_work_nobody_asked_for_costs_no_conversation_its_newest_sequence() -> None:
    cache = Cache([1], [2], number=2)

    assert cache.room.dispensable(conversation="0", but={0}) is None
    own = cache.room.dispensable(conversation="1", but={0})
    assert own is not None
    assert own.number == 1


def test_what_forks_share_counts_once() -> None:
    cache = Cache([1, 2, 3, 4], [1, 2, 9], [7])

    assert cells_held(cache.ledger.sequences) == 6


def test_idle_sequences_beside_the_newest_have_a_budget() -> None:
    cache = Cache([1, 2, 3], [4, 5, 6], [7, 8, 9, 10])

    assert cache.room.over_budget(6) is None
    over = cache.room.over_budget(5)
    assert over is not None
    assert over.number == 0


def test_busy_sequences_are_no_idle_ones() -> None:
    cache = Cache([1, 2, 3], [4, 5, 6])
    cache.ledger.claim(0, conversation="0", request=9)

    assert cache.room.over_budget(0) is None
    assert cache.room.evict()
    assert not cache.room.evict()


def test_what_was_evicted_is_remembered() -> None:
    cache = Cache([1, 2, 3])
    cache.room.evict()

    assert cache.origins.longest_evicted("0", [1, 2, 9]) == 2
    assert cache.origins.longest_evicted("1", [1, 2, 9]) == 0
    cache.origins.forget("0")
    assert cache.origins.longest_evicted("0", [1, 2, 9]) == 0
