"""What a constraint lets a model write, the reader of the same family takes for that call."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from engine.constraint.constraints import Constraints
from engine.constraint.families import FAMILIES
from engine.output.formats import FORMATS
from engine.output.reader import OutputReader
from engine.types import ToolCall
from tests.engine.constraint.following import random_answer
from tests.engine.fake_tokenizer import FakeTokenizer

TOKENIZER = FakeTokenizer()
FIND: dict[str, Any] = {
    "type": "object",
    "properties": {
        "unit": {"enum": ["a", "<b>", "bé & c"]},
        "number": {"enum": [1, 2.5, None, True]},
        "list": {"type": "array", "items": {"type": "integer", "maximum": 99}, "maxItems": 2},
        "map": {"type": "object", "properties": {"k": {"enum": ["{", '"', "x"]}}},
    },
    "required": ["unit"],
    "additionalProperties": False,
}
FIND["properties"]["map"]["additionalProperties"] = False
TOOLS = tuple(
    {"type": "function", "function": {"name": name, "parameters": schema}}
    for name, schema in {"find": FIND, "now": {"type": "object", "properties": {}}}.items()
)
READ = {format.key: format for format in FORMATS if format.key in FAMILIES}


@pytest.mark.parametrize("family", READ)
def test_a_required_call_comes_back_with_its_arguments(family: str) -> None:
    constraints = Constraints(TOKENIZER)
    for seed in range(8):
        constraint = constraints.calls(TOOLS, choice="required", family=family, several=False)
        text = random_answer(constraint, TOKENIZER, seed)
        reader = OutputReader(
            tokenizer=TOKENIZER, format=READ[family], opens_reasoning=False, stop=(), tools=TOOLS
        )
        for id in TOKENIZER.encode(text, special=True):
            reader.feed(id)
        reader.finish("end_of_turn")
        (call,) = reader.parts()
        assert isinstance(call, ToolCall), text
        schema = FIND if call.name == "find" else {"maxProperties": 0}
        jsonschema.validate(json.loads(call.arguments), schema)


def test_every_family_with_a_grammar_has_a_reader() -> None:
    """Objects alone are read in several families."""
    assert FAMILIES.keys() - READ.keys() == {"bare_json"}
