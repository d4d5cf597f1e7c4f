"""Turns of seven families in the window: reasoning, calls and results, each in its place."""

from __future__ import annotations

import json

import pytest

from engine.types import Reasoning, Text, ToolCall, ToolResult
from tests.app.ui.recorded_program import OpenProgram
from tests.engine.recorded_turns import KEYS, RECORDED


@pytest.mark.parametrize("family", KEYS)
def test_a_turn_with_two_rounds_of_calls_is_whole(open_program: OpenProgram, family: str) -> None:
    program = open_program(family)

    program.ask()
    program.wait_for("over")

    answer = program.answer
    reasoning = [part.text for part in answer.parts if isinstance(part, Reasoning)]
    expressions = [json.loads(call.arguments).get("expression") for call in program.calls]
    calls = len(program.calls)
    assert (answer.status, answer.notice, answer.problems) == ("complete", "", ())
    assert [text.strip() for text in reasoning] == RECORDED["reasoning"]
    assert [one for one in expressions if one] == RECORDED["expressions"]
    assert [text for text in program.results if "T" not in text] == RECORDED["results"]
    assert program.has_answered
    assert [type(part) for part in answer.parts] == [
        *(Reasoning, ToolCall, ToolResult),
        *(Reasoning, *[ToolCall] * (calls - 1), *[ToolResult] * (calls - 1)),
        *(Reasoning, Text),
    ]
    receipts = [round.receipt for round in answer.rounds if round.receipt]
    assert [receipt.first_difference for receipt in receipts] == [None, None, None]
    assert all(receipt.reused for receipt in receipts[1:])
