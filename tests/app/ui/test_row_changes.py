"""Steps from one list of rows to the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.ui.row_changes import Moved, runs, single_move


def test_neighbours_make_runs() -> None:
    assert list(runs([])) == []
    assert list(runs([0, 1, 2, 5, 7, 8])) == [(0, 2), (5, 5), (7, 8)]


def test_one_move_is_seen_as_one() -> None:
    assert single_move("abcd", "abcd") is None
    assert single_move("abcde", "adbce") == Moved(3, 1)
    assert single_move("abcde", "acdbe") == Moved(1, 3)
    assert single_move("ab", "ba") in (Moved(0, 1), Moved(1, 0))
    assert single_move("abcd", "badc") is None


@given(st.permutations(range(6)), st.integers(0, 5), st.integers(0, 5))
def test_a_row_taken_out_and_put_in_is_one_move(before: list[int], start: int, end: int) -> None:
    after = list(before)
    after.insert(end, after.pop(start))
    moved = single_move(before, after)

    if moved is None:
        assert before == after
    else:
        again = list(before)
        again.insert(moved.end, again.pop(moved.start))
        assert again == after
