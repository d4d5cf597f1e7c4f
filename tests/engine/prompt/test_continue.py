"""An unfinished answer is gone on with from its own ids, or from its last word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import Message, Reasoning, Text
from tests.engine.fake_tokenizer import THINK
from tests.engine.prompt.building import build, decoded, encoded, ids_of, user, wrote
from tests.engine.prompt.templates import CHATML, STRICT, THINKING


def test_continuing_goes_on_from_the_same_ids() -> None:
    sampled = (*ids_of("v", "e", "\n"), *"🦔".encode()[:2])
    prompt = build(user("hi"), wrote(sampled), continues=True)
    assert prompt.ids == build(user("hi")).ids + sampled
    assert prompt.continued_ids == sampled
    assert prompt.generation_start == len(encoded("<|im_start|>user\nhi"))


@pytest.mark.parametrize("source", [CHATML, THINKING, STRICT])
def test_an_edited_answer_continues_from_its_last_word(source: str) -> None:
    prompt = build(
        user("hi"), Message("assistant", (Text(" very <think> "),)), continues=True, source=source
    )
    assert prompt.text.endswith("very <think>")
    assert decoded(prompt.continued_ids).strip() == "very <think>"
    assert THINK not in prompt.ids
    assert not prompt.opens_reasoning


def test_edited_reasoning_continues_inside_its_block() -> None:
    answer = Message("assistant", (Reasoning("Let me"),))
    prompt = build(user("hi"), answer, continues=True, source=THINKING)
    assert prompt.text.endswith("<|im_start|>assistant\n<think>\nLet me")
    assert decoded(prompt.continued_ids) == "<think>\nLet me"


def test_an_answer_the_template_does_not_print_continues_as_it_was_written() -> None:
    """The template knows no reasoning, and there is nothing else yet."""
    answer = Message("assistant", (Reasoning("Let </think> me"),))
    prompt = build(user("hi"), answer, continues=True)
    assert prompt.text.endswith("<|im_start|>assistant\n<think>\nLet </think> me")
    assert decoded(prompt.continued_ids) == "<think>\nLet </think> me"
    assert prompt.continued_ids.count(THINK) == 1


def test_continuing_an_answer_without_a_word_is_answering() -> None:
    prompt = build(user("hi"), Message("assistant", ()), continues=True)
    assert (prompt.ids, prompt.continued_ids) == (build(user("hi")).ids, ())


@pytest.mark.parametrize("strange", [10**6, -1])
def test_damaged_ids_count_as_text(strange: int) -> None:
    """Of a vocabulary that has no such id."""
    answer = wrote(ids_of("y", "e", "s"))
    assert answer.round is not None
    damaged = replace(answer, round=replace(answer.round, ids=(strange, *answer.round.ids)))
    prompt = build(user("hi"), damaged, continues=True)

    assert prompt.continued_ids == answer.round.ids
    assert build(user("hi"), damaged, user("x")).text == build(user("hi"), answer, user("x")).text
