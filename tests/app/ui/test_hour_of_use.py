"""A short run of the scripted hour of use: the real window, engine and store, killed on the way."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks._hour_facts import WRITING, Expected
from benchmarks._hour_memory import (
    MOST_MB_PER_MINUTE,
    OPEN_MESSAGE_MB,
    SHOWN_MESSAGE_MB,
    Sample,
    flatness,
    given_out_mb,
)
from benchmarks.hour import MOST_FAILURES, Hour, Program, Spending, adds_up
from engine.types import Receipt


@pytest.mark.model
def test_nothing_is_lost_and_nothing_is_wrong_in_a_short_run(tmp_path: Path, smollm2: Path) -> None:
    spending = Spending(tmp_path, model=smollm2, seed=7)
    spending.spend(minutes=0.4, run_s=10, long_minutes=0.2)

    hour = spending.hour
    assert (hour.lost, hour.wrong, hour.warnings, hour.receipts_wrong) == ([], [], [], [])
    assert hour.observer_failed == []
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


# ---- whether memory is flat


def samples(*, run: int = 1, minutes: float = 10, mb_per_minute: float = 0.0) -> list[Sample]:
    """One each two seconds: a steep first minute, then a saw of 2 MB around a straight line, and
    fonts that come and go.
    """
    found = []
    for n in range(round(minutes * 30)):
        minute = n / 30
        warm_up, saw = 40 * min(minute, 1), n % 5 / 2
        mb = 150 + warm_up + saw + mb_per_minute * minute
        fonts = 2.4 * (n % 5)
        one = Sample(run, 2.0 * n, mb + fonts, engine_mb=300, mapped_mb=fonts, given_out_mb=mb / 2)
        found.append(one)
    return found


def test_warm_up_and_a_saw_are_no_growth() -> None:
    found = flatness(samples())

    assert found.verdict == "flat"
    assert found.besides_messages is not None
    assert found.besides_messages.middle == 0
    assert found.at_minutes["0.5"][0] < found.at_minutes["2"][0] == found.at_minutes["7"][0]


def test_what_is_said_and_shown_is_no_growth() -> None:
    """And no more of it is taken off than there is."""

    def talking(mb_per_minute: float) -> list[Sample]:
        return [
            replace(
                one,
                messages=n,
                shown=n // 2,
                app_mb=one.app_mb + n * OPEN_MESSAGE_MB + n // 2 * SHOWN_MESSAGE_MB,
            )
            for n, one in enumerate(samples(mb_per_minute=mb_per_minute))
        ]

    assert flatness(talking(0)).verdict == "flat"
    assert flatness(talking(0.5)).verdict == "grows"


def test_files_that_come_and_go_are_no_growth_and_files_that_stay_are() -> None:
    staying = [
        replace(one, app_mb=one.app_mb + n / 30, mapped_mb=one.mapped_mb + n / 30)
        for n, one in enumerate(samples())
    ]

    found = flatness(staying)
    assert found.besides_messages is not None
    assert found.besides_messages.middle == 0
    assert found.verdict == "grows"


def test_what_grows_is_told_with_its_slope() -> None:
    found = flatness(samples(mb_per_minute=0.5))

    assert found.verdict == "grows"
    assert found.besides_messages is not None
    assert found.given_out is not None
    assert found.besides_messages.middle == pytest.approx(0.5, abs=0.05)
    assert found.given_out.middle == pytest.approx(0.25, abs=0.05)


def test_nothing_is_said_of_a_short_run() -> None:
    assert flatness(samples(minutes=2)).verdict == "cannot be told"
    assert flatness([]).verdict == "cannot be told"


def test_the_longest_run_is_judged() -> None:
    short = samples(run=1, minutes=4, mb_per_minute=9)
    long = samples(run=2, minutes=9, mb_per_minute=MOST_MB_PER_MINUTE / 4)

    found = flatness([*short, *long])
    assert (found.verdict, round(found.minutes)) == ("flat", 9)


@pytest.mark.skipif(sys.platform != "linux", reason="asks the GNU C library")
def test_what_is_given_out_follows_what_is_held() -> None:
    before = given_out_mb()
    held = bytearray(50_000_000)
    during = given_out_mb()
    del held

    assert during - before == pytest.approx(50, abs=5)
    assert given_out_mb() - before == pytest.approx(0, abs=5)


# ---- the observer


def test_a_run_in_which_the_observer_fails_has_lost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run ends at once, and so does the hour after some of them."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    spending = Spending(tmp_path, model=tmp_path / "tiny.gguf", seed=1)

    spending.spend(minutes=1, run_s=10, long_minutes=1)

    hour = spending.hour
    assert (hour.lost, hour.wrong) == ([], [])
    assert len([one for one in hour.observer_failed if "no python" in one]) == MOST_FAILURES
    assert hour.exit_status == 2


def test_what_nobody_understands_is_no_loss(tmp_path: Path) -> None:
    said = tmp_path / "said"
    said.write_text('{"did": 1}\nno JSON\n{"wrong": "a title"}\n{"cut off', encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", f"print(open({str(said)!r}).read(), end='')"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        program = Program(process, Expected({}))
        program.listen()

    assert program.wrong == ["after starting: a title"]
    assert len(program.observer_failed) == 2


@pytest.mark.parametrize(
    ("hour", "status"),
    [
        (Hour(), 0),
        (Hour(observer_failed=["psutil"]), 2),
        (Hour(lost=["a title"]), 1),
        (Hour(lost=["a title"], observer_failed=["psutil"]), 1),
        (Hour(memory=replace(flatness([]), verdict="grows")), 1),
    ],
)
def test_the_exit_status_tells_loss_from_failure(hour: Hour, status: int) -> None:
    assert hour.exit_status == status
