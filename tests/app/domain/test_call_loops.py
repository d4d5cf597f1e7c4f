"""A model that makes the same call again is told what it knows, and then has to answer."""

from __future__ import annotations

from dataclasses import replace

from app.domain.call_loops import FAILED_BEFORE, KNOWN, known_result, must_answer
from app.domain.tool_calls import CANCELLED
from engine.types import ToolCall, ToolResult

CALL = ToolCall("a", "tides", '{"at": 5, "in": "m"}')
RESULT = ToolResult("a", "tides", "high", seconds=2.0)
AGAIN = ToolCall("b", "tides", '{"in":"m","at":5}')
TOLD = ToolResult("b", "tides", f"high\n{KNOWN}")


def test_the_result_of_the_same_call_is_known() -> None:
    """However the arguments are laid out."""
    assert known_result((CALL, RESULT, AGAIN), AGAIN) == TOLD


def test_other_arguments_another_tool_or_the_same_round_make_a_new_call() -> None:
    other = replace(AGAIN, arguments='{"at": 6, "in": "m"}')
    ships = replace(AGAIN, name="ships")

    assert known_result((CALL, RESULT, other), other) is None
    assert known_result((CALL, RESULT, ships), ships) is None
    assert known_result((CALL, AGAIN), AGAIN) is None


def test_a_cancelled_call_may_be_made_again() -> None:
    cancelled = replace(RESULT, text=CANCELLED, is_error=True)

    assert known_result((CALL, cancelled, AGAIN), AGAIN) is None


def test_an_error_that_comes_again_says_so() -> None:
    failed = replace(RESULT, text="No sea.", is_error=True)

    told = known_result((CALL, failed, AGAIN), AGAIN)

    assert told == ToolResult("b", "tides", f"No sea.\n{FAILED_BEFORE}", is_error=True)


def test_arguments_that_are_no_json_are_compared_as_they_are() -> None:
    broken, twin = replace(CALL, arguments="{"), replace(AGAIN, arguments="{")

    assert known_result((broken, RESULT, twin), twin) == TOLD


def test_the_second_repeat_means_that_the_model_must_answer() -> None:
    third = replace(AGAIN, call_id="c")
    once = (CALL, RESULT, AGAIN, TOLD)
    told = known_result((*once, third), third)
    assert told == replace(TOLD, call_id="c"), "the sentence is not said twice"

    assert not must_answer(once)
    assert must_answer((*once, third, told))
