"""Reasoning that goes on too long is closed with the family's marker, and the answer follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.events import Diagnosis, Finished, ReasoningDelta
from engine.models import LoadOptions
from engine.prompt.closing import closing_text
from engine.types import PromptRequest, Reasoning, ReasoningBudget, ToolCall
from tests.engine.driven import REASONING, Engine, answer, receipt, text, user
from tests.engine.fake_tokenizer import IM_END, FakeTokenizer
from tests.engine.output.declared import tool
from tests.engine.output.reading import read
from tests.engine.prompt.families import Family, families
from tests.engine.scripted import CHATML, Script

WEATHER = {"type": "function", "function": tool("get_weather", city="string")}
TOKENIZER = FakeTokenizer()
THOUGHTS = "One thing matters. 3.14 is near pi.\nMore"


def thinks(thoughts: str, then: str = "Yes.") -> Script:
    """Thinks the same over and over, and answers as soon as its reasoning was closed."""

    def next_id(ids: Sequence[int]) -> int:
        said = TOKENIZER.piece  # the text since the last header
        written = b"".join(map(said, ids)).rpartition(b"<|im_start|>assistant\n")[2]
        if b"</think>" in written:
            said_then = written.partition(b"</think>")[2].lstrip(b"\n").decode()
            answered = len(TOKENIZER.encode(said_then, special=True))
            encoded = TOKENIZER.encode(then, special=True)
            return encoded[answered] if answered < len(encoded) else IM_END
        cycle = TOKENIZER.encode(thoughts, special=True)
        begun = written.removeprefix(b"<think>")
        return (
            cycle[len(begun) % len(cycle)]
            if written
            else TOKENIZER.encode("<think>", special=True)[0]
        )

    return next_id


def budgeted(soft: int, hard: int, **wanted: Any) -> tuple[Finished, list[Diagnosis]]:
    return budgeted_with(thinks(THOUGHTS), soft, hard, **wanted)


def budgeted_with(
    script: Script, soft: int, hard: int, **wanted: Any
) -> tuple[Finished, list[Diagnosis]]:
    engine = Engine(script=script, template=wanted.pop("template", REASONING))
    budget = ReasoningBudget(soft, hard)
    finished = engine.answered(user("hi"), reasoning_budget=budget, **wanted)
    told = [e for e in engine.events if isinstance(e, ReasoningDelta)]
    assert "".join(delta.text for delta in told) == reasoning(finished)
    return finished, engine.all(Diagnosis)


def reasoning(finished: Finished) -> str:
    return "".join(part.text for part in finished.parts if isinstance(part, Reasoning))


def test_a_model_that_closes_its_reasoning_once_more_is_not_told_of() -> None:
    """It goes on as if nothing had happened, and its own closer would be a stray one."""
    finished, diagnoses = budgeted_with(thinks(THOUGHTS, then="More.\n</think>\n\nYes."), 5, 9)

    assert [diagnosis.kind for diagnosis in diagnoses] == ["reasoning_budget"]
    assert text(finished) == "More.\n\nYes."


@pytest.mark.parametrize(
    ("soft", "hard", "expected"),
    [
        (5, 100, "One thing matters."),
        (18, 100, "One thing matters."),
        (20, 100, "One thing matters. 3.14 is near pi."),
        (5, 9, "One thing"),
        (100, 3, "One"),
    ],
)
def test_soft_waits_for_the_end_of_a_sentence_and_hard_does_not(
    soft: int, hard: int, expected: str
) -> None:
    finished, diagnoses = budgeted(soft, hard)

    assert (finished.ending, reasoning(finished), text(finished)) == (
        "end_of_turn",
        expected,
        "Yes.",
    )
    assert [one.kind for one in diagnoses] == ["reasoning_budget"]
    assert diagnoses[0].message == (
        f"The reasoning was closed after {len(expected)} tokens, because its budget was used up. "
        "The answer follows; a larger budget gives the model more time."
    )


def test_the_marker_is_in_the_ids_once_with_its_line_breaks() -> None:
    finished, _ = budgeted(5, 100)

    raw = b"".join(map(TOKENIZER.piece, finished.round.ids)).decode()
    assert raw == "<think>One thing matters.</think>Yes."
    assert receipt(finished).written == len(finished.round.ids)


def test_a_budget_that_is_not_used_up_changes_nothing() -> None:
    finished, diagnoses = budgeted(500, 600, max_tokens=50)

    assert (finished.ending, len(finished.round.ids)) == ("length", 50)
    assert [one.kind for one in diagnoses] == ["empty_after_reasoning"]


def test_reasoning_that_is_gone_on_with_counts() -> None:
    engine = Engine(script=thinks(THOUGHTS), template=REASONING)
    cut = engine.answered(user("hi"), max_tokens=30)
    whole = engine.answered(
        user("hi"), answer(cut), continues=True, reasoning_budget=ReasoningBudget(20, 25)
    )

    assert reasoning(whole) == THOUGHTS[:29]
    assert text(whole) == "Yes."


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        (REASONING, "<think></think>Yes."),
        (CHATML.replace("assistant\n", "assistant\n<think>\n"), "\n</think>\n\nYes."),
    ],
)
def test_a_budget_of_nothing_leaves_no_reasoning(template: str, expected: str) -> None:
    """Whoever opens it."""
    finished, diagnoses = budgeted(0, 0, template=template)

    assert b"".join(map(TOKENIZER.piece, finished.round.ids)).decode() == expected
    assert (reasoning(finished), text(finished)) == ("", "Yes.")
    assert diagnoses[0].message.startswith("The reasoning was closed before it began")


@pytest.mark.parametrize("begun", ["<think>One th", "<think>One thing matters."])
def test_given_reasoning_that_is_long_enough_is_closed_at_once(begun: str) -> None:
    given = tuple(TOKENIZER.encode(begun, special=True))
    finished, _ = budgeted(3, 5, begins_with=given)
    answered, told = budgeted(
        0, 0, begins_with=tuple(TOKENIZER.encode("<think>Hm.</think>Y", special=True))
    )

    assert reasoning(finished) == begun.removeprefix("<think>")
    assert (reasoning(answered), text(answered), told) == ("Hm.", "Yes.", [])


def test_a_character_is_never_cut_in_two() -> None:
    engine = Engine(script=thinks("\u00e4\u00f6\u00fc"), template=REASONING)
    finished = engine.answered(user("hi"), reasoning_budget=ReasoningBudget(3, 3))

    assert (reasoning(finished), text(finished)) == ("\u00e4\u00f6", "Yes.")


@pytest.mark.parametrize("written", range(1, 14))
def test_an_answer_cut_anywhere_around_the_marker_goes_on(written: int) -> None:
    template = CHATML.replace("assistant\n", "assistant\n<think>\n")
    engine = Engine(script=thinks(THOUGHTS), template=template)
    budget = ReasoningBudget(5, 5)
    cut = engine.answered(user("hi"), reasoning_budget=budget, max_tokens=written)
    whole = engine.answered(user("hi"), answer(cut), continues=True, reasoning_budget=budget)

    assert (whole.ending, text(whole), receipt(whole).read) == ("end_of_turn", "Yes.", 1)
    assert whole.round.ids[:written] == cut.round.ids


def test_the_next_turn_reads_only_what_is_new() -> None:
    """The marker's ids are the model's own from then on."""
    thinking = "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}"
    template = CHATML.replace("{{ m.content }}", thinking + "{{ m.content }}")
    engine = Engine(script=thinks(THOUGHTS), template=template)
    budget = ReasoningBudget(5, 9)
    first = engine.answered(user("hi"), reasoning_budget=budget)
    second = engine.answered(user("hi"), answer(first), user("next"), reasoning_budget=budget)

    new = "<|im_end|>\n<|im_start|>user\nnext<|im_end|>\n<|im_start|>assistant\n"
    assert receipt(second).read == len(TOKENIZER.encode(new, special=True))
    assert receipt(second).cause == ""


def test_a_format_without_a_marker_has_no_budget() -> None:
    engine = Engine("hello", options=LoadOptions(format="plain"))
    finished = engine.answered(user("hi"), reasoning_budget=ReasoningBudget(1, 1))

    assert (text(finished), engine.all(Diagnosis)) == ("hello", [])


def test_a_call_that_is_required_follows_closed_reasoning() -> None:
    """The marker keeps the form that the answer is held to."""
    call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Ulm"}}\n</tool_call>'
    template = "{# <tool_call> #}" + CHATML.replace("assistant\n", "assistant\n<think>\n")
    script = thinks("On and on and on. ", then=call)
    engine = Engine(script=script, template=template)
    request = engine.ask(
        prompt=PromptRequest(messages=(user("hi"),), tools=(WEATHER,)),
        tool_choice="required",
        reasoning_budget=ReasoningBudget(4, 50),
        max_tokens=200,
    )
    engine.run()
    finished = engine.one(Finished, request)

    assert [type(part) for part in finished.parts] == [Reasoning, ToolCall]
    assert finished.ending == "tool_calls"


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_family_that_marks_reasoning_can_close_it(family: Family) -> None:
    """What closes it is read as the beginning of the answer."""
    closing, format = closing_text(family.template), family.template.format
    assert bool(closing) == bool(format.reasoning_close)
    if closing:
        opening = format.writes[0] if format.writes else f"{format.reasoning_open}\n"
        found = read(f"{opening}Hm.{closing}Yes.", format)
        assert (found.reasoning, found.content, found.diagnoses) == ("Hm.", "Yes.", [])


@pytest.mark.parametrize(
    ("said", "wanted", "kind", "remedy"),
    [
        ("<think>Hm.", {"max_tokens": 3}, "empty_after_reasoning", "Raise the limit"),
        ("<think>Hm.</think>", {}, "empty_after_reasoning", "Ask again"),
        ("<think>Hm.", {}, "empty_after_reasoning", "Ask again"),
        ("<think>" + "Hm. " * 30, {}, "empty_after_reasoning", "Make room"),
        ("", {}, "empty_answer", "Ask again"),
    ],
)
def test_an_empty_answer_is_explained(
    said: str, wanted: dict[str, Any], kind: str, remedy: str
) -> None:
    engine = Engine(said, template=REASONING, options=LoadOptions(context_tokens=64))
    engine.answered(user("hi"), **wanted)
    (diagnosis,) = engine.all(Diagnosis)

    assert diagnosis.kind == kind
    assert remedy in diagnosis.message
