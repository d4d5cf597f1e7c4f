"""A model is introduced in plain words, from its health card alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.model_card import (
    introduction,
    is_off,
    keeping_effect,
    reasons,
    value_now,
    value_text,
)
from app.domain.model_choices import ModelChoices
from engine.models import HealthCard, RoundTrip
from tests.app.cards import EFFORT, PLAIN, THINKER, THINKING, thinker

BROKEN = thinker(error="It has a syntax error.", sentences=())


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (THINKER, True),
        (thinker(options=()), True),
        (PLAIN, False),
        (replace(PLAIN, opens_reasoning=True), True),
        (replace(PLAIN, options=(EFFORT,)), True),
        (BROKEN, False),
        (None, False),
    ],
)
def test_who_thinks_is_seen_by_switches_or_reasoning(
    card: HealthCard | None, expected: bool
) -> None:
    assert reasons(card) is expected


def test_an_option_stands_as_chosen_else_as_the_template_has_it() -> None:
    assert value_now(THINKING, ModelChoices(), THINKER) is True
    assert value_now(THINKING, ModelChoices(thinking=False), THINKER) is False
    assert value_now(EFFORT, ModelChoices(effort="unknown"), THINKER) == "medium"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "On"),
        ("enabled", "On"),
        ("thinking", "On"),
        (False, "Off"),
        ("disabled", "Off"),
        ("chat", "Off"),
        ("low", "Low"),
        ("very_high", "Very high"),
        (3, "3"),
    ],
)
def test_values_have_words(value: object, expected: str) -> None:
    assert value_text(value) == expected
    assert is_off(value) is (expected == "Off")


def test_a_model_with_a_switch_is_introduced_by_it() -> None:
    assert introduction(THINKER) == (
        "It can think before it answers; the Think button switches that. It can use tools."
    )


def test_other_models_are_introduced_by_what_they_do() -> None:
    assert introduction(thinker(options=(EFFORT,))) == (
        "It thinks before it answers; the Think button says how hard. It can use tools."
    )
    assert introduction(thinker(options=())) == "It thinks before it answers. It can use tools."
    assert introduction(PLAIN) == "It can use tools."


@pytest.mark.parametrize(
    ("round_trip", "sentence"),
    [
        ("exact", "It can use tools."),
        ("arguments changed", "It can use tools, but sees its own calls in other words."),
        ("call lost", "Its template is not made for tools."),
        ("result lost", "Its template is not made for tools."),
        ("refused", "Its template is not made for tools."),
    ],
)
def test_what_becomes_of_tools_is_said(round_trip: RoundTrip, sentence: str) -> None:
    assert introduction(replace(PLAIN, tool_round_trip=round_trip)) == sentence


def test_what_is_dear_and_what_is_broken_is_said() -> None:
    dear = replace(PLAIN, reread_without_reasoning="more than the last turn")
    assert introduction(dear) == (
        "It can use tools. With each question, it reads much of the conversation again."
    )
    assert introduction(BROKEN) == "Its chat template does not work. It has a syntax error."


def test_keeping_reasoning_says_what_it_does_to_cache_and_context() -> None:
    assert keeping_effect(THINKER) == (
        "The cache stays valid and the context fills sooner; without it, the last turn is read "
        "again after an answer with reasoning."
    )
    assert keeping_effect(thinker(reread="nothing")) == (
        "The cache stays valid and the context fills sooner."
    )
