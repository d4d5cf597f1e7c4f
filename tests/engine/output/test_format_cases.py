"""Every recorded output of every family becomes what it should, however it comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.output.formats import FORMATS, format_named
from engine.types import Ending
from tests.engine.output.cases import CASES
from tests.engine.output.reading import Cut, random_pieces, read, single_bytes, whole

CUTS = {"whole": whole, "bytes": single_bytes, "random": random_pieces(7)}


def test_every_family_has_a_format() -> None:
    assert {case["family"] for case in CASES} == {format.key for format in FORMATS}


@pytest.mark.parametrize("by_id", [False, True], ids=["text", "ids"])
@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_is_read_as_expected(case: dict[str, Any], cut: Cut, by_id: bool) -> None:
    expected = case["expect"]
    ending: Ending = "length" if expected["finish"] == "length" else "end_of_turn"
    found = read(
        case["raw"],
        format_named(case["family"]),
        cut=cut,
        by_id=by_id,
        opened=case["prefilled_think"],
        tools=case["tools"],
        ending=ending,
    )
    first = found.diagnoses[0] if found.diagnoses else None
    assert (found.reasoning, found.content, found.calls, first) == (
        expected["reasoning"],
        expected["content"],
        expected["tool_calls"],
        expected.get("error"),
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_arguments_only_grow_and_add_up(case: dict[str, Any]) -> None:
    found = read(
        case["raw"],
        format_named(case["family"]),
        opened=case["prefilled_think"],
        tools=case["tools"],
    )
    texts: dict[int, str] = {}
    for delta in found.deltas:
        if delta.kind == "call_delta":
            texts[delta.index] = texts.get(delta.index, "") + delta.text
        if delta.kind == "call_finished":
            assert delta.call is not None
            assert delta.call.arguments == texts[delta.index]
            assert isinstance(json.loads(delta.call.arguments), dict)
