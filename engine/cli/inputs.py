"""What people give the command line: JSON files, NAME=JSON settings. Bad input is one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from engine.checking import fits
from engine.errors import BadRequest
from engine.models import LoadOptions
from engine.types import Sampling

_SAMPLING = {each.name for each in fields(Sampling)}
_LOADING = {each.name for each in fields(LoadOptions)}


@dataclass(frozen=True, slots=True)
class Settings:
    """`--set` sorted by whom it concerns; what nobody else knows goes to the template."""

    sampling: Sampling = field(default_factory=Sampling)
    options: LoadOptions = field(default_factory=LoadOptions)
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    template: dict[str, Any] = field(default_factory=dict)


def doubts(settings: Settings) -> list[str]:
    """A sentence for each template variable whose name looks like a setting that was misspelt."""
    near = ((name, get_close_matches(name, _KNOWN, n=1, cutoff=0.8)) for name in settings.template)
    return [
        f"--set {name}: there is no such setting, so it goes to the template. Is {known[0]} meant?"
        for name, known in near
        if known
    ]


def read_json(path: str, kind: type[list[Any]] | type[dict[str, Any]]) -> Any:
    """The JSON value in a file. Raises BadRequest when it is not readable or of another kind."""
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{path} cannot be read: {error}.") from None
    except json.JSONDecodeError as error:
        raise BadRequest(f"{path} is not valid JSON: {error}.") from None
    if not isinstance(value, kind):
        raise BadRequest(f"{path} must hold a JSON {'list' if kind is list else 'object'}.")
    return value


def read_settings(assignments: Sequence[str]) -> Settings:
    """`["temperature=0", "enable_thinking=false"]` → settings."""
    values: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise BadRequest(f"--set {assignment}: write NAME=VALUE, with VALUE in JSON.")
        try:
            values[name] = json.loads(text)
        except json.JSONDecodeError:
            values[name] = text
    return sort_settings(values)


def sort_settings(values: Mapping[str, Any]) -> Settings:
    _check_types(values)
    try:
        return Settings(
            sampling=Sampling(**{k: _tupled(v) for k, v in values.items() if k in _SAMPLING}),
            options=LoadOptions(**{k: v for k, v in values.items() if k in _LOADING}),
            max_tokens=values.get("max_tokens"),
            stop=_strings(values.get("stop")),
            template={k: v for k, v in values.items() if k not in _KNOWN},
        )
    except (TypeError, ValueError) as error:
        raise BadRequest(f"A setting has a wrong value: {error}.") from None


def _check_types(values: Mapping[str, Any]) -> None:
    hints = get_type_hints(Sampling) | get_type_hints(LoadOptions) | {"max_tokens": int | None}
    for name, value in values.items():
        if name in hints and not fits(_tupled(value), hints[name]):
            raise BadRequest(f"The setting {name} cannot be {json.dumps(value)}.")


_KNOWN = _SAMPLING | _LOADING | {"max_tokens", "stop"}


def _strings(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise ValueError("stop must be a string or a list of strings")


def _tupled(value: Any) -> Any:
    return tuple(_tupled(each) for each in value) if isinstance(value, list) else value
