"""A short run of the scripted hour of use: the real window, engine and store, killed on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks._hour_facts import WRITING, Expected
from benchmarks.hour import adds_up, ratios, spent
from engine.types import Receipt


@pytest.mark.model
def test_nothing_is_lost_and_nothing_is_wrong_in_a_short_run(tmp_path: Path, smollm2: Path) -> None:
    hour = spent(tmp_path, model=smollm2, minutes=0.4, seed=7, run_s=10)

    assert (hour.lost, hour.wrong, hour.warnings, hour.receipts_wrong) == ([], [], [], [])
    assert hour.killed > 0
    assert sum(hour.did.values()) > 0


def test_what_is_kept_must_be_there_and_what_came_later_may() -> None:
    expected = Expected({("title", "a"): "Before"})
    expected.told(1, [(("title", "a"), "Now")])
    expected.told(2, [(("title", "a"), "Later")])
    expected.kept(1)

    assert expected.lost({("title", "a"): "Now"}) == []
    assert expected.lost({("title", "a"): "Later"}) == []
    assert expected.lost({("title", "a"): "Before"}) == [
        "title a: 'Before' in place of ['Now', 'Later']"
    ]


def test_an_answer_that_is_written_may_have_any_words_but_must_be_there() -> None:
    key = ("message", "a", "1")
    expected = Expected({})
    expected.told(1, [(key, [None, "assistant", WRITING])])
    expected.kept(1)

    assert expected.lost({key: [None, "assistant", "some words"]}) == []
    assert len(expected.lost({})) == 1
    assert len(expected.lost({key: ["2", "assistant", WRITING]})) == 1


def test_only_who_stops_before_the_first_token_reads_less_than_the_prompt() -> None:
    assert adds_up(Receipt(prompt=9, reused=4, restored=2, read=3, written=5))
    assert adds_up(Receipt(prompt=9, reused=4, restored=0, read=3, written=0))
    assert not adds_up(Receipt(prompt=9, reused=4, restored=0, read=3, written=1))


def test_memory_is_compared_within_the_longest_run() -> None:
    short = [{"run": 1, "app_mb": 900.0, "engine_mb": 900.0}]
    long = [{"run": 2, "app_mb": mb, "engine_mb": 50.0} for mb in (70, 100, 105, 110)]

    assert ratios([*short, *long]) == {"app_mb": 1.1, "engine_mb": 1.0}
    assert ratios(short) == {}
