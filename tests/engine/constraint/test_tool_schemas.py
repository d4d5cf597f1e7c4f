"""Tools' schemas as servers write them: enforced as far as they can be, and never in the way."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from engine.constraint.constraints import Constraints
from tests.engine.constraint.following import allows
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.marked_tokenizer import MarkedTokenizer

PLAIN = FakeTokenizer()
MARKED = MarkedTokenizer(["<tool_call>", "</tool_call>", "｜DSML｜"])
TREE = {
    "$ref": "#/$defs/Node",
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/Node"}},
            "additionalProperties": False,
        }
    },
}


def tool(name: str, parameters: Any) -> dict[str, Any]:
    function = {"name": name} | ({} if parameters is None else {"parameters": parameters})
    return {"type": "function", "function": function}


UNUSUAL: dict[str, tuple[Any, str, str]] = {
    "no properties": ({"type": "object"}, '{"a": 1}', "[]"),
    "none at all": (None, "{}", '{"a": 1}'),
    "closed": ({"type": "object", "additionalProperties": False}, "{}", '{"a": 1}'),
    "empty": ({}, '{"a": 1}', "[]"),
    "property without type": (
        {"properties": {"a": {"description": "x"}}},
        '{"a": [1]}',
        '{"b": 1}',
    ),
    "number or null": (
        {"properties": {"a": {"anyOf": [{"type": "number"}, {"type": "null"}]}}},
        '{"a": 2.5}',
        '{"a": "2.5"}',
    ),
    "recursive": (
        TREE,
        '{"next": {"next": {}}}',
        '{"next": 1}',
    ),
    "reference to a sibling": (
        {
            "type": "object",
            "properties": {
                "a": {"type": "array", "items": {"enum": ["x"]}},
                "b": {"$ref": "#/properties/a/items"},
            },
        },
        '{"b": "x"}',
        '{"b": "y"}',
    ),
    "pattern without anchors": (
        {"properties": {"a": {"type": "string", "pattern": "[a-z]+"}}},
        '{"a": "1b"}',
        '{"a": "1"}',
    ),
    "lookahead": (
        {"properties": {"a": {"type": "string", "pattern": "^(?!-)x$"}}},
        '{"a": "-"}',
        '{"a": 1}',
    ),
    "long": (
        {"properties": {"a": {"type": "string", "maxLength": 10_000}}},
        json.dumps({"a": "x" * 100}),
        '{"a": 1}',
    ),
    "many": (
        {"properties": {"a": {"type": "array", "items": {"type": "integer"}, "maxItems": 500}}},
        '{"a": [1, 2]}',
        '{"a": ["1"]}',
    ),
    "not ASCII": ({"properties": {"é": {"enum": ["天气"]}}}, '{"é": "天气"}', '{"é": "x"}'),
    "const": ({"properties": {"a": {"const": {"b": 1}}}}, '{"a": {"b": 1}}', '{"a": {}}'),
    "text or null": (
        {"properties": {"a": {"type": ["string", "null"]}}},
        '{"a": null}',
        '{"a": 1}',
    ),
    "remote": (
        {"properties": {"a": {"$ref": "http://example.com/x"}, "b": {"type": "null"}}},
        '{"a": 1}',
        '{"b": 1}',
    ),
    "unknown keywords": (
        {"properties": {"a": {"type": "array", "uniqueItems": True, "x-order": 1}}},
        '{"a": [1, 1]}',
        '{"a": 1}',
    ),
    "unknown format": (
        {"properties": {"a": {"type": "string", "format": "roman"}}},
        '{"a": "x"}',
        "[]",
    ),
    "contradiction": (
        {"properties": {"a": {"type": "integer", "minimum": 3, "maximum": 2}}},
        "{}",
        '{"a": 3}',
    ),
    "nonsense": ({"properties": 3, "type": ["hat"]}, '{"b": 1}', "[]"),
}


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a schema opened a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("name", UNUSUAL)
def test_an_unusual_schema_is_enforced_as_far_as_it_can_be(name: str) -> None:
    schema, good, bad = UNUSUAL[name]
    constraints = Constraints(PLAIN)

    def call(arguments: str) -> bool:
        made = constraints.calls([tool("f", schema)], choice="f", family="bare_json")
        return allows(made, f'{{"name": "f", "arguments": {arguments}}}', PLAIN)

    assert [call(good), call(bad)] == [True, False]


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("family", ["hermes", "qwen3_coder", "dsml_v4"])
def test_one_unusual_schema_spoils_no_other(family: str) -> None:
    """A hundred and twenty tools, every kind of schema among them."""
    kinds = list(UNUSUAL.values())
    tools = [tool(f"tool_{n}", kinds[n % len(kinds)][0]) for n in range(120)]
    constraint = Constraints(MARKED).calls(tools, choice="required", family=family)
    assert constraint.mask().any()
