"""Diagnoses become problems of the message, each beside the call that was made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.conversation import Message, Problem
from app.domain.problems import (
    INCOMPLETE,
    INCOMPLETE_KIND,
    INVALID_DSML,
    diagnosed,
    invalid_call,
    unreadable,
    unsafe_calls,
)
from app.domain.turn import Turn, advance, next_round, resumed
from engine.events import (
    CallDelta,
    CallDropped,
    CallFinished,
    CallStarted,
    Diagnosis,
    Event,
    Failed,
    Finished,
)
from engine.types import Ending, Part, Round, ToolCall, ToolResult

A, B = ToolCall("a", "tides", '{"at": 5}'), ToolCall("b", "tides", '{"at": 6}')
CUT = Diagnosis(request=7, kind="tool_call_truncated", message="Cut off.", raw="<call>")
REPAIRED = Diagnosis(request=7, kind="tool_call_repaired", message="Repaired.", raw="{'at'")
MALFORMED = Diagnosis(request=7, kind="tool_call_malformed", message="No call.", raw="<oops>")


def turn(*parts: Part, format: str = "") -> Turn:
    message = Message("m", "q", "assistant", parts, 0, status="running")
    return Turn(request=7, message=message, format=format)


def after(start: Turn, *events: Event) -> Turn:
    return reduce(lambda turn, event: advance(turn, event, 1.0, "t"), events, start)


def written(index: int, call: ToolCall, *, complete: bool = True) -> list[Event]:
    """A call as the engine tells it."""
    return [
        CallStarted(request=7, index=index, call_id=call.call_id, name=call.name),
        CallDelta(request=7, index=index, text=call.arguments),
        CallFinished(request=7, index=index, call=call, complete=complete),
    ]


def finished(*parts: Part, ending: Ending = "tool_calls") -> Finished:
    return Finished(request=7, ending=ending, round=Round((1, 2), "t", ending), parts=parts)


def problem(diagnosis: Diagnosis, call_id: str = "", round: int = 0) -> Problem:
    return Problem(diagnosis.kind, diagnosis.message, diagnosis.raw, round, call_id)


@pytest.mark.parametrize("named", [True, False])
def test_a_reason_that_comes_after_its_call_is_tied_to_it(named: bool) -> None:
    told = replace(CUT, call_id="b") if named else CUT

    over = after(turn(), *written(0, A), *written(1, B, complete=False), told, finished(A, B))

    assert over.message.problems == (problem(CUT, "b"),)
    assert unsafe_calls(over.message.problems, 0) == {"b"}
    assert over.phase == "running_tools"


@pytest.mark.parametrize("named", [True, False])
def test_a_reason_that_comes_before_the_end_of_its_call_is_tied_to_it(named: bool) -> None:
    told = replace(REPAIRED, call_id="a") if named else REPAIRED
    started, grown, ended = written(0, A, complete=False)

    over = after(turn(), started, grown, told, ended, *written(1, B), finished(A, B))

    assert over.message.problems == (problem(REPAIRED, "a"),)


def test_an_incomplete_call_without_a_reason_has_a_problem_all_the_same() -> None:
    over = after(turn(), *written(0, A, complete=False), finished(A))

    assert over.message.problems == (Problem(INCOMPLETE_KIND, INCOMPLETE, "", 0, "a"),)


def test_two_incomplete_calls_have_each_their_own_reason() -> None:
    over = after(
        turn(),
        *written(0, A, complete=False),
        REPAIRED,
        *written(1, B, complete=False),
        CUT,
        finished(A, B),
    )

    assert over.message.problems == (problem(REPAIRED, "a"), problem(CUT, "b"))


def test_an_unreadable_call_beside_a_repaired_one_is_a_problem_of_its_own() -> None:
    started, grown, _ = written(1, B)
    over = after(
        turn(),
        *written(0, A, complete=False),
        started,
        grown,
        CallDropped(request=7, index=1),
        MALFORMED,
        finished(A),
    )

    placeholder = Problem(INCOMPLETE_KIND, INCOMPLETE, "", 0, "a")
    assert over.message.problems == (placeholder, problem(MALFORMED))
    assert unreadable(over.message.problems) == [problem(MALFORMED)]


def test_a_tool_that_does_not_exist_makes_its_call_no_danger() -> None:
    told = Diagnosis(request=7, kind="unknown_tool", message="No such tool.", raw="tides")

    over = after(turn(), told, *written(0, A), finished(A))

    assert over.message.problems == (problem(told, "a"),)
    assert unsafe_calls(over.message.problems, 0) == frozenset()


def test_calls_with_the_same_id_are_two_calls() -> None:
    """Both events and the parts at the end name them in the same way."""
    twin = replace(B, call_id="a")
    events = [*written(0, A), *written(1, twin, complete=False), replace(CUT, call_id="a")]

    over = after(turn(), *events, finished(A, twin))

    assert over.message.parts == (A, replace(twin, call_id="a-2"))
    assert over.message.problems == (problem(CUT, "a-2"),)
    assert over.whole == {"a"}


def test_a_call_without_an_id_gets_one() -> None:
    nameless = replace(A, call_id="")

    over = after(turn(), *written(0, nameless), finished(nameless))

    assert over.message.parts == (replace(A, call_id="call"),)


def test_the_same_ids_in_a_later_round_are_safe_again() -> None:
    first = after(turn(), *written(0, A, complete=False), CUT, finished(A))
    message = replace(first.message, parts=(A, ToolResult("a", "tides", "high")))

    second = next_round(replace(first, message=message), 7)
    over = after(second, *written(0, A), finished(A))

    assert over.message.parts[-1] == A
    assert over.message.problems == (problem(CUT, "a", round=0),)
    assert unsafe_calls(over.message.problems, 1) == frozenset()


@dataclass(frozen=True)
class Wrote:
    """A call a model may write: what becomes of it, and how the engine tells why."""

    call_id: str
    ends: Literal["whole", "incomplete", "dropped"]
    tells: Literal["before", "after", "never"]
    names_it: bool

    @property
    def call(self) -> ToolCall:
        return ToolCall(self.call_id, "tides", "{}")

    def events(self, index: int) -> list[Event]:
        started, grown, ended = written(index, self.call, complete=self.ends == "whole")
        if self.ends == "dropped":
            return [started, grown, CallDropped(request=7, index=index), MALFORMED]
        told = replace(CUT, call_id=self.call_id if self.names_it else "")
        says = self.ends == "incomplete" and self.tells != "never"
        before, after = says and self.tells == "before", says and self.tells == "after"
        return [started, grown, *[told] * before, ended, *[told] * after]


WROTE = st.builds(
    Wrote,
    st.sampled_from(["", "a", "b", "a-2", "call"]),
    st.sampled_from(["whole", "incomplete", "dropped"]),
    st.sampled_from(["before", "after", "never"]),
    st.booleans(),
)


@given(st.lists(WROTE, max_size=5))
def test_whatever_a_model_writes_only_whole_calls_are_safe(wrote: list[Wrote]) -> None:
    events = [event for index, one in enumerate(wrote) for event in one.events(index)]
    kept = [one for one in wrote if one.ends != "dropped"]

    message = after(turn(), *events, finished(*(one.call for one in kept))).message

    calls = [part for part in message.parts if isinstance(part, ToolCall)]
    ids = [call.call_id for call in calls]
    assert len(set(ids)) == len(kept)
    assert "" not in ids
    incomplete = {id for id, one in zip(ids, kept, strict=True) if one.ends == "incomplete"}
    assert unsafe_calls(message.problems, 0) == incomplete
    assert {problem.call_id for problem in message.problems} <= {*ids, ""}
    assert message.problems.count(problem(MALFORMED)) == len(wrote) - len(kept)


# ---- rounds that are gone on with


def interrupted(*events: Event) -> Turn:
    """The turn that goes on with what these events left, under other ids of its calls."""
    return resumed(replace(turn(), message=after(turn(), *events).message))


def test_a_call_that_was_cut_off_is_safe_once_it_is_written_to_its_end() -> None:
    start = interrupted(*written(0, A, complete=False), CUT, finished(A, ending="length"))
    whole = replace(A, call_id="x", arguments='{"at": 55}')

    over = after(start, CallFinished(request=7, index=0, call=whole, complete=True))
    over = after(over, finished(whole))

    assert (over.message.parts, over.message.problems) == ((whole,), ())


def test_a_call_that_was_repaired_stays_a_problem_under_its_new_id() -> None:
    """The engine reads the beginning again without telling of it."""
    start = interrupted(
        *written(0, A, complete=False),
        REPAIRED,
        Failed(request=7, kind="HostDied", message="It crashed."),
    )
    again = replace(A, call_id="x")

    over = after(start, *written(1, B), finished(again, B))

    assert over.message.parts == (again, B)
    assert over.message.problems == (problem(REPAIRED, "x"),)


def test_a_cut_opening_is_forgotten_when_the_round_goes_on() -> None:
    start = interrupted(CUT, *written(0, A), finished(A, ending="length"))

    assert start.message.problems == ()


# ---- another try


@pytest.mark.parametrize("format", ["dsml_v32", "dsml_v4", "dsml_v41"])
def test_the_dsml_family_is_told_once_that_a_call_could_not_be_read(format: str) -> None:
    first = after(turn(format=format), MALFORMED, finished(ending="end_of_turn"))
    assert first.phase == "running_tools"
    assert [part for part in first.message.parts if isinstance(part, ToolResult)] == [
        ToolResult("", "", f"{INVALID_DSML}\nNo call.", is_error=True)
    ]

    second = after(next_round(first, 7), MALFORMED, finished(ending="end_of_turn"))

    assert (second.round, second.phase, second.message.status) == (1, "over", "complete")
    assert second.message.problems == (problem(MALFORMED), problem(MALFORMED, round=1))
    assert len(second.message.rounds) == 2


@pytest.mark.parametrize(
    ("format", "ending"), [("hermes", "end_of_turn"), ("", "end_of_turn"), ("dsml_v4", "length")]
)
def test_others_are_not_told_by_themselves(format: str, ending: Ending) -> None:
    over = after(turn(format=format), MALFORMED, finished(ending=ending))

    assert (over.phase, over.message.parts) == ("over", ())


def test_what_can_be_run_comes_before_another_try() -> None:
    over = after(turn(format="dsml_v4"), *written(0, A), MALFORMED, finished(A))

    assert (over.phase, over.message.parts) == ("running_tools", (A,))


def test_models_read_what_was_wrong() -> None:
    assert invalid_call("dsml_v4", None) == INVALID_DSML
    assert invalid_call("hermes", problem(CUT)) == (
        "Tool error: the tool call could not be read. Cut off. "
        "Write the call again, complete and valid."
    )


@pytest.mark.parametrize("kind", ["empty_after_reasoning", "empty_answer"])
def test_a_round_whose_call_could_not_be_read_is_not_empty_too(kind: str) -> None:
    empty = Diagnosis(request=7, kind=kind, message="Nothing.", raw="")

    found = diagnosed(diagnosed((), MALFORMED, round=0, call_id=""), empty, round=0, call_id="")

    assert [problem.kind for problem in found] == ["tool_call_malformed"]
    assert len(diagnosed(found, empty, round=1, call_id="")) == 2
