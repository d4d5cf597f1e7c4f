"""How answers are to be, under a name: those that come with the program, and the user's own."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.domain.conversation_settings import (
    NO_LIMIT,
    SAMPLING_NAMES,
    ContextStrategy,
    ConversationSettings,
    Setup,
    from_json,
    strategy_from,
    to_json,
)
from app.domain.in_force import as_own, choices_for, preferences_for
from app.domain.model_card import reasons, value_now
from app.domain.model_choices import ModelChoices, option_with
from app.domain.preferences import Preferences, write_json

if TYPE_CHECKING:
    from engine.models import HealthCard, OptionEffect

log = logging.getLogger(__name__)

_OF_PREFERENCES = (*SAMPLING_NAMES, "max_tokens", "tools_enabled")


@dataclass(frozen=True, slots=True)
class Preset:
    """What is None is left as it is where the preset is applied."""

    settings: ConversationSettings = field(default_factory=ConversationSettings)
    system_prompt: str | None = None
    context_strategy: ContextStrategy | None = None

    @classmethod
    def of(cls, preferences: Preferences) -> Preset:
        """The sampling values that hold everywhere."""
        return cls(ConversationSettings(**_values(preferences, SAMPLING_NAMES)))

    @classmethod
    def from_setup(
        cls,
        setup: Setup,
        preferences: Preferences,
        choices: ModelChoices | None = None,
        card: HealthCard | None = None,
    ) -> Preset:
        """How a conversation is now, also where it is as everywhere; its seed is its own affair.

        `choices` and `card` are those of the model that is loaded: how it thinks is kept, too.
        """
        now = preferences_for(preferences, setup)
        values = _values(now, _OF_PREFERENCES) | _thinking(setup.settings, choices, card)
        settings = replace(setup.settings, **values, seed=None, preset="")
        return cls(settings, setup.system_prompt, now.context_strategy)

    def applied(self, preferences: Preferences) -> Preferences:
        """The preferences with what a preset can say about all conversations."""
        held = {name: value for name, value in self.settings.own.items() if name in _OF_PREFERENCES}
        own = ConversationSettings(**held)
        return preferences_for(preferences, Setup("", self.context_strategy, own))

    def put_over(self, setup: Setup, name: str) -> Setup:
        """A conversation's setup when the preset of this name is applied to it."""
        prompt = setup.system_prompt if self.system_prompt is None else self.system_prompt
        settings = replace(setup.settings, **self.settings.own, preset=name)
        return Setup(prompt, self.context_strategy or setup.context_strategy, settings)

    def holds_in(self, setup: Setup) -> bool:
        """Whether nothing of the preset was changed since it was applied."""
        return self.put_over(setup, setup.settings.preset) == setup


def _values(preferences: Preferences, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: as_own(name, getattr(preferences, name)) for name in names}


def _thinking(
    settings: ConversationSettings, choices: ModelChoices | None, card: HealthCard | None
) -> dict[str, Any]:
    """How the model thinks in a conversation; nothing of what it cannot do."""
    held = choices_for(choices or ModelChoices(), settings)
    found: dict[str, Any] = {}
    effects: tuple[OptionEffect, ...] = ("thinking", "effort")
    for effect in effects:
        option = option_with(card, effect)
        value = value_now(option, held, card) if option is not None and card is not None else None
        if isinstance(value, str) or (effect == "thinking" and isinstance(value, bool)):
            found[effect] = value
    if reasons(card):
        found["reasoning_tokens"] = held.budget.hard if held.budget else NO_LIMIT
    if held.keep_reasoning:
        found["keep_reasoning"] = True
    return found


def _sampling(*values: float) -> Preset:
    return Preset(from_json(dict(zip(SAMPLING_NAMES, values, strict=True))))


BUILT_IN = {
    "Precise": _sampling(0.2, 40, 0.9, 0.05, 1.0),
    "Balanced": Preset.of(Preferences()),
    "Creative": _sampling(1.1, 0, 0.98, 0.03, 1.05),
}


