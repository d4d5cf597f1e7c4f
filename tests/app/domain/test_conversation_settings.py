"""What a conversation has of its own is kept, and goes before what holds everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.answer_options import AnswerOptions
from app.domain.conversation_settings import (
    ANY_SEED,
    NO_LIMIT,
    ConversationSettings,
    Setup,
    settings_from,
    settings_text,
)
from app.domain.in_force import as_own, budget_of, choices_for, preferences_for, sampling_for
from app.domain.model_choices import ModelChoices
from app.domain.preferences import Preferences
from engine.types import ReasoningBudget

ALL = ConversationSettings(
    temperature=0.0,
    top_k=0,
    top_p=1.0,
    min_p=0.0,
    repetition_penalty=1.1,
    max_tokens=NO_LIMIT,
    seed=ANY_SEED,
    thinking="deep",
    effort="high",
    reasoning_tokens=NO_LIMIT,
    keep_reasoning=False,
    tools_enabled=False,
    tool_names=(),
    preset="Mine",
)


@pytest.mark.parametrize(
    "settings", [ConversationSettings(), ALL, ConversationSettings(thinking=False, top_k=7)]
)
def test_written_and_read_they_are_the_same(settings: ConversationSettings) -> None:
    assert settings_from(settings_text(settings)) == settings


def test_nothing_of_its_own_takes_no_room() -> None:
    assert settings_text(ConversationSettings()) is None


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", '{"temperature": 9, "top_k": "many"}', '{"max_tokens": true}'),
        *('{"tool_names": [1]}', '{"keep_reasoning": 1, "effort": 3}', '{"later": 1}'),
    ],
)
def test_what_is_wrong_in_the_store_is_as_everywhere(text: str) -> None:
    assert settings_from(text) == ConversationSettings()


def test_own_values_go_before_the_preferences() -> None:
    preferences = replace(Preferences(), seed=5, tools_enabled=True)
    held = preferences_for(preferences, Setup("", "stop", ALL))

    assert (held.temperature, held.top_k, held.seed, held.max_tokens) == (0.0, 0, None, None)
    assert not held.tools_enabled
    assert held.context_strategy == "stop"
    assert preferences_for(preferences, Setup()) == preferences


def test_own_values_go_before_the_choices_for_the_model() -> None:
    everywhere = ModelChoices(
        thinking=True, effort="low", keep_reasoning=True, budget=ReasoningBudget(8, 10), seen=True
    )

    assert choices_for(everywhere, ConversationSettings()) == everywhere
    assert choices_for(everywhere, ALL) == ModelChoices("deep", "high", False, None, seen=True)
    limited = choices_for(everywhere, ConversationSettings(reasoning_tokens=500))
    assert limited.budget == ReasoningBudget(soft=400, hard=500)


def test_one_answer_goes_before_its_conversation() -> None:
    setup = Setup("", None, ConversationSettings(temperature=0.3, top_k=4))
    sampling = sampling_for(Preferences(), setup, AnswerOptions(temperature=1.5))

    assert (sampling.temperature, sampling.top_k, sampling.top_p) == (1.5, 4, 0.95)


def test_none_of_the_preferences_has_a_value_of_its_own_in_a_conversation() -> None:
    assert [as_own(name, None) for name in ("max_tokens", "seed")] == [NO_LIMIT, ANY_SEED]
    assert as_own("top_k", 0) == 0
    assert budget_of(1) == ReasoningBudget(1, 1)
