"""Values as models write them become JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.output.source import Source, run
from engine.output.values import Notation, ValueReader, whole_value
from engine.types import Ending

WHOLE = [
    ('{"a": [1, 2.50, -3e2], "b": null}', {"a": [1, 2.5, -300], "b": None}),
    ("{'a': True, 'b': None, 'c': (1, 'x')}", {"a": True, "b": None, "c": [1, "x"]}),
    ('{"a": "one\ntwo",}', {"a": "one\ntwo"}),
    ("'it\\'s'", "it's"),
    ('"\\d \\x41 \\u00e9 \\u12"', "\\d A é \\u12"),
    ("{a: 1, 'b': 2}", {"a": 1, "b": 2}),
    ("1_000", 1000),
    (".5", 0.5),
    ("[]", []),
    ("{}", {}),
]
NO_VALUES = ["", "word", "0123", "1 2", "{a => 1}", "[1", '"open', "{]", "inf", "1+1", "[" * 900]


@pytest.mark.parametrize(("text", "value"), WHOLE)
def test_values_of_json_and_python(text: str, value: Any) -> None:
    written = whole_value(text)
    assert written is not None
    assert json.loads(written) == value


@pytest.mark.parametrize("text", NO_VALUES)
def test_anything_else_is_no_value(text: str) -> None:
    assert whole_value(text) is None


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=8))
def test_json_stays_what_it_is(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False), repr(value)):
        written = whole_value(text.encode("utf-8", "replace").decode())
        assert written is not None
        if text == json.dumps(value, ensure_ascii=False):
            assert json.loads(written) == value


def partial(text: str, ending: Ending) -> tuple[Any, bool]:
    reader = ValueReader(Source.of(text, ending=ending))
    pieces: list[str] = []
    run(reader.value(pieces.append))
    return json.loads("".join(pieces)), reader.cut


def test_the_end_of_the_output_closes_what_is_open() -> None:
    assert partial('{"a": {"b": "x', "length") == ({"a": {"b": "x"}}, True)
    assert partial('{"a": 12', "length") == ({}, True)
    assert partial('{"a": 12', "end_of_turn") == ({"a": 12}, False)
    assert partial('{"a": 1, "b', "length") == ({"a": 1}, True)


def test_gemma_writes_strings_between_markers_and_bare_words() -> None:
    notation = Notation(quotes=('<|"|>',), bare_words=True, parentheses_hold_objects=True)
    text = '(a=<|"|>x, "y" <|"|> z<|"|>,b:two words,c:3)'
    written = whole_value(text, notation=notation)
    assert written is not None
    assert json.loads(written) == {"a": 'x, "y" <|"|> z', "b": "two words", "c": 3}