@dataclass(frozen=True, slots=True)
class PresetList:
    """The user's presets by name, and the name of the one that new conversations start with."""

    own: Mapping[str, Preset]
    default: str = ""


class PresetsFile:
    """The presets on disk. Used on the main thread.

    `list` is what holds now; `restore` takes an earlier one back.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.list = _read(path)

    @property
    def all(self) -> dict[str, Preset]:
        """By name: the built-in ones, then the user's in the order of their names."""
        return BUILT_IN | dict(sorted(self.list.own.items()))

    def name_of(self, preferences: Preferences) -> str:
        """The preset whose values hold everywhere, one of the user's first; "" when none does."""
        found = reversed(self.all.items())
        return next((name for name, one in found if one.applied(preferences) == preferences), "")

    def save(self, name: str, preset: Preset) -> str:
        """Keep a preset under a name of the user's, also in place of the one that has it.

        The name as it is kept; "" when it is empty or built in.
        """
        name = " ".join(name.split())
        if not name or name in BUILT_IN:
            return ""
        self._become(replace(self.list, own={**self.list.own, name: preset}))
        return name

    def rename(self, before: str, name: str) -> str:
        """The new name as it is kept; "" when it is empty, built in or taken."""
        name = " ".join(name.split())
        own = dict(self.list.own)
        if not name or name in BUILT_IN or before not in own or (name in own and name != before):
            return ""
        own[name] = own.pop(before)
        default = name if self.list.default == before else self.list.default
        self._become(PresetList(own, default))
        return name

    def delete(self, name: str) -> None:
        """Forget one of the user's presets."""
        if name in self.list.own:
            left = {one: preset for one, preset in self.list.own.items() if one != name}
            default = "" if self.list.default == name else self.list.default
            self._become(PresetList(left, default))

    def start_with(self, name: str) -> None:
        """Let new conversations start with this preset; with none for ""."""
        self._become(replace(self.list, default=name))

    def for_new(self) -> Setup:
        """What a new conversation starts with."""
        name = self.list.default
        return self.all[name].put_over(Setup(), name) if name in self.all else Setup()

    def restore(self, earlier: PresetList) -> None:
        self._become(earlier)

    def _become(self, presets: PresetList) -> None:
        """A file that cannot be written costs a line in the log."""
        self.list = presets
        own = {name: _to_json(preset) for name, preset in presets.own.items()}
        try:
            write_json(self._path, {"default": presets.default, "presets": own})
        except OSError as error:
            log.warning("presets not saved: %s", error)


def _read(path: Path) -> PresetList:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return PresetList({})
    except (OSError, ValueError) as error:
        log.warning("presets cannot be read, there are only the built-in ones: %s", error)
        return PresetList({})
    return _list_from(written) if isinstance(written, dict) else PresetList({})


def _list_from(written: dict[str, Any]) -> PresetList:
    """Also of an older file, which has nothing but presets by name."""
    presets, default = written.get("presets"), written.get("default")
    if isinstance(presets, dict) and isinstance(default, str):
        return PresetList(_own_from(presets), default)
    return PresetList(_own_from(written))


def _own_from(written: dict[str, Any]) -> dict[str, Preset]:
    named = {name: values for name, values in written.items() if name not in BUILT_IN}
    return {name: _from_json(values) for name, values in named.items() if isinstance(values, dict)}


def _to_json(preset: Preset) -> dict[str, Any]:
    others = {"system_prompt": preset.system_prompt, "context_strategy": preset.context_strategy}
    held = {name: value for name, value in others.items() if value is not None}
    return to_json(preset.settings) | held


def _from_json(values: dict[str, Any]) -> Preset:
    """A sampling value that is missing or wrong is as in the defaults."""
    usual = Preset.of(Preferences()).settings.own
    settings = from_json({**usual, **from_json(values).own})
    prompt = values.get("system_prompt")
    strategy = strategy_from(values.get("context_strategy"))
    return Preset(settings, prompt if isinstance(prompt, str) else None, strategy)
