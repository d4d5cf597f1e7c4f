"""How much of a prompt one step reads."""

from __future__ import annotations

from engine.scheduler import PrefillPace


def test_a_fast_machine_reads_as_much_as_a_batch_holds() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    for _ in range(10):
        pace.measured(64, seconds=0.001)

    assert pace.piece_tokens(alone=True) == 512


def test_a_slow_machine_reads_little_at_a_time() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    for _ in range(10):
        pace.measured(64, seconds=6.4)

    assert (pace.piece_tokens(alone=True), pace.piece_tokens(alone=False)) == (64, 32)


def test_beside_other_answers_a_piece_is_smaller() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    pace.measured(64, seconds=0.0064)

    assert pace.piece_tokens(alone=False) < pace.piece_tokens(alone=True)
