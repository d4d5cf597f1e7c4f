"""Each value says where it comes from, and what a reset brings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.conversation_settings import ConversationSettings, Setup
from app.domain.model_choices import ModelChoices
from app.domain.preferences import Preferences
from app.domain.presets import BUILT_IN, Preset
from app.domain.value_sources import Shown, shown_everywhere, shown_here
from engine.types import ReasoningBudget

EVERYWHERE = replace(Preferences(), top_k=7, seed=5)
CHOICES = ModelChoices(keep_reasoning=True, budget=ReasoningBudget(80, 100))
MINE = Preset(ConversationSettings(temperature=0.2, max_tokens=0), None, "stop")


def here(name: str, setup: Setup, preset: Preset | None = None) -> Shown:
    return shown_here(name, setup, preset, EVERYWHERE, CHOICES)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("temperature", Shown(0.8, "default", 0.8)),
        ("top_k", Shown(7, "everywhere", 7)),
        ("seed", Shown(5, "everywhere", 5)),
        ("keep_reasoning", Shown(True, "everywhere", True)),
        ("reasoning_tokens", Shown(100, "everywhere", 100)),
        ("context_strategy", Shown("drop_oldest", "default", "drop_oldest")),
        ("tool_names", Shown(None, "default", None)),
    ],
)
def test_without_its_own_a_conversation_is_as_everywhere(name: str, shown: Shown) -> None:
    assert here(name, Setup()) == shown
    assert not shown.can_reset


def test_own_values_go_back_to_those_of_everywhere() -> None:
    own = ConversationSettings(seed=-1, reasoning_tokens=0, tool_names=("clock",))
    setup = Setup("", "summarise", own)

    assert here("seed", setup) == Shown(None, "conversation", 5)
    assert here("reasoning_tokens", setup) == Shown(None, "conversation", 100)
    assert here("tool_names", setup) == Shown(("clock",), "conversation", None)
    assert here("context_strategy", setup) == Shown("summarise", "conversation", "drop_oldest")


def test_what_a_preset_brought_is_told_and_what_differs_goes_back_to_it() -> None:
    applied = MINE.put_over(Setup(), "Mine")
    assert here("temperature", applied, MINE) == Shown(0.2, "preset", 0.8)
    assert here("max_tokens", applied, MINE) == Shown(None, "preset", 2048)
    assert here("context_strategy", applied, MINE) == Shown("stop", "preset", "drop_oldest")

    changed = replace(applied, settings=replace(applied.settings, temperature=1.0, max_tokens=9))
    assert here("temperature", changed, MINE) == Shown(1.0, "conversation", 0.2)
    assert here("max_tokens", changed, MINE) == Shown(9, "conversation", None)
    assert here("top_p", changed, MINE) == Shown(0.95, "default", 0.95)


def test_a_preset_that_is_gone_leaves_its_values() -> None:
    applied = BUILT_IN["Precise"].put_over(Setup(), "Precise")
    assert here("temperature", applied) == Shown(0.2, "conversation", 0.8)


def test_everywhere_a_value_goes_back_to_the_default() -> None:
    shown = shown_everywhere("top_k", EVERYWHERE, CHOICES)
    assert shown == Shown(7, "conversation", 40)
    assert shown.can_reset
    limit = shown_everywhere("reasoning_tokens", EVERYWHERE, CHOICES)
    assert limit == Shown(100, "conversation", None)
