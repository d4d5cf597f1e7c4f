"""Calls as models really write them, beyond the recorded cases: drift, cuts, near misses."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.output.formats import format_named
from engine.types import Ending, ToolCall
from tests.engine.output.cases import CASES
from tests.engine.output.declared import NOW, TOOLS
from tests.engine.output.reading import Reading, read

BAR = "｜DSML｜"
Call = tuple[str, dict[str, Any], bool]


def found(
    key: str, raw: str, *, opened: bool = False, ending: Ending = "end_of_turn"
) -> tuple[str | None, str | None, list[Call], list[str]]:
    reading = read(raw, format_named(key), opened=opened, tools=TOOLS, ending=ending)
    return reading.reasoning, reading.content, calls(reading), reading.diagnoses


def calls(reading: Reading) -> list[Call]:
    pairs = zip(reading.calls, reading.complete, strict=True)
    return [(call["name"], call["arguments"], complete) for call, complete in pairs]


def dsml(*parameters: str, tool: str = "note") -> str:
    """One call, each parameter as `NAME STRING VALUE`."""
    lines = [f'<{BAR}tool_calls>\n<{BAR}invoke name="{tool}">']
    for parameter in parameters:
        name, string, value = parameter.split(" ", 2)
        lines.append(f'<{BAR}parameter name="{name}" string="{string}">{value}</{BAR}parameter>')
    return "\n".join([*lines, f"</{BAR}invoke>\n</{BAR}tool_calls>"])


COMPLETE: list[tuple[str, str, list[tuple[str, dict[str, Any]]]]] = [
    (
        "hermes",
        '<tool_call>\n{"name": "note", "arguments": {"text": "a </tool_call> b"}}\n</tool_call>',
        [("note", {"text": "a </tool_call> b"})],
    ),
    ("hermes", '<tool_call>{"name": "now", "arguments": {}}}\n</tool_call>', [("now", {})]),
    (
        "hermes",
        '<tool_call>{"arguments": {"port": "B"}, "name": "tide"}</tool_call>',
        [("tide", {"port": "B"})],
    ),
    (
        "hermes",
        '<tool_call>{"function": {"name": "tide", "arguments": {"day": 1}}}</tool_call>',
        [("tide", {"day": 1})],
    ),
    ("hermes", '<tool_call>{"name": "now", "arguments": null}</tool_call>', [("now", {})]),
    ("hermes", '```json\n{"name": "now", "arguments": {}}\n```\n', [("now", {})]),
    ("hermes", '{"name": "now", "arguments": {}}', [("now", {})]),
    ("hermes", '{"name": "now", "arguments": {}}\n</tool_call>', [("now", {})]),
    (
        "hermes",
        '<tool_call>{"name": "note", "arguments": {"text": "\\ud83e\\udd94 \\ud83e"}}</tool_call>',
        [("note", {"text": "🦔 �"})],
    ),
    (
        "qwen3_coder",
        "<tool_call>\n<function=note>\n<parameter=text>\nsay </parameter> and </function>\n"
        "</parameter>\n</function>\n</tool_call>",
        [("note", {"text": "say </parameter> and </function>"})],
    ),
    (
        "qwen3_coder",
        "<tool_call>\n<function=note>\n<parameter=path>\na\n<parameter=text>\nb\n</function>\n"
        "</tool_call>",
        [("note", {"path": "a", "text": "b"})],
    ),
    (
        "qwen3_coder",
        "<function_invocation>\n<function=now>\n</function>\n</function_invocation>",
        [("now", {})],
    ),
    ("dsml_v4", '<DSML｜tool_calls>\n<DSML｜invoke name="now"></DSML｜invoke>', [("now", {})]),
    (
        "dsml_v4",
        '<｜｜DSML｜｜tool_calls><｜｜DSML｜｜invoke name="now"></｜｜DSML｜｜invoke>',
        [("now", {})],
    ),
    ("dsml_v4", f'<{BAR}invoke name="now">\n</{BAR}invoke>', [("now", {})]),
    ("dsml_v4", dsml('arguments true {"path": "a"}'), [("note", {"path": "a"})]),
    (
        "dsml_v4",
        dsml(f"text true x </{BAR}parameter> y"),
        [("note", {"text": f"x </{BAR}parameter> y"})],
    ),
    ("dsml_v4", dsml("text true   "), [("note", {"text": "  "})]),
    ("glm47", '<tool_call>Boats/tide>{"day": 2}</tool_call>', [("tide", {"day": 2})]),
    (
        "glm47",
        "<tool_call>note<arg_key>text</arg_key><arg_value>a </arg_value> b</arg_value></tool_call>",
        [("note", {"text": "a </arg_value> b"})],
    ),
    (
        "minimax_m3",
        ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="sql">]<]minimax[>[<options>'
        "]<]minimax[>[<a>1]<]minimax[>[</a>]<]minimax[>[</options>]<]minimax[>[</invoke>",
        [("sql", {"options": {"a": 1}})],
    ),
    (
        "harmony",
        " to=functions.tide<|channel|>commentary json<|message|>{}<|call|>",
        [("tide", {})],
    ),
    (
        "llama3",
        '{"name": "now", "parameters": {}}; {"name": "tide", "parameters": {"day": 1}}',
        [("now", {}), ("tide", {"day": 1})],
    ),
    (
        "llama3",
        '{"name": "tide", "parameters": {"day": 1}, "arguments": {"day": 2}}',
        [("tide", {"day": 1})],
    ),
    ("llama4", '[tide("Brest", day=2)]', [("tide", {"port": "Brest", "day": 2})]),
    ("mistral_v11", '[TOOL_CALLS]tide{"day": 1}', [("tide", {"day": 1})]),
    (
        "gemma4",
        '<|tool_call>call:sql(query=<|"|>a, "b" {c}<|"|>,options={"k":[1]})<tool_call|>',
        [("sql", {"query": 'a, "b" {c}', "options": {"k": [1]}})],
    ),
    (
        "gemma4",
        "<|tool_call>call:tide{port:Brest harbour,day:108}<tool_call|>",
        [("tide", {"port": "Brest harbour", "day": 108})],
    ),
    (
        "lfm2",
        '<|tool_call_start|>[sql(query="a", options={"k": (1, None)})]<|tool_call_end|>',
        [("sql", {"query": "a", "options": {"k": [1, None]}})],
    ),
    (
        "smollm3",
        '<code>\ny = "</code>"\n</code>',
        [("python", {"code": 'y = "</code>"'})],
    ),
]


@pytest.mark.parametrize(("key", "raw", "expected"), COMPLETE)
def test_drift_is_read_as_what_was_meant(
    key: str, raw: str, expected: list[tuple[str, dict[str, Any]]]
) -> None:
    assert found(key, raw) == (None, None, [(*call, True) for call in expected], [])


TEXTS = [
    ("hermes", 'Like this:\n```\n<tool_call>\n{"name": "now"}\n</tool_call>\n```'),
    ("hermes", '```json\n{"name": "now", "arguments": {}}\n```\nThat is how.'),
    ("hermes", 'Here:\n```json\n{"name": "now", "arguments": {}}\n```'),
    ("hermes", '{"name": "Alice", "arguments": {}}'),
    ("hermes", "<tool_call>"),
    ("qwen3_coder", "Write `<function=now>` or <function=now> in prose."),
    ("qwen3_coder", "<function=garage>\n</function>"),
    ("glm47", "GLM opens with `<tool_call>now`; <tool_call> is a tag."),
    ("kimi_k2", "The <|tool_calls_section_begin|> marker"),
    ("llama3", '{"a": 1,\n"b": {"name": "now", "parameters": {}}}'),
    ("llama3", '<|python_tag|>print("hi")'),
    ("llama4", "[1, 2]"),
    ("llama4", "[garage(x=1)]"),
    ("mistral_v11", "The token [TOOL_CALLS] is special."),
    ("gemma4", "A mention of <|tool_call> in text"),
    ("phi4mini", "functools is a module."),
    ("granite33", "Use the <response> tag. </response> Done."),
]


@pytest.mark.parametrize(("key", "raw"), TEXTS)
def test_what_only_looks_like_a_call_is_text(key: str, raw: str) -> None:
    assert found(key, raw) == (None, raw, [], [])


def test_calls_in_reasoning_count_only_at_the_end_of_the_output() -> None:
    call = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
    said = f"Look.\n{call}"
    assert found("hermes", said, opened=True) == ("Look.", None, [("now", {}, True)], [])
    assert found("hermes", f"{said}\n</think>\nHi.", opened=True) == (
        said,
        "Hi.",
        [],
        ["tool_call_in_reasoning"],
    )
    assert found("hermes", f"{said}\nOr not.", opened=True) == (
        f"{said}\nOr not.",
        None,
        [],
        ["tool_call_in_reasoning", "reasoning_unclosed"],
    )


CUT = [
    ("hermes", '<tool_call>{"name": "tide", "arguments": {"port": "B", "day": 1', {"port": "B"}),
    ("hermes", '<tool_call>{"name": "note", "arguments": "{\\"text\\": \\"ab', {"text": "ab"}),
    ("qwen3_coder", "<tool_call>\n<function=sql>\n<parameter=limit>\n5", {}),
    ("dsml_v4", dsml("path true a", "text true ab").split("ab")[0], {"path": "a", "text": ""}),
    ("glm47", "<tool_call>note<arg_key>path</arg_key><arg_value>ab", {"path": "ab"}),
    ("glm47", "<tool_call>note<arg_key>pa", {}),
    ("gemma4", '<|tool_call>call:tide{port:<|"|>ab', {"port": "ab"}),
    ("llama4", '[tide(port="ab', {"port": "ab"}),
    ("smollm3", "<code>\nprint(", {"code": "print("}),
]


@pytest.mark.parametrize(("key", "raw", "arguments"), CUT)
def test_a_cut_keeps_half_a_string_and_nothing_else_half(
    key: str, raw: str, arguments: dict[str, Any]
) -> None:
    reasoning, content, [(_, kept, complete)], diagnoses = found(key, raw, ending="length")
    assert (reasoning, content, kept) == (None, None, arguments)
    assert (complete, diagnoses) == (False, ["tool_call_truncated"])


REPAIRED = [
    ('{"name": "tide", "arguments": {"port": "B"}\n</tool_call>', {"port": "B"}),
    ('{"name": "note", "arguments": {"text": "a "b" c"}}</tool_call>', {"text": 'a "b" c'}),
]


@pytest.mark.parametrize(("body", "arguments"), REPAIRED)
def test_a_repaired_call_is_not_complete(body: str, arguments: dict[str, Any]) -> None:
    _, _, [(_, kept, complete)], diagnoses = found("hermes", f"<tool_call>{body}")
    assert (kept, complete, diagnoses) == (arguments, False, [])


def test_a_call_that_breaks_is_dropped_and_what_follows_is_kept() -> None:
    broken = '<tool_call>{"name": "tide", "arguments": {"port": "B", day => 1}}</tool_call>'
    reading = read(f"{broken}\nSorry.", format_named("hermes"), tools=TOOLS)
    assert (reading.content, reading.calls, reading.raws) == ("Sorry.", [], [broken])
    kinds = [delta.kind for delta in reading.joined()]
    assert kinds == ["call_started", "call_delta", "call_dropped", "diagnosis", "content"]


GARBAGE = [
    ("glm47", "<tool_call>blah blah blah</tool_call>"),
    ("glm45", "<tool_call>now and\nthen</tool_call>"),
    ("gemma4", "<|tool_call>garbage<tool_call|>"),
    ("functiongemma", "<start_function_call>call now<end_function_call>"),
]


@pytest.mark.parametrize(("key", "broken"), GARBAGE)
def test_a_closed_block_without_a_call_is_reported(key: str, broken: str) -> None:
    reading = read(f"Let me see.\n{broken}\nSorry.", format_named(key), tools=TOOLS)
    assert (reading.calls, reading.raws) == ([], [broken])
    assert (reading.content or "").split() == ["Let", "me", "see.", "Sorry."]
    assert found(key, f"In the middle of {broken} text")[3] == []


def test_an_opener_that_nothing_closes_for_long_is_text() -> None:
    said = "<tool_call> is how a call begins. " + "And so on. " * 200 + "</tool_call>"
    assert found("glm47", said) == (None, said, [], [])


def test_a_second_nameless_argument_breaks_the_whole_call() -> None:
    raw = dsml("path true a").replace(f"</{BAR}invoke>", f"<{BAR}parameter>x</{BAR}parameter>\n")
    assert found("dsml_v4", raw)[2:] == ([], ["tool_call_malformed"])


def test_an_unknown_recipient_says_what_it_was_sent() -> None:
    raw = "<|channel|>commentary to=browser.open code<|message|>{}<|call|>"
    reading = read(raw, format_named("harmony"), tools=TOOLS)
    assert (reading.parts, reading.raws) == ((), ["browser.open: {}"])


def test_markers_spelled_by_ordinary_tokens_are_text_where_they_are_tokens() -> None:
    raw = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
    assert read(raw.encode(), format_named("hermes"), by_id=True, tools=TOOLS).content == raw
    assert read(raw, format_named("hermes"), by_id=True, tools=TOOLS).content is None


def test_literal_dsml_without_its_token_is_text() -> None:
    raw = dsml("path true a")
    assert read(raw.encode(), format_named("dsml_v4"), by_id=True, tools=TOOLS).content == raw


def test_calls_know_their_bytes() -> None:
    one = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
    raw = f"é\n{one}\n{one} ok"
    reading = read(raw, format_named("hermes"), tools=[NOW])
    ranges = [part.written for part in reading.parts if isinstance(part, ToolCall)]
    texts = [raw.encode()[r.start : r.end].decode() for r in ranges if r is not None]
    assert texts == [one, one]


@pytest.mark.parametrize(("written", "kept"), [("Ab3dE6gH9", "Ab3dE6gH9"), ("0", "call00000")])
def test_only_usable_ids_of_the_model_are_kept(written: str, kept: str) -> None:
    raw = f"[TOOL_CALLS]now[CALL_ID]{written}[ARGS]{{}}"
    [call] = read(raw, format_named("mistral_v11"), tools=TOOLS).parts
    assert isinstance(call, ToolCall)
    assert (call.call_id, call.name) == (kept, "now")


@pytest.mark.parametrize("written", ["abcDEF123", ""])
def test_two_calls_never_have_the_same_id(written: str) -> None:
    """The first keeps the model's own."""
    part = f"[CALL_ID]{written}" if written else ""
    call = f'[TOOL_CALLS]now{part}[ARGS]{{"x": 1}}'
    reading = read(call * 3, format_named("mistral_v11"), tools=[NOW])
    ids = [part.call_id for part in reading.parts if isinstance(part, ToolCall)]
    started = [delta.call_id for delta in reading.deltas if delta.kind == "call_started"]

    assert len(set(ids)) == 3
    assert started == ids
    assert not written or ids[0] == written


