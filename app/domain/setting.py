"""What is declared of a setting beside its type and default; which values of a file it takes."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

log = logging.getLogger(__name__)

Page = Literal[
    "general",
    "appearance",
    "chat",
    "models",
    "memory",
    "tools",
    "network",
    "privacy",
    "shortcuts",
    "about",
]
_LONGEST_LOGGED = 80
_KINDS = {float: "a number", int: "a whole number", bool: "true or false", str: "a text"}
AT_LOAD = "It holds when a model is loaded next."


@dataclass(frozen=True, slots=True)
class Setting:
    """What a dialog shows of a setting; `low` and `high` are the range, both included.

    `page` is where it is shown, `help` one sentence about what it changes. `names` are words for
    single values; a choice has one for each. `at_load`: it holds when a model is loaded next.
    `noted`: the program writes it by itself, so that it has no default to go back to.
    """

    label: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    page: Page | None = None
    help: str = ""
    names: Mapping[Any, str] = field(default_factory=dict)
    step: float = 1
    at_load: bool = False
    noted: bool = False

    @property
    def title(self) -> str:
        """The label without what it explains in parentheses."""
        return self.label.partition(" (")[0]

    @property
    def sentences(self) -> str:
        """The help, and when the setting holds if that is not at once."""
        return " ".join(filter(None, (self.help, AT_LOAD if self.at_load else "")))


def setting(default: Any, label: str, **described: Any) -> Any:
    """A field of the preferences; `described` are fields of `Setting`."""
    metadata = {"setting": Setting(label, **described)}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Declared:
    """One field of the preferences, with its type as `get_type_hints` gives it."""

    name: str
    kind: Any
    default: Any
    setting: Setting


def declared(owner: type[Any]) -> tuple[Declared, ...]:
    """Every setting of a dataclass in the order of its declaration."""
    kinds = get_type_hints(owner)
    return tuple(
        Declared(
            name=entry.name,
            kind=kinds[entry.name],
            default=entry.default if entry.default is not MISSING else {},
            setting=cast(Setting, entry.metadata["setting"]),
        )
        for entry in fields(owner)
    )


def values_from(written: Mapping[str, Any], owner: type[Any]) -> dict[str, Any]:
    """Values of a JSON object that fit the settings of a dataclass, by name; others are logged."""
    values: dict[str, Any] = {}
    for one in declared(owner):
        if one.name not in written:
            continue
        value = written[one.name]
        if not _accepts(one.kind, one.setting, value):
            log.warning(
                "preferences: %s is %s but must be %s; the default, %s, is used",
                one.name,
                _shortened(value),
                _allowed(one),
                _shortened(one.default),
            )
            continue
        values[one.name] = tuple(value) if isinstance(value, list) else value
    return values


def _shortened(value: Any) -> str:
    """As it stands in the file, and no longer than a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST_LOGGED else f"{text[: _LONGEST_LOGGED - 1]}…"


def _allowed(one: Declared) -> str:
    """What a setting takes, in words for the log."""
    origin, kinds = get_origin(one.kind), get_args(one.kind) or (one.kind,)
    if origin is Literal:
        return "one of " + ", ".join(json.dumps(choice) for choice in kinds)
    if origin is tuple:
        return "a list of texts"
    if origin is Mapping:
        return "an object of texts"
    words = " or ".join(_KINDS[kind] for kind in (float, int, bool, str) if kind in kinds)
    described = one.setting
    if described.low is not None and described.high is not None:
        words += f" from {_plain(described.low)} to {_plain(described.high)}"
    elif described.low is not None:
        words += f" of at least {_plain(described.low)}"
    elif described.high is not None:
        words += f" of at most {_plain(described.high)}"
    return f"{words} or null" if type(None) in kinds else words


def _plain(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else str(bound)


def _accepts(kind: Any, described: Setting, value: Any) -> bool:
    """Whether a JSON value fits the type and the range of a setting."""
    origin = get_origin(kind)
    if origin is Literal:
        return value in get_args(kind)
    if origin is tuple:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if origin is Mapping:
        return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
    kinds = get_args(kind) or (kind,)
    if value is None:
        return type(None) in kinds
    if isinstance(value, bool):
        return bool in kinds
    if not isinstance(value, (*kinds, int) if float in kinds else kinds):
        return False
    return _in_range(described, value)


def _in_range(described: Setting, value: Any) -> bool:
    if described.low is not None and not value >= described.low:
        return False
    return described.high is None or value <= described.high
