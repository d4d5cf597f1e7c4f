"""Whether a call can be run: its tool is offered, and its arguments fit the tool's schema."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.tools.host import Definition

if TYPE_CHECKING:
    from engine.types import ToolCall


def problem_with(call: ToolCall, definitions: Sequence[Definition]) -> str | None:
    """A sentence for the model about why the call cannot be run; None when it can."""
    functions = {one["function"]["name"]: one["function"] for one in definitions}
    if call.name not in functions:
        return _unknown(call.name, sorted(functions))
    try:
        arguments = arguments_of(call)
    except ValueError as error:
        return f"The arguments are no JSON object: {error}. Call the tool again with valid JSON."
    return _misfit(arguments, functions[call.name].get("parameters", {}))


def arguments_of(call: ToolCall) -> dict[str, Any]:
    """The arguments as an object; none at all is an empty one. Raises ValueError."""
    try:
        arguments = json.loads(call.arguments) if call.arguments.strip() else {}
    except RecursionError:
        raise ValueError("they are nested too deeply") from None
    if not isinstance(arguments, dict):
        raise ValueError("they are a value of another kind")
    return arguments


def _unknown(name: str, known: list[str]) -> str:
    there = f"The tools are: {', '.join(known)}." if known else "No tools are offered now."
    return f"There is no tool named {name}. {there}"


def _misfit(arguments: dict[str, Any], schema: dict[str, Any]) -> str | None:
    # Takes 60 ms to import, which the start of the program need not wait for.
    from jsonschema.exceptions import best_match
    from jsonschema.validators import Draft202012Validator, validator_for

    validator = validator_for(schema, default=Draft202012Validator)(schema)
    error = best_match(validator.iter_errors(arguments))
    if error is None:
        return None
    place = "".join(f"[{step!r}]" for step in error.absolute_path)
    where = f" at {place}" if place else ""
    return f"The arguments do not fit the tool{where}: {error.message}."
