"""The tools a request declares: their names, and the types of their arguments."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.output.values import whole_value

_JSON_TYPES = {
    bool: {"boolean"},
    int: {"integer", "number"},
    float: {"number"},
    list: {"array"},
    dict: {"object"},
    type(None): {"null"},
    str: {"string"},
}
_MAX_REFERENCES = 8


class Schema:
    """JSON schema of one tool's arguments, as far as text on the wire needs it for types."""

    def __init__(self, schema: object) -> None:
        self._root = schema if isinstance(schema, Mapping) else {}
        properties = self._root.get("properties")
        self._properties = properties if isinstance(properties, Mapping) else {}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(str, self._properties))

    def declares(self, key: str) -> bool:
        return key in self._properties

    def is_text(self, key: str) -> bool:
        """Whether every text for this argument is a string, as it stands."""
        types = self._types(key)
        return types is None or ("string" in types and "null" not in types)

    def to_json(self, key: str, text: str) -> str:
        """The argument written as `text`: strings stay, others are literals if they look so."""
        types = self._types(key)
        kept = json.dumps(text, ensure_ascii=False)
        is_null = types is not None and "null" in types and text.strip() == "null"
        if types is None or ("string" in types and not is_null):
            return kept
        return whole_value(text) or kept

    def corrected(self, key: str, text: str) -> str:
        """The argument sent as a string although the schema wants another type."""
        types = self._types(key) or {"string"}
        literal = None if "string" in types else whole_value(text)
        if literal is not None and types & _JSON_TYPES[type(json.loads(literal))]:
            return literal
        return json.dumps(text, ensure_ascii=False)

    def _types(self, key: str) -> set[str] | None:
        """Type names of an argument, empty when it may be anything; None when not declared."""
        if key not in self._properties:
            return None
        return self._types_in(self._properties[key], _MAX_REFERENCES)

    def _types_in(self, schema: object, references: int) -> set[str]:
        if not isinstance(schema, Mapping) or references == 0:
            return set()
        named = schema.get("type")
        if isinstance(named, str):
            return {named}
        if isinstance(named, list):
            return {str(name) for name in named}
        found: set[str] = set()
        for key in ("anyOf", "oneOf", "allOf"):
            options = schema.get(key)
            for option in options if isinstance(options, list) else []:
                found |= self._types_in(option, references - 1)
        for value in _constants(schema):
            found |= _JSON_TYPES.get(type(value), set())
        if "$ref" in schema:
            found |= self._types_in(self._referenced(schema["$ref"]), references - 1)
        return found

    def _referenced(self, reference: object) -> object:
        """What a reference inside the same schema points to."""
        found: object = self._root
        for step in str(reference).removeprefix("#/").split("/"):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found


def _constants(schema: Mapping[str, Any]) -> list[Any]:
    values = schema.get("enum")
    constants = list(values) if isinstance(values, list) else []
    return [*constants, schema["const"]] if "const" in schema else constants


class Tools:
    """Declared tools, given as OpenAI definitions or as the `function` inside of them."""

    def __init__(self, definitions: Sequence[Mapping[str, Any]]) -> None:
        functions = [_function(definition) for definition in definitions]
        self._schemas = {
            str(function["name"]): Schema(function.get("parameters"))
            for function in functions
            if "name" in function
        }

    def __bool__(self) -> bool:
        return bool(self._schemas)

    def declares(self, name: str) -> bool:
        return name in self._schemas

    def schema(self, name: str) -> Schema:
        """An empty one for a tool that is not declared."""
        return self._schemas.get(name) or Schema(None)

    def named(self, written: str) -> str:
        """The tool a model means by `functions.NAME:3` or `Toolset/NAME`: declared names first."""
        written = written.strip()
        head, colon, number = written.rpartition(":")
        bare = head if colon and number.isdigit() else written
        short = bare.removeprefix("functions.")
        for name in (written, bare, short, short.rpartition("/")[2]):
            if name in self._schemas:
                return name
        return short


def _function(definition: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = definition.get("function")
    return inner if isinstance(inner, Mapping) else definition
