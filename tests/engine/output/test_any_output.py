"""Whatever a model writes: nothing raises, nothing is lost or doubled, cuts make no difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.output.formats import FORMATS, Format, format_named
from engine.types import Ending, Part, Reasoning, Text, ToolCall
from tests.engine.output.cases import CASES
from tests.engine.output.reading import Reading, random_pieces, read, single_bytes, whole

TOOLS = [
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
    {
        "name": "tide",
        "parameters": {
            "type": "object",
            "properties": {"port": {"type": "string"}, "day": {"type": "integer"}},
        },
    },
]
WORDS = [f"w{number:03}w" for number in range(12)]
COMMON = (
    '{"name": "now", "arguments": {}}',
    '{"name": "tide", "arguments": {"port": "',
    '{"name": "tide", "parameters": {"day": 3, ',
    '[tide(port="a", day=',
    "now()",
    "tide",
    "now",
    '"port"',
    " name=",
    "=port>",
    "=tide>",
    ' name="tide">',
    ' name="port">',
    ' string="true">',
    "call:tide{port:",
    "functions.now:0",
    " to=functions.now ",
    "}",
    "{",
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    "\\",
    "\\u12",
    ",",
    ":",
    ";",
    "=",
    "<",
    "</",
    ">",
    "`",
    "```",
    "```json\n",
    "12.5",
    "-",
    "null",
    "é",
    "🦔",
    " ",
    "\n",
    "\n\n",
)
ENDINGS: tuple[Ending, ...] = ("end_of_turn", "length", "stopped")


def strings_in(value: object) -> Iterator[str]:
    """Every string in a spec, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from strings_in(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from strings_in(getattr(value, each.name))


FRAGMENTS = {
    format.key: sorted({text for text in strings_in(format) if text and text != format.key})
    for format in FORMATS
}


@st.composite
def outputs(draw: st.DrawFn) -> tuple[Format, str]:
    """A format, and a soup of its markers, of beginnings of them, and of words that come once."""
    format = draw(st.sampled_from(FORMATS))
    marker = st.sampled_from(FRAGMENTS[format.key] or ["<think>"])
    pieces = st.one_of(
        marker,
        marker,
        st.builds(lambda text, size: text[:size], marker, st.integers(1, 12)),
        st.sampled_from(COMMON),
        st.just(WORDS[0]),
    )
    words = iter(WORDS)
    soup = draw(st.lists(pieces, max_size=16))
    return format, "".join(next(words, "") if piece == WORDS[0] else piece for piece in soup)


def same(first: Reading, second: Reading) -> bool:
    return (first.parts, first.joined()) == (second.parts, second.joined())


def said(found: Reading) -> list[str]:
    return [part.text for part in found.parts if isinstance(part, (Text, Reasoning))]


def written_in_calls(found: Reading, raw: str) -> str:
    data = raw.encode()
    ranges = [part.written for part in found.parts if isinstance(part, ToolCall)]
    return "\0".join(
        data[written.start : written.end].decode("utf-8", "replace")
        for written in ranges
        if written is not None
    )


@settings(max_examples=400, deadline=None)
@given(
    output=outputs(),
    opened=st.booleans(),
    by_id=st.booleans(),
    ending=st.sampled_from(ENDINGS),
    seed=st.integers(0, 99),
)
def test_marker_soup(
    output: tuple[Format, str], opened: bool, by_id: bool, ending: Ending, seed: int
) -> None:
    format, raw = output
    found, *others = (
        read(raw, format, cut=cut, by_id=by_id, opened=opened, tools=TOOLS, ending=ending)
        for cut in (single_bytes, whole, random_pieces(seed))
    )
    assert all(same(found, other) for other in others)
    texts = "\0".join(said(found))
    left = "\0".join([*found.raws, written_in_calls(found, raw)])
    for word in WORDS:
        if word in raw:
            assert texts.count(word) <= 1
            assert format.channels is not None or word in texts + left
    check_deltas(found)


def check_deltas(found: Reading) -> None:
    """The deltas add up to the parts, in their order, and every call that starts ends."""
    streamed: list[tuple[str, str]] = []
    arguments: dict[int, str] = {}
    running: set[int] = set()
    for delta in found.deltas:
        if delta.kind in ("reasoning", "content"):
            if streamed and streamed[-1][0] == delta.kind:
                streamed[-1] = (delta.kind, streamed[-1][1] + delta.text)
            else:
                streamed.append((delta.kind, delta.text))
        elif delta.kind == "call_started":
            running.add(delta.index)
        elif delta.kind == "call_delta":
            assert delta.index in running
            arguments[delta.index] = arguments.get(delta.index, "") + delta.text
        elif delta.kind in ("call_finished", "call_dropped"):
            running.remove(delta.index)
        if delta.call is not None:
            streamed.append(("call", arguments[delta.index]))
    assert not running
    assert streamed == [kind_and_text(part) for part in found.parts]


def kind_and_text(part: Part) -> tuple[str, str]:
    if isinstance(part, ToolCall):
        assert isinstance(json.loads(part.arguments), dict)
        return "call", part.arguments
    assert isinstance(part, (Text, Reasoning))
    return ("content" if isinstance(part, Text) else "reasoning"), part.text


@st.composite
def damaged(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    """A recorded output with pieces missing, doubled, moved or cut off."""
    case = draw(st.sampled_from(CASES))
    raw: str = case["raw"]
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(raw)))
        end = draw(st.integers(start, min(len(raw), start + 12)))
        piece = draw(
            st.sampled_from(["", raw[start:end] * 2, "\n", '"', "}", "<", "</think>", " x "])
        )
        raw = raw[:start] + piece + raw[end:]
    return case, raw


@settings(max_examples=200, deadline=None)
@given(output=damaged(), by_id=st.booleans(), ending=st.sampled_from(ENDINGS))
def test_damaged_outputs(output: tuple[dict[str, Any], str], by_id: bool, ending: Ending) -> None:
    case, raw = output
    format = format_named(case["family"])
    found, other = (
        read(
            raw,
            format,
            cut=cut,
            by_id=by_id,
            opened=case["prefilled_think"],
            tools=case["tools"],
            ending=ending,
        )
        for cut in (single_bytes, whole)
    )
    assert same(found, other)
    check_deltas(found)


@settings(max_examples=100, deadline=None)
@given(
    format=st.sampled_from(FORMATS),
    data=st.binary(max_size=60),
    opened=st.booleans(),
    ending=st.sampled_from(ENDINGS),
)
def test_random_bytes(format: Format, data: bytes, opened: bool, ending: Ending) -> None:
    found = read(data, format, opened=opened, tools=TOOLS, ending=ending)
    assert same(found, read(data, format, cut=whole, opened=opened, tools=TOOLS, ending=ending))
    check_deltas(found)


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.key)
def test_deep_nesting_ends(format: Format) -> None:
    """No recursion without a limit."""
    depth = 400
    for opener in [""] + [block.opens[0] for block in format.blocks]:
        for text in ("[" * depth, '{"name": "now", "arguments": ' + '{"a":' * depth, "(" * depth):
            check_deltas(read(opener + text, format, cut=whole, tools=TOOLS))
