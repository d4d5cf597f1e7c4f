"""Types of arguments come from the declared tool."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.output.tools import Schema, Tools

SCHEMA = Schema(
    {
        "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "any": {},
            "maybe": {"type": ["string", "null"]},
            "union": {"anyOf": [{"type": "integer"}, {"type": "array"}]},
            "shared": {"$ref": "#/$defs/level"},
            "loop": {"$ref": "#/properties/loop"},
            "choice": {"enum": ["1", "2"]},
            "number": {"const": 4},
        },
        "$defs": {"level": {"type": "number"}},
    }
)
CASES = [
    ("text", "01", "01"),
    ("text", "null", "null"),
    ("count", "5", 5),
    ("count", " True ", True),
    ("count", "many", "many"),
    ("any", "[1]", [1]),
    ("any", "word", "word"),
    ("maybe", "null", None),
    ("maybe", "5", "5"),
    ("union", "[5]", [5]),
    ("shared", "1.5", 1.5),
    ("loop", "1", 1),
    ("choice", "1", "1"),
    ("number", "4", 4),
    ("undeclared", "5", "5"),
]


@pytest.mark.parametrize(("key", "text", "value"), CASES)
def test_text_becomes_the_declared_type(key: str, text: str, value: Any) -> None:
    assert json.loads(SCHEMA.to_json(key, text)) == value


def test_a_string_that_should_be_a_number_becomes_one_only_if_it_is() -> None:
    assert [SCHEMA.corrected("count", text) for text in ("7", "7.5", "x")] == ["7", '"7.5"', '"x"']


def test_broken_definitions_declare_nothing() -> None:
    definitions: list[object] = [
        None,
        [],
        {"properties": []},
        {"properties": {"a": None}},
        {"properties": 1},
    ]
    for broken in definitions:
        assert json.loads(Schema(broken).to_json("a", "1")) in ("1", 1)
    assert not Tools([{"type": "function"}, {}])


def test_names_are_matched_against_the_declared_ones() -> None:
    tools = Tools([{"function": {"name": "fs.read-file"}}, {"name": "a:1"}, {"name": "now"}])
    written = ["functions.fs.read-file:0", "a:1", "Box/now", "functions.other:3", " now "]
    expected = ["fs.read-file", "a:1", "now", "other", "now"]
    assert [tools.named(name) for name in written] == expected