def test_a_diagnosis_names_the_call_that_was_made_all_the_same() -> None:
    cut = '<tool_call>{"name": "note", "arguments": {"text": "half'
    whole = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'
    for raw, kind in (
        (whole + cut, "tool_call_truncated"),
        (whole + cut.replace("note", "nobody"), "unknown_tool"),
    ):
        reading = read(raw, format_named("hermes"), tools=TOOLS, ending="length")
        first = next(delta for delta in reading.deltas if delta.kind == "diagnosis")
        calls = [part for part in reading.parts if isinstance(part, ToolCall)]
        assert (first.name, first.call_id) == (kind, calls[1].call_id)


def test_a_diagnosis_without_a_call_names_none() -> None:
    whole = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'
    for broken in ('<tool_call>{"na', "<tool_call>nothing</tool_call>"):
        reading = read(whole + broken, format_named("hermes"), tools=TOOLS, ending="length")
        assert [d.call_id for d in reading.deltas if d.kind == "diagnosis"] in ([""], [])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_without_tools_what_looks_like_a_call_is_text(case: dict[str, Any]) -> None:
    """No word of it is lost."""
    opened = case["prefilled_think"]
    reading = read(case["raw"], format_named(case["family"]), opened=opened, tools=())
    said = f"{reading.reasoning}\n{reading.content}"

    assert not any(isinstance(part, ToolCall) for part in reading.parts)
    for call in case["expect"]["tool_calls"]:
        for value in call["arguments"].values():
            words = re.findall("[A-Za-z0-9]+", value) if isinstance(value, str) else []
            assert all(word in said for word in words[:1])
