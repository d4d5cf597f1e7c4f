"""An answer that may call nothing is words: no marker of a call, no beginning of one in front."""

from __future__ import annotations

from typing import Any

import pytest

from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints, Thinking
from engine.constraint.words import Openings
from engine.output.formats import FORMATS, Format, format_named
from engine.output.reader import OutputReader
from engine.types import ToolCall
from tests.engine.constraint.following import allows, refusal
from tests.engine.marked_tokenizer import MarkedTokenizer
from tests.engine.output.cases import CASES

MARKED = MarkedTokenizer(["<tool_call>", "</tool_call>", "｜DSML｜"])
TOOLS: list[dict[str, Any]] = [{"type": "function", "function": {"name": "now"}}]
ORDINARY = (
    "It is 42.5.",
    "\n\n42.5 {or so}",
    "天气 `x`",
    "**No** (yes)",
    "<table><tr><td>",
    "- [x] done (so)",
    'So:\n```json\n{"name": "now"}\n```\nThat is it.',
)
BARE = ("hermes", "smollm3", "llama3", "llama4", "lfm2")
BEHIND_WORDS = ("ll3-009", "qxml-006")
"""Cases with a call that begins as text behind other words."""


def words(
    *, family: str = "hermes", thinks: bool = False, tokenizer: MarkedTokenizer = MARKED
) -> Constraint:
    format = format_named(family)
    constraint = Constraints(tokenizer).wanted(
        choice="none",
        schema=None,
        tools=TOOLS,
        family=family,
        thinking=Thinking("<think>", "</think>", thinks),
        openings=Openings(format.call_openings, format.answer_markers),
    )
    assert constraint is not None
    return constraint


def vocabulary(format: Format) -> MarkedTokenizer:
    """Every text that means something to a format as a token of its own."""
    markers = [text for text in format.literals if text[0] != "`"]
    return MarkedTokenizer([*markers, "<think>", "</think>"])


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.key)
@pytest.mark.parametrize("text", ORDINARY)
def test_words_are_free_whatever_the_format(text: str, format: Format) -> None:
    assert allows(words(family=format.key), text, MARKED)
    assert allows(words(family=format.key), text, vocabulary(format))


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.key)
@pytest.mark.parametrize("text", ["[1, 2]", '{"a": 1}', "(see below)", "```python\nx = 1\n```"])
def test_signs_in_front_are_free_but_in_formats_with_calls_without_markers(
    text: str, format: Format
) -> None:
    assert (refusal(words(family=format.key), text, MARKED) is None) != (format.key in BARE)


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.key)
def test_what_stands_around_reasoning_and_answers_is_free(format: Format) -> None:
    tokenizer = vocabulary(format)
    for parts in ("Hm.", "Yes."):
        written = f"{format.reasoning_open}{parts}{format.reasoning_close}Yes."
        assert allows(words(family=format.key, tokenizer=tokenizer), written, tokenizer)
    if format.writes is not None:
        opening, closing, answering = format.writes
        for written in (f"{opening}Hm.{closing}Yes.", f"{answering}Yes."):
            assert allows(words(family=format.key, tokenizer=tokenizer), written, tokenizer)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_no_call_of_any_format_can_be_written(case: dict[str, Any]) -> None:
    """Whether its markers are tokens or text; but calls told by headers, and behind words."""
    format = format_named(case["family"])
    if format.channels is not None or not case["expect"]["tool_calls"]:
        return
    tokenizer = vocabulary(format)
    written = refusal(
        words(family=format.key, tokenizer=tokenizer, thinks=case["prefilled_think"]),
        case["raw"],
        tokenizer,
    )
    reader = OutputReader(
        tokenizer=tokenizer,
        format=format,
        opens_reasoning=case["prefilled_think"],
        stop=(),
        tools=case.get("tools") or (),
    )
    for id in tokenizer.encode(written or "", special=True):
        reader.feed(id)
    reader.finish("stopped")
    assert (written is None) == (case["id"] in BEHIND_WORDS)
    assert written is None or not any(isinstance(part, ToolCall) for part in reader.parts())


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ('{"name": "now"}', ""),
        ('\n {"name": "now"}', "\n "),
        ("```json", ""),
        ("(see", ""),
        ("= {", ""),
        ("<tool_call>", ""),
        ("So: <tool_call>", "So: "),
    ],
)
def test_what_begins_a_call_cannot_be_sampled(text: str, taken: str) -> None:
    assert refusal(words(), text, MARKED) == taken


def test_an_answer_may_begin_with_reasoning() -> None:
    assert allows(words(), "<think>{</think>No.", MARKED)
    assert allows(words(thinks=True), "{hm}</think>No.", MARKED)


@pytest.mark.parametrize(("thinks", "before"), [(False, "<think>{"), (True, "{")])
def test_behind_reasoning_the_answer_begins_anew(thinks: bool, before: str) -> None:
    text = before + '</think>\n\n{"name": "now"}'
    assert refusal(words(thinks=thinks), text, MARKED) == f"{before}</think>\n\n"


@pytest.mark.parametrize(
    ("family", "text", "taken"),
    [
        ("dsml_v4", "So\n<｜DSML｜tool_calls>", "So\n<"),
        ("mistral_v11", "[TOOL_CALLS]now", "[TO"),
        ("plain", "{", None),
        ("plain", "So <tool_call>", None),
    ],
)
def test_the_openings_are_those_of_the_family(family: str, text: str, taken: str | None) -> None:
    assert refusal(words(family=family), text, MARKED) == taken
