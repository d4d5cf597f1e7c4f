"""Where a value that holds for a conversation comes from, and what it would go back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from app.domain.conversation_settings import Setup
from app.domain.in_force import choices_for, preferences_for
from app.domain.model_choices import ModelChoices
from app.domain.preferences import Preferences
from app.domain.presets import Preset

Source = Literal["default", "everywhere", "preset", "conversation"]

OF_MODEL = ("thinking", "effort", "keep_reasoning", "reasoning_tokens")
"""Values that are chosen for a model; all others are preferences."""
IN_PROMPT = ("thinking", "effort", "keep_reasoning", "tools_enabled", "tool_names")
"""Values that decide what the model reads."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A value that holds; `back_to` is the one that a reset brings."""

    value: Any
    source: Source
    back_to: Any

    @property
    def can_reset(self) -> bool:
        return self.source in ("preset", "conversation")


def value_of(name: str, preferences: Preferences, choices: ModelChoices) -> Any:
    if name == "tool_names":
        return None
    if name == "reasoning_tokens":
        return choices.budget.hard if choices.budget else None
    return getattr(choices if name in OF_MODEL else preferences, name)


def shown_everywhere(name: str, preferences: Preferences, choices: ModelChoices) -> Shown:
    """As the preferences and the choices for the model have it; a reset brings the default."""
    value = value_of(name, preferences, choices)
    default = value_of(name, Preferences(), ModelChoices())
    return Shown(value, "default" if value == default else "conversation", default)


def shown_here(
    name: str, setup: Setup, preset: Preset | None, preferences: Preferences, choices: ModelChoices
) -> Shown:
    """As it holds in a conversation, to which `preset` was applied."""
    everywhere = shown_everywhere(name, preferences, choices)
    own = own_value(name, setup)
    if own is None:
        usual = everywhere.source == "default"
        return Shown(everywhere.value, "default" if usual else "everywhere", everywhere.value)
    value = _held(name, setup, preferences, choices)
    held = preset_value(name, preset)
    if held is None or held == own:
        return Shown(value, "conversation" if held is None else "preset", everywhere.value)
    assert preset is not None, "it holds a value"
    back_to = _held(name, preset.put_over(Setup(), ""), preferences, choices)
    return Shown(value, "conversation", back_to)


def own_value(name: str, setup: Setup) -> Any:
    """None: as everywhere."""
    if name == "context_strategy":
        return setup.context_strategy
    return getattr(setup.settings, name)


def preset_value(name: str, preset: Preset | None) -> Any:
    """What a preset holds of it; None: nothing."""
    if preset is None:
        return None
    return own_value(name, Setup("", preset.context_strategy, preset.settings))


def _held(name: str, setup: Setup, preferences: Preferences, choices: ModelChoices) -> Any:
    if name == "tool_names":
        return setup.settings.tool_names
    return value_of(name, preferences_for(preferences, setup), choices_for(choices, setup.settings))
