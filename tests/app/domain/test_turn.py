"""One answer in the making: every step is a pure function of the turn and an event."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from app.domain.conversation import Message, Problem
from app.domain.turn import CONTEXT_FULL, Turn, advance
from engine.events import (
    ContentDelta,
    Diagnosis,
    Event,
    Failed,
    Finished,
    Forecast,
    HostExited,
    Loading,
    PrefillProgress,
    PromptPlanned,
    Queued,
    ReasoningDelta,
    Settled,
    SideWork,
)
from engine.types import Part, Reasoning, Round, Text, Written

TOKENIZER = "t"


def turn(*parts: Part, rounds: tuple[Round, ...] = ()) -> Turn:
    message = Message("a", "q", "assistant", parts, 0, rounds=rounds, status="running")
    return Turn(request=7, message=message)


def after(start: Turn, *events: Event) -> Turn:
    """The turn after `events`, one second apart."""
    timed = enumerate(events, 1)
    return reduce(lambda turn, e: advance(turn, e[1], float(e[0]), TOKENIZER), timed, start)


def planned() -> PromptPlanned:
    return PromptPlanned(request=7, prompt=9, reused=4, restored=0, to_read=5)


def finished(*parts: Part, ids: tuple[int, ...] = (1, 2)) -> Finished:
    sampled = Round(ids=ids, tokenizer=TOKENIZER, ending="end_of_turn")
    return Finished(request=7, ending="end_of_turn", round=sampled, parts=parts)


@pytest.mark.parametrize(
    ("event", "phase"),
    [
        (Loading(request=7, fraction=0.5), "loading"),
        (planned(), "reading"),
        (PrefillProgress(request=7, read=2, to_read=5), "reading"),
        (ReasoningDelta(request=7, text="Hm"), "reasoning"),
        (ContentDelta(request=7, text="Be"), "answering"),
        (finished(), "over"),
        (Failed(request=7, kind="OutOfMemory", message="No room."), "over"),
    ],
)
def test_each_event_leads_to_its_phase(event: Event, phase: str) -> None:
    assert after(turn(), event).phase == phase


def test_events_of_other_requests_change_nothing() -> None:
    start = turn()

    assert after(start, ContentDelta(request=8, text="x", ids=(1,))) is start


def test_nothing_comes_after_the_end() -> None:
    over = after(turn(), finished(Text("Because.")))

    assert after(over, ContentDelta(request=7, text="!", ids=(3,))) is over


def test_a_host_that_exits_leaves_the_turn_to_its_own_failure() -> None:
    start = turn()

    assert after(start, HostExited(message="Gone.")) is start


def test_waiting_and_reading_are_counted() -> None:
    queued = after(turn(), Queued(request=7, ahead=2))
    reading = after(queued, planned(), PrefillProgress(request=7, read=3, to_read=5))

    assert queued.queued_behind == 2
    assert (reading.queued_behind, reading.read, reading.to_read) == (0, 3, 5)


def test_deltas_of_a_kind_grow_one_part_and_all_ids_one_round() -> None:
    grown = after(
        turn(),
        ReasoningDelta(request=7, text="H", ids=(1,)),
        ReasoningDelta(request=7, text="m", ids=(2,)),
        ContentDelta(request=7, text="", ids=(3,)),
        ContentDelta(request=7, text="Yes", ids=(4, 5)),
    )

    assert grown.message.parts == (Reasoning("Hm", seconds=1.0), Text("Yes"))
    assert grown.message.rounds == (Round(ids=(1, 2, 3, 4, 5), tokenizer=TOKENIZER),)


def test_the_end_brings_exact_parts_and_keeps_the_seconds_of_reasoning() -> None:
    over = after(
        turn(),
        ReasoningDelta(request=7, text="Hm"),
        ReasoningDelta(request=7, text="…"),
        ContentDelta(request=7, text=" Yes"),
        finished(Reasoning("Hm…", Written(0, 7, 12)), Text("Yes", Written(0, 20, 23))),
    )

    assert over.message.parts == (
        Reasoning("Hm…", Written(0, 7, 12), seconds=1.0),
        Text("Yes", Written(0, 20, 23)),
    )
    assert over.message.status == "complete"
    assert over.ending == "end_of_turn"


def test_a_continued_part_grows_and_loses_its_old_byte_range() -> None:
    start = turn(
        Text("Beca", Written(0, 0, 4)),
        rounds=(Round(ids=(1, 2), tokenizer=TOKENIZER, ending="length"),),
    )

    grown = after(start, ContentDelta(request=7, text="use", ids=(3,)))

    assert grown.message.parts == (Text("Because"),)
    assert grown.message.rounds == (Round(ids=(1, 2, 3), tokenizer=TOKENIZER),)


def test_continued_reasoning_goes_on_from_its_seconds() -> None:
    start = turn(Reasoning("H", seconds=10.0))

    grown = after(start, ReasoningDelta(request=7, text="m"), ReasoningDelta(request=7, text="m"))

    assert grown.message.parts == (Reasoning("Hmm", seconds=11.0),)


def test_ids_of_another_vocabulary_are_not_mixed() -> None:
    start = turn(Text("Beca"), rounds=(Round(ids=(1, 2), tokenizer="other"),))

    grown = after(
        start,
        ContentDelta(request=7, text="us", ids=(30,)),
        ContentDelta(request=7, text="e", ids=(31,)),
    )

    assert grown.message.rounds == ()
    assert grown.message.text == "Because"


def test_a_failure_keeps_what_was_written() -> None:
    failed = after(
        turn(),
        ContentDelta(request=7, text="Be", ids=(1,)),
        Failed(request=7, kind="HostDied", message="It crashed."),
    )

    assert failed.message.parts == (Text("Be"),)
    assert (failed.message.status, failed.message.notice) == ("interrupted", "It crashed.")


def test_a_failure_without_a_word_is_a_failed_answer() -> None:
    failed = after(turn(), Failed(request=7, kind="NoModel", message="No model."))

    assert (failed.message.status, failed.message.notice) == ("failed", "No model.")


def test_what_did_not_parse_is_kept_with_the_message() -> None:
    diagnosis = Diagnosis(request=7, kind="stray_marker", message="A stray one.", raw="</think>")

    kept = after(turn(), diagnosis, finished(Text("So."))).message.problems

    assert kept == (Problem("stray_marker", "A stray one.", "</think>", 0),)


def test_an_answer_that_filled_the_context_says_so() -> None:
    event = replace(finished(Text("Be")), ending="context_full")

    message = after(turn(), event).message

    assert (message.status, message.notice) == ("complete", CONTEXT_FULL)


@pytest.mark.parametrize(
    "event",
    [
        Forecast(request=7, prompt=9, reused=0, restored=0, to_read=9, seconds=0),
        Settled(request=7),
        SideWork(kind="read_ahead", tokens=3),
    ],
)
def test_what_the_engine_does_beside_an_answer_changes_nothing(event: Event) -> None:
    assert after(turn(), event) == turn()
