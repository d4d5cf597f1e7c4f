"""An answer that may call nothing is words: no marker of a call, no bracket or fence in front."""

from __future__ import annotations

from typing import Any

import pytest

from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints, Thinking
from tests.engine.constraint.following import allows, refusal
from tests.engine.marked_tokenizer import MarkedTokenizer

MARKED = MarkedTokenizer(["<tool_call>", "</tool_call>", "｜DSML｜"])
TOOLS: list[dict[str, Any]] = [{"type": "function", "function": {"name": "now"}}]


def words(*, family: str = "hermes", thinks: bool = False) -> Constraint:
    constraint = Constraints(MARKED).wanted(
        choice="none",
        schema=None,
        tools=TOOLS,
        family=family,
        thinking=Thinking("<think>", "</think>", thinks),
    )
    assert constraint is not None
    return constraint


@pytest.mark.parametrize("text", ["It is 42.5.", "\n\n42.5 {or so}", "天气 `x`", "**No** (yes)"])
def test_words_are_free(text: str) -> None:
    assert allows(words(), text, MARKED)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ('{"name": "now"}', ""),
        ('\n {"name": "now"}', "\n "),
        ("```json", ""),
        ("(see", ""),
        ("<tool_call>", ""),
        ("So: <tool_call>", "So: "),
    ],
)
def test_what_begins_a_call_cannot_be_sampled(text: str, taken: str) -> None:
    assert refusal(words(), text, MARKED) == taken


def test_an_answer_may_begin_with_reasoning() -> None:
    assert allows(words(), "<think>{</think>No.", MARKED)
    assert allows(words(thinks=True), "{hm}</think>No.", MARKED)


@pytest.mark.parametrize(
    ("family", "text", "taken"),
    [
        ("dsml_v4", "So\n<｜DSML｜tool_calls>", "So\n<"),
        ("of_another_kind", "{", ""),
        ("of_another_kind", "So <tool_call>", None),
    ],
)
def test_the_markers_are_those_of_the_family(family: str, text: str, taken: str | None) -> None:
    assert refusal(words(family=family), text, MARKED) == taken
