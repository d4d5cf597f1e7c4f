"""What is set for one conversation in place of what holds everywhere."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from app.domain.model_choices import MOST_REASONING_TOKENS
from app.domain.preferences import Preferences
from app.domain.setting import values_from

log = logging.getLogger(__name__)

ContextStrategy = Literal["drop_oldest", "summarise", "stop"]
"""What is done when a conversation no longer fits into the context."""

NO_LIMIT = 0
ANY_SEED = -1


@dataclass(frozen=True, slots=True)
class ConversationSettings:
    """None: as everywhere. Fields are named as in `Preferences` and `ModelChoices`.

    `max_tokens` and `reasoning_tokens` at NO_LIMIT have none, `seed` at ANY_SEED is another each
    time. `tool_names` are those offered of all tools. `preset` names the one applied last.
    """

    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    repetition_penalty: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    thinking: bool | str | None = None
    effort: str | None = None
    reasoning_tokens: int | None = None
    keep_reasoning: bool | None = None
    tools_enabled: bool | None = None
    tool_names: tuple[str, ...] | None = None
    preset: str = ""

    @property
    def own(self) -> dict[str, Any]:
        """The values that are not as everywhere, by name."""
        return {
            name: value
            for name, value in asdict(self).items()
            if value is not None and name != "preset"
        }


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is set for one conversation; `context_strategy` None is as everywhere."""

    system_prompt: str = ""
    context_strategy: ContextStrategy | None = None
    settings: ConversationSettings = field(default_factory=ConversationSettings)


def to_json(settings: ConversationSettings) -> dict[str, Any]:
    """Only what is set."""
    return settings.own | ({"preset": settings.preset} if settings.preset else {})


def from_json(written: Mapping[str, Any]) -> ConversationSettings:
    """What is unknown or wrong is as everywhere, the latter with a line in the log."""
    values = _sampling_from(written)
    for name in ("max_tokens", "seed", "reasoning_tokens", "keep_reasoning", "tools_enabled"):
        _take(values, name, written)
    for name in ("thinking", "effort", "tool_names", "preset"):
        _take(values, name, written)
    return ConversationSettings(**values)


def settings_text(settings: ConversationSettings) -> str | None:
    """As JSON; None when all is as everywhere."""
    written = to_json(settings)
    return json.dumps(written, ensure_ascii=False) if written else None


def settings_from(text: str | None) -> ConversationSettings:
    try:
        written = json.loads(text) if text else {}
    except ValueError:
        log.warning("settings of a conversation cannot be read, all is as everywhere")
        written = {}
    return from_json(written if isinstance(written, dict) else {})


SAMPLING_NAMES = ("temperature", "top_k", "top_p", "min_p", "repetition_penalty")
_SWITCHES = ("keep_reasoning", "tools_enabled")
_LIMITS = {"max_tokens": 10_000_000, "seed": 2**31 - 1, "reasoning_tokens": MOST_REASONING_TOKENS}


def strategy_from(value: object) -> ContextStrategy | None:
    """A value of a file, when it is a strategy."""
    found: ContextStrategy | None = next(
        (one for one in get_args(ContextStrategy) if one == value), None
    )
    return found


def _sampling_from(written: Mapping[str, Any]) -> dict[str, Any]:
    """Those in the range that the preferences have."""
    given = {name: written[name] for name in SAMPLING_NAMES if written.get(name) is not None}
    return values_from(given, Preferences)


def _take(values: dict[str, Any], name: str, written: Mapping[str, Any]) -> None:
    value = written.get(name)
    if value is None:
        return
    if _fits(name, value):
        values[name] = tuple(value) if isinstance(value, (list, tuple)) else value
    else:
        log.warning("settings of a conversation: %s is wrong, it is as everywhere", name)


def _fits(name: str, value: Any) -> bool:
    if name in _SWITCHES:
        return isinstance(value, bool)
    if name in _LIMITS:
        return type(value) is int and ANY_SEED <= value <= _LIMITS[name]
    if name == "tool_names":
        return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)
    return isinstance(value, str) or (name == "thinking" and isinstance(value, bool))
