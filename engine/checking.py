"""Whether values have the types that were promised for them: commands, and settings from JSON.

A command comes from another process. What is wrong in one must end that request, not the engine.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.errors import BadRequest
from engine.types import Command

_TRUSTED = ("receipt", "choices")
"""Of earlier rounds; nothing is computed from them."""
_READ_LATER = ("tools",)
"""What is in them is looked at where it is used, with a better sentence."""
_SHOWN_CHARACTERS = 60


def check(command: Command) -> None:
    """Raise BadRequest, which names the first field that has a value of a wrong type."""
    wrong = _wrong_field(command)
    if wrong is not None:
        name, value = wrong
        shown = repr(value)
        if len(shown) > _SHOWN_CHARACTERS:
            shown = f"{shown[:_SHOWN_CHARACTERS]}…"
        raise BadRequest(f"The request has a wrong value: {name} cannot be {shown}.")


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of an annotated type; whole numbers are numbers, too."""
    kind, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if kind in (UnionType, Union):
        return any(fits(value, each) for each in inner)
    if kind is Literal:
        return value in inner and not isinstance(value, bool)
    if kind is tuple:
        return isinstance(value, tuple) and _items_fit(value, inner)
    if kind is not None:
        return isinstance(value, kind)
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(hint, type) and is_dataclass(hint):
        return isinstance(value, hint) and _wrong_field(value) is None
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))


def _items_fit(values: tuple[Any, ...], hints: tuple[Any, ...]) -> bool:
    if len(hints) == 2 and hints[1] is ...:
        # Ids come by the ten thousand: their types are compared all at once.
        if hints[0] is int:
            return set(map(type, values)) <= {int}
        return all(fits(value, hints[0]) for value in values)
    return len(values) == len(hints) and all(map(fits, values, hints))


def _wrong_field(value: Any) -> tuple[str, object] | None:
    """The first field whose value does not fit, the innermost where several lie in each other."""
    kind: Any = type(value)
    for name, hint in _hints(kind).items():
        held = getattr(value, name)
        wanted = get_origin(hint) if name in _READ_LATER else hint
        if name in _TRUSTED or fits(held, wanted):
            continue
        within = next(_wrong_within(held), None)
        return within or (name, held)
    return None


def _wrong_within(held: object) -> Any:
    for one in held if isinstance(held, tuple) else (held,):
        if is_dataclass(one):
            wrong = _wrong_field(one)
            if wrong is not None:
                yield wrong


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
