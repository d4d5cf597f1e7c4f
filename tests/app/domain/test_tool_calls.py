"""Calls and results in an answer, as values."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from app.domain.conversation import Message, Problem
from app.domain.tool_calls import (
    CANCELLED,
    DECLINED,
    CallState,
    Resumption,
    by_round,
    open_calls,
    results_by_call,
    resumption,
    state_of,
    unique_id,
    with_arguments,
    with_results,
)
from app.domain.turn import Phase, Turn, advance, next_round
from engine.events import (
    CallDelta,
    CallDropped,
    CallFinished,
    CallStarted,
    ContentDelta,
    Diagnosis,
    Event,
    Finished,
)
from engine.types import Ending, Part, Round, Text, ToolCall, ToolResult, Written

A, B = ToolCall("a", "tides", "{}"), ToolCall("b", "tides", "{}")
RESULT_A, RESULT_B = ToolResult("a", "tides", "high"), ToolResult("b", "tides", "low")
AGAIN = ToolCall("a", "ships", "{}")


def answer(*parts: Part, endings: tuple[Ending | None, ...] = ()) -> Message:
    rounds = tuple(Round((1,), "t", ending) for ending in endings)
    return Message("m", "q", "assistant", parts, 0, rounds=rounds, status="interrupted")


def test_results_close_a_round() -> None:
    parts = (Text("So:"), A, B, RESULT_A, RESULT_B, AGAIN)

    assert by_round(parts) == [[Text("So:"), A, B, RESULT_A, RESULT_B], [AGAIN]]
    assert by_round(()) == [[]]


def test_a_call_is_open_until_its_own_round_has_a_result_for_it() -> None:
    assert open_calls((A, B, RESULT_B)) == [A]
    assert open_calls((A, RESULT_A, AGAIN)) == [AGAIN]


def test_results_stand_in_the_order_of_their_calls() -> None:
    assert with_results((A, B, RESULT_B), RESULT_A) == (A, B, RESULT_A, RESULT_B)


def test_ids_that_come_again_in_a_later_round_are_other_calls() -> None:
    assert results_by_call((A, RESULT_A, AGAIN)) == {0: RESULT_A}


@pytest.mark.parametrize("phase", [None, "waiting", "awaiting_approval", "over"])
@pytest.mark.parametrize(
    ("result", "state"),
    [
        (RESULT_A, "done"),
        (replace(RESULT_A, is_error=True), "failed"),
        (ToolResult("a", "tides", CANCELLED, is_error=True), "cancelled"),
        (ToolResult("a", "tides", DECLINED, is_error=True), "denied"),
    ],
)
def test_a_result_says_how_the_call_went(
    phase: Phase | None, result: ToolResult, state: CallState
) -> None:
    turn = Turn(1, answer(A), phase, awaiting=("a",)) if phase else None

    assert state_of(A, result, turn) == state


@pytest.mark.parametrize(
    ("phase", "awaiting", "state"),
    [
        (None, (), "waiting"),
        ("over", ("a",), "waiting"),
        ("calling", (), "writing"),
        ("running_tools", (), "running"),
        ("awaiting_approval", ("b",), "running"),
        ("awaiting_approval", ("a", "b"), "needs_approval"),
    ],
)
def test_a_call_without_a_result_is_where_its_turn_is(
    phase: Phase | None, awaiting: tuple[str, ...], state: CallState
) -> None:
    turn = Turn(1, answer(A, B), phase, awaiting=awaiting) if phase else None

    assert state_of(A, None, turn) == state


def test_ids_in_a_round_are_unique() -> None:
    """Models give the same id twice, or none."""
    assert unique_id("a", (B,)) == "a"
    assert unique_id("a", (A, B)) == "a-2"
    assert unique_id("a", (A, replace(A, call_id="a-2"))) == "a-3"
    assert unique_id("", (A,)) == "call"
    assert unique_id("", (replace(A, call_id="call"),)) == "call-2"


def test_a_result_without_a_call_stands_last() -> None:
    error = ToolResult("", "", "No good.", is_error=True)

    assert with_results((A, B, RESULT_B, error), RESULT_A) == (A, B, RESULT_A, RESULT_B, error)


def test_edited_arguments_are_no_more_what_the_model_wrote() -> None:
    written = replace(AGAIN, written=Written(1, 0, 9))
    parts = with_arguments((A, RESULT_A, written, B), "a", '{"at": 5}')

    assert parts == (A, RESULT_A, ToolCall("a", "ships", '{"at": 5}'), B)


@pytest.mark.parametrize(
    ("message", "goes_on_with"),
    [
        (answer(Text("Be"), endings=(None,)), "round"),
        (answer(A, endings=(None,)), "round"),
        (answer(A, endings=("length",)), "round"),
        (answer(A, endings=("tool_calls",)), "tools"),
        (answer(A, B, RESULT_A, endings=("tool_calls",)), "tools"),
        (answer(A, RESULT_A, endings=("tool_calls",)), "next_round"),
        (answer(A, RESULT_A, Text("So"), endings=("tool_calls", None)), "round"),
    ],
)
def test_an_unfinished_answer_goes_on_where_it_was(
    message: Message, goes_on_with: Resumption
) -> None:
    assert resumption(message) == goes_on_with


# ---- the turn


def after(start: Turn, *events: Event) -> Turn:
    return reduce(lambda turn, event: advance(turn, event, 1.0, "t"), events, start)


def turn(*parts: Part) -> Turn:
    return Turn(request=7, message=answer(*parts))


def started(index: int, call: ToolCall, id: int) -> CallStarted:
    return CallStarted(request=7, index=index, call_id=call.call_id, name=call.name, ids=(id,))


def finished(*parts: Part, ending: Ending = "tool_calls") -> Finished:
    return Finished(request=7, ending=ending, round=Round((1, 2), "t", ending), parts=parts)


def test_a_call_grows_like_text_and_its_ids_join_the_round() -> None:
    grown = after(
        turn(),
        ContentDelta(request=7, text="So:", ids=(1,)),
        started(0, A, 2),
        CallDelta(request=7, index=0, text='{"at":', ids=(3,)),
        CallDelta(request=7, index=0, text=" 5}", ids=(4,)),
    )

    assert grown.phase == "calling"
    assert grown.message.parts == (Text("So:"), ToolCall("a", "tides", '{"at": 5}'))
    assert grown.message.rounds == (Round((1, 2, 3, 4), "t"),)


def test_a_dropped_call_vanishes_and_the_reason_stays() -> None:
    """The numbers of the calls after it go on as the engine counts them."""
    diagnosis = Diagnosis(request=7, kind="bad_json", message="No JSON.", raw="{{")
    over = after(
        turn(),
        started(0, A, 1),
        diagnosis,
        CallDropped(request=7, index=0, ids=(2,)),
        started(1, B, 3),
        CallDropped(request=7, index=1, ids=(4,)),
    )
    assert over.message.parts == ()
    assert over.message.rounds == (Round((1, 2, 3, 4), "t"),)

    ended = after(over, finished(Text("Sorry."), ending="end_of_turn")).message

    assert ended.problems == (Problem("bad_json", "No JSON.", "{{", 0),)
    assert (ended.status, ended.notice) == ("complete", "")


def test_a_round_that_was_cut_off_runs_nothing() -> None:
    ended = after(turn(), started(0, A, 1), finished(A, ending="stopped"))

    assert (ended.phase, ended.message.parts) == ("over", (A,))


def test_the_next_round_is_written_into_the_same_message() -> None:
    first = after(
        turn(),
        started(0, A, 1),
        CallFinished(request=7, index=0, call=A, complete=True),
        finished(A),
    )
    assert first.phase == "running_tools"
    message = replace(first.message, parts=(*first.message.parts, RESULT_A))

    second = next_round(replace(first, message=message), 8)
    grown = advance(second, ContentDelta(request=8, text="High", ids=(5,)), 1.0, "t")

    assert (second.round, second.phase) == (1, "waiting")
    assert grown.message.parts == (A, RESULT_A, Text("High"))
    assert grown.message.rounds == (Round((1, 2), "t", "tool_calls"), Round((5,), "t"))
    text = Text("High.", Written(0, 0, 5))
    ended = advance(grown, replace(finished(text, ending="end_of_turn"), request=8), 1.0, "t")
    assert ended.message.parts[-1] == Text("High.", Written(1, 0, 5))
    assert len(ended.message.rounds) == 2


def test_another_vocabulary_in_the_second_round_leaves_the_first_alone() -> None:
    message = answer(A, RESULT_A, Text("Hi"), endings=("tool_calls", None))
    start = Turn(request=7, message=message, round=1)

    grown = advance(start, ContentDelta(request=7, text="gh", ids=(9,)), 1.0, "other")

    assert grown.message.rounds == message.rounds[:1]
