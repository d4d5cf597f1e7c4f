"""A real model of half a billion parameters calls the calculator and comes to an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.types import Text, ToolCall, ToolResult
from tests.app.real_engine import Program

pytestmark = pytest.mark.model

QUESTION = "What is 12.5 + 30? Use the tool."
RESULT_TOKENS = 23
"""The end of the call, a short result with what stands around it, and the generation prompt."""
SENTENCE_TOKENS = 20
"""About what a sentence adds that tells the model that it knows the result."""


@pytest.fixture
def coder(tmp_path: Path, qtbot: QtBot, qwen_coder: Path) -> Iterator[Program]:
    """Qwen2.5-Coder-0.5B at temperature 0, with the built-in tools."""
    program = Program(tmp_path, qtbot)
    preferences = program.preferences.current
    program.preferences.change(replace(preferences, tools_enabled=True, context_tokens=2048))
    program.start(qwen_coder)
    yield program
    program.close()


def test_a_question_for_the_calculator_ends_with_its_result_in_words(coder: Program) -> None:
    """Every round after the first reads the results and the generation prompt, and no more."""
    answer = coder.answer(QUESTION, longest=128)

    assert (answer.status, answer.notice, answer.problems) == ("complete", "", ())
    first, result = answer.parts[:2]
    assert isinstance(first, ToolCall)
    assert (first.name, first.arguments) == ("calculator", '{"expression": "12.5 + 30"}')
    assert isinstance(result, ToolResult)
    assert (result.text, result.is_error) == ("42.5", False)
    assert isinstance(answer.parts[-1], Text)
    assert "42.5" in answer.text
    read = [round.receipt.read for round in answer.rounds[1:] if round.receipt]
    assert len(read) == len(answer.rounds) - 1
    assert max(read) <= RESULT_TOKENS + SENTENCE_TOKENS
    assert read[0] <= RESULT_TOKENS


def test_a_model_that_may_call_nothing_more_writes_words(
    coder: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it writes its call as text. The tools stay in the prompt, and little is read."""
    monkeypatch.setattr("app.answering.MOST_ROUNDS", 2)

    answer = coder.answer(QUESTION, longest=64)

    assert answer.status == "complete"
    assert [type(part) for part in answer.parts] == [ToolCall, ToolResult, Text]
    assert answer.text[0].isalnum()
    cost = answer.rounds[-1].receipt
    assert cost is not None
    assert cost.read <= RESULT_TOKENS
