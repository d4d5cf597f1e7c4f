"""The few checkpoints a sequence keeps."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.cache.checkpoints import Checkpoint, Limits, add, cut, newest_within


def added(lengths: list[int], limits: Limits, size_bytes: int = 1) -> list[int]:
    checkpoints: list[Checkpoint] = []
    for length in lengths:
        add(checkpoints, Checkpoint(length, b"s" * size_bytes), limits)
    return [checkpoint.length for checkpoint in checkpoints]


def test_the_one_between_the_closest_neighbours_goes() -> None:
    assert added([400, 900, 950, 1400], Limits(count=3)) == [400, 900, 1400]


def test_the_start_is_a_neighbour_since_it_is_always_there() -> None:
    assert added([10, 500, 1000], Limits(count=2)) == [500, 1000]


def test_bytes_are_bounded_but_the_newest_stays() -> None:
    assert added([10, 20, 30], Limits(size_bytes=10), size_bytes=4) == [20, 30]
    assert added([10, 20, 30], Limits(size_bytes=10), size_bytes=40) == [30]


def test_newest_within_never_goes_past_the_length() -> None:
    checkpoints = [Checkpoint(length, b"") for length in (5, 9)]

    assert newest_within(checkpoints, 9) == checkpoints[1]
    assert newest_within(checkpoints, 8) == checkpoints[0]
    assert newest_within(checkpoints, 4) is None


def test_cut_drops_what_lies_past_the_end() -> None:
    checkpoints = [Checkpoint(length, b"") for length in (5, 9, 12)]

    cut(checkpoints, 9)

    assert [each.length for each in checkpoints] == [5, 9]


@given(st.sets(st.integers(1, 10_000), min_size=1, max_size=60), st.integers(1, 16))
def test_the_newest_and_a_spread_of_old_ones_stay(chosen: set[int], count: int) -> None:
    lengths = sorted(chosen)

    kept = added(lengths, Limits(count=count))

    assert kept == sorted(kept)
    assert kept[-1] == lengths[-1]
    assert len(kept) == min(count, len(lengths))


def test_a_long_conversation_can_go_back_far_as_well_as_near() -> None:
    kept = added(list(range(100, 10_001, 100)), Limits(count=16))

    assert kept[0] <= 2000
    assert kept[-2] >= 9000
    assert max(after - before for before, after in pairwise(kept)) <= 2000
