"""JSON schemas as llguidance takes them: what it cannot enforce, and parts that stand alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import quote

from engine.errors import BadRequest, Unsupported

Schema = dict[str, Any]
Kind = Literal["text", "json"]

# Answers may be laid out, but not filled with blank space for ever.
_LAID_OUT = {"whitespace_pattern": r"[ \n]{1,40}"}
# Arguments are written as the models' templates write them.
_ONE_LINE = {
    "item_separator": ", ",
    "key_separator": ": ",
    "whitespace_flexible": False,
    "lenient": True,
}
_ANY_OBJECT: Schema = {"type": "object"}
_ROOT = "root"
ANYTHING: Schema = {"x-guidance": _ONE_LINE}
"""Any JSON value, in one line."""


def answer_schema(schema: Mapping[str, Any]) -> Schema:
    """The schema of a whole answer: enforced to the letter or not at all.

    Raises BadRequest when it is no schema, Unsupported when a part of it cannot be enforced.
    """
    if not isinstance(schema, Mapping):
        raise BadRequest("The schema of the answer must be a JSON object.")
    wanted = {**schema, "x-guidance": _LAID_OUT}
    if problem := _problem(wanted):
        raise Unsupported(f"The schema of the answer cannot be enforced: {problem}.")
    return wanted


def arguments_schema(schema: Mapping[str, Any] | None) -> Schema:
    """What of a tool's schema can be enforced; arguments are checked against all of it later.

    A tool without one takes no arguments.
    """
    if schema is None:
        schema = {"properties": {}}
    closed = {} if "additionalProperties" in schema or "properties" not in schema else _CLOSED
    wanted = {**closed, **schema, "type": "object"}
    for candidate in (wanted, _relaxed(wanted)):
        enforced = one_line(candidate)
        if not _problem(enforced):
            return enforced
    return one_line(_ANY_OBJECT)


_CLOSED: Schema = {"additionalProperties": False}


def one_line(schema: Mapping[str, Any]) -> Schema:
    return {**schema, "x-guidance": _ONE_LINE}


def property_schema(root: Mapping[str, Any], name: str) -> Schema:
    """The schema of one argument, with all its references can point at; anything goes where it
    cannot be enforced alone."""
    alone = one_line(_alone(root, name))
    return ANYTHING if _problem(alone) else alone


def _alone(root: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    schema = root["properties"][name]
    if not isinstance(schema, Mapping):
        return {}
    if '"$ref"' not in json.dumps(root):
        return schema
    inner = {key: value for key, value in root.items() if key != "x-guidance"}
    pointer = quote(name.replace("~", "~0").replace("/", "~1"))
    place = f"#/$defs/{_ROOT}/properties/{pointer}"
    return {"$ref": place, "$defs": {_ROOT: _moved(inner)}}


def kinds(root: Mapping[str, Any], schema: Any, depth: int = 8) -> set[Kind]:
    """Whether a value may be a text, may be something else, or both."""
    if not isinstance(schema, Mapping) or depth == 0:
        return {"text", "json"}
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if isinstance(values, list):
        return {"text" if isinstance(value, str) else "json" for value in values}
    types = schema.get("type")
    if types is not None:
        return {"text" if one == "string" else "json" for one in _listed(types)}
    branches = [
        *_listed(schema.get("anyOf", [])),
        *_listed(schema.get("oneOf", [])),
        *([_resolved(root, schema["$ref"])] if "$ref" in schema else []),
    ]
    found = {kind for branch in branches for kind in kinds(root, branch, depth - 1)}
    return found or {"text", "json"}


def listed_texts(schema: Any) -> list[str]:
    """The texts an enum or a const allows; none where any text is allowed."""
    if not isinstance(schema, Mapping):
        return []
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return [value for value in _listed(values) if isinstance(value, str)]


def _problem(schema: Schema) -> str:
    from llguidance import LLMatcher

    try:
        grammar = LLMatcher.grammar_from_json_schema(schema)
    except ValueError as error:
        return " ".join(str(error).split()).rstrip(".")
    failed, messages = LLMatcher.validate_grammar_with_warnings(grammar)
    return " ".join(messages[0].split()).rstrip(".") if failed else ""


def _relaxed(value: Any) -> Any:
    """A copy without what llguidance refuses even when told to be lenient."""
    if isinstance(value, list):
        return [_relaxed(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: {name: _relaxed(item) for name, item in inner.items()}
        if key in ("properties", "$defs", "definitions") and isinstance(inner, Mapping)
        else _relaxed(inner)
        for key, inner in value.items()
        if not _is_refused(key, inner)
    }


def _is_refused(key: str, inner: Any) -> bool:
    if key == "$ref":
        return not (isinstance(inner, str) and inner.startswith("#"))
    return key in ("$id", "$schema", "pattern", "patternProperties", "format")


def _moved(value: Any) -> Any:
    """A copy whose references point at where the root lies now."""
    if isinstance(value, list):
        return [_moved(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: f"#/$defs/{_ROOT}{inner[1:]}"
        if key == "$ref" and isinstance(inner, str) and inner.startswith("#")
        else _moved(inner)
        for key, inner in value.items()
    }


def _resolved(root: Any, reference: Any) -> Any:
    """What a local reference points at; None when it points nowhere."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found = root
    for step in reference.removeprefix("#").split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
