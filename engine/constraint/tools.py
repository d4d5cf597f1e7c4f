"""The tools a model may have to call, with as much of their schemas as can be enforced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.constraint.schemas import Schema, arguments_schema
from engine.errors import BadRequest


@dataclass(frozen=True, slots=True)
class Tool:
    """`schema` is what can be enforced of the tool's parameters."""

    name: str
    schema: Schema

    @property
    def properties(self) -> dict[str, Any] | None:
        """None where the schema does not list them: then any argument may be given."""
        listed = self.schema.get("properties")
        return listed if isinstance(listed, dict) else None

    @property
    def takes_others(self) -> bool:
        """Whether arguments that are not listed may be given."""
        return self.properties is None and self.schema.get("additionalProperties") is not False

    @property
    def required(self) -> Sequence[str]:
        listed = self.schema.get("required")
        return listed if isinstance(listed, list) else ()


def chosen_tools(
    definitions: Sequence[Mapping[str, Any]], choice: str, *, with_schemas: bool
) -> list[Tool]:
    """Those a choice ("required", or a tool's name) leaves. Raises BadRequest when it is none."""
    found: list[Tool] = []
    for definition in definitions:
        function = definition.get("function", definition)
        name = function.get("name") if isinstance(function, Mapping) else None
        if isinstance(name, str) and choice in ("required", name):
            schema = function.get("parameters") if with_schemas else {}
            given = schema if isinstance(schema, Mapping) else None
            found.append(Tool(name, arguments_schema(given)))
    if found:
        return found
    if choice == "required":
        raise BadRequest("A call is required, but no tool is declared.")
    raise BadRequest(f"The tool to be called, {choice!r}, is not declared.")
