"""A required call is written as its family writes it, with arguments that keep the schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints, Thinking
from engine.errors import BadRequest, Unsupported
from tests.engine.constraint.following import allows, random_answer, refusal
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.marked_tokenizer import MarkedTokenizer

PLAIN = FakeTokenizer()
MARKED = MarkedTokenizer(["<tool_call>", "</tool_call>", "｜DSML｜"])
CALC = {
    "type": "object",
    "properties": {
        "expression": {"type": "string"},
        "digits": {"type": "integer"},
        "unit": {"enum": ["a", "b"]},
        "limit": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "label": {"type": ["string", "null"]},
        "node": {"$ref": "#/$defs/Node"},
    },
    "required": ["expression"],
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/Node"}},
            "additionalProperties": False,
        }
    },
}


def tool(name: str, parameters: Any = None) -> dict[str, Any]:
    function = {"name": name} | ({} if parameters is None else {"parameters": parameters})
    return {"type": "function", "function": function}


TOOLS = [tool("calc", CALC), tool("now"), tool("any", {"type": "object"})]
HERMES_NOW = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'


def dsml(*invokes: str) -> str:
    return f"\n\n<｜DSML｜tool_calls>\n{''.join(invokes)}</｜DSML｜tool_calls>"


def invoke(name: str, *parameters: tuple[str, str, str]) -> str:
    lines = "".join(
        f'<｜DSML｜parameter name="{key}" string="{text}">{value}</｜DSML｜parameter>\n'
        for key, text, value in parameters
    )
    return f'<｜DSML｜invoke name="{name}">\n{lines}</｜DSML｜invoke>\n'


def xml(name: str, *parameters: tuple[str, str]) -> str:
    lines = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in parameters)
    return f"<tool_call>\n<function={name}>\n{lines}</function>\n</tool_call>"


GOOD = [
    ("hermes", HERMES_NOW),
    ("hermes", f"{HERMES_NOW}\n{HERMES_NOW}"),
    (
        "hermes",
        '<tool_call>\n{"name": "calc", "arguments": {"expression": "</tool_call>", "digits": 3, '
        '"limit": null, "node": {"next": {}}}}\n</tool_call>',
    ),
    ("bare_json", '{"name": "any", "arguments": {"q": [1, {"z": "w"}]}}'),
    ("llama3", '{"name": "now", "parameters": {}}'),
    ("qwen3_coder", xml("now")),
    ("qwen3_coder", xml("now") + "\n" + xml("now")),
    ("qwen3_coder", xml("any", ("one", "1"), ("two", "line\n\nline"))),
    ("qwen3_coder", xml("calc", ("expression", " 1 </parameter> + 1\n"), ("digits", "12"))),
    ("qwen3_coder", xml("calc", ("expression", ""), ("unit", "b"), ("limit", "null"))),
    ("qwen3_coder", xml("calc", ("expression", "1"), ("node", '{"next": {"next": {}}}'))),
    ("dsml_v4", dsml(invoke("now"))),
    ("dsml_v4", dsml(invoke("any", ("q", "false", "[1, 2]"), ("r", "true", "[1,2]")))),
    ("dsml_v4", dsml(invoke("now"), invoke("calc", ("expression", "true", "1 </ + <b>\n")))),
    (
        "dsml_v4",
        dsml(
            invoke(
                "calc",
                ("expression", "true", "1"),
                ("unit", "true", "b"),
                ("limit", "false", "2.5"),
                ("label", "false", "null"),
                ("node", "false", "{}"),
            )
        ),
    ),
    ("dsml_v4", dsml(invoke("calc", ("expression", "true", "1"), ("label", "true", "null")))),
    ("dsml_v32", dsml(invoke("now")).replace("tool_calls", "function_calls")),
    (
        "dsml_v41",
        '\n\n<｜DSML｜ calls>\n<｜DSML｜ invoke name="any">\n'
        '<｜DSML｜ parameter name="q" string="true">x</｜DSML｜ parameter>\n'
        "</｜DSML｜ invoke>\n</｜DSML｜ calls>",
    ),
    (
        "kimi_k2",
        "<|tool_calls_section_begin|>"
        "<|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{}<|tool_call_end|>"
        '<|tool_call_begin|>functions.any:1<|tool_call_argument_begin|>{"q": 1}<|tool_call_end|>'
        "<|tool_calls_section_end|>",
    ),
    (
        "deepseek_v31",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜>"
        "<｜tool▁calls▁end｜>",
    ),
    ("mistral_v13", '[TOOL_CALLS]now[ARGS]{}[TOOL_CALLS]any[ARGS]{"q": [true]}'),
    (
        "minimax_m2",
        '<minimax:tool_call>\n<invoke name="calc">\n'
        '<parameter name="expression">1 < 2</parameter>\n'
        '<parameter name="digits">3</parameter>\n</invoke>\n</minimax:tool_call>',
    ),
    (
        "seed_oss",
        "<seed:tool_call>\n<function=any>\n<parameter=q> x\n</parameter>\n</function>\n"
        "</seed:tool_call>",
    ),
    (
        "glm45",
        "<tool_call>calc\n<arg_key>expression</arg_key>\n<arg_value>1</arg_value>\n</tool_call>\n"
        "<tool_call>now\n</tool_call>",
    ),
    (
        "glm47",
        "<tool_call>calc<arg_key>expression</arg_key><arg_value>1</arg_value></tool_call>"
        "<tool_call>now</tool_call>",
    ),
]


@pytest.mark.parametrize("tokenizer", [PLAIN, MARKED], ids=["text", "ids"])
@pytest.mark.parametrize(("family", "text"), GOOD)
def test_calls_are_allowed_as_the_family_writes_them(
    family: str, text: str, tokenizer: FakeTokenizer
) -> None:
    """Also where a text argument spells a marker: then it is written in letters."""
    constraint = Constraints(tokenizer).calls(TOOLS, choice="required", family=family)
    if '"</tool_call>"' in text and tokenizer is MARKED:
        assert refusal(constraint, text, tokenizer) == text.partition("</tool_call>")[0]
    else:
        assert allows(constraint, text, tokenizer)


@pytest.mark.parametrize(
    ("family", "text", "taken"),
    [
        ("hermes", "I will call", ""),
        ("hermes", '<tool_call>\n{"name": "nor', '<tool_call>\n{"name": "no'),
        ("hermes", f"{HERMES_NOW} Done", HERMES_NOW),
        (
            "hermes",
            '<tool_call>\n{"name": "now", "arguments": {"a',
            '{"name": "now", "arguments": {',
        ),
        ("bare_json", '{"name": "calc", "arguments": {}', '{"name": "calc", "arguments": {'),
        ("qwen3_coder", xml("calc"), "<tool_call>\n<function=calc>\n<"),
        (
            "qwen3_coder",
            xml("calc", ("expression", "1\n<parameter=digits>\n3")),
            "<parameter=expression>\n1\n<parameter",
        ),
        ("qwen3_coder", xml("calc", ("expression", "1"), ("unit", "c")), "<parameter=unit>\n"),
        ("dsml_v4", dsml(), "\n\n<｜DSML｜tool_calls>\n<"),
        ("dsml_v4", dsml(invoke("calc", ("expression", "false", "1"))), 'expression" string="'),
        (
            "dsml_v4",
            dsml(invoke("calc", ("expression", "true", "1"), ("digits", "false", "x"))),
            'digits" string="false">',
        ),
    ],
)
def test_other_things_are_not(family: str, text: str, taken: str) -> None:
    constraint = Constraints(PLAIN).calls(TOOLS, choice="required", family=family)
    found = refusal(constraint, text, PLAIN)
    assert found is not None
    assert found.endswith(taken)


def test_a_named_tool_is_called_once() -> None:
    constraint = Constraints(PLAIN).calls(TOOLS, choice="now", family="hermes")
    assert allows(constraint, HERMES_NOW, PLAIN)
    assert refusal(constraint, "\n", PLAIN) == ""


def test_one_call_at_most_when_asked_for() -> None:
    constraint = Constraints(PLAIN).calls(TOOLS, choice="required", family="hermes", several=False)
    assert refusal(constraint, f"{HERMES_NOW}\n", PLAIN) == HERMES_NOW


def test_calls_come_to_an_end() -> None:
    """A small model that has to call might go on for ever."""
    constraint = Constraints(PLAIN).calls(TOOLS, choice="required", family="hermes")
    assert refusal(constraint, "\n".join([HERMES_NOW] * 9), PLAIN) == "\n".join([HERMES_NOW] * 8)


@pytest.mark.parametrize(
    ("family", "text"), [("hermes", f"\n\n{HERMES_NOW}"), ("dsml_v4", dsml(invoke("now")))]
)
def test_calls_may_come_after_reasoning(family: str, text: str) -> None:
    thinking = Thinking("<think>", "</think>", True)
    made = Constraints(MARKED).calls(TOOLS, choice="required", family=family, thinking=thinking)
    assert allows(made, f"A call.</think>{text}", MARKED)


def test_without_schemas_only_the_structure_is_held_to() -> None:
    made = Constraints(PLAIN).calls(TOOLS, choice="calc", family="bare_json", with_schemas=False)
    assert allows(made, '{"name": "calc", "arguments": {"whatever": [1]}}', PLAIN)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_sampled_is_a_call_with_good_arguments(seed: int) -> None:
    schema = {
        "type": "object",
        "properties": {"q": {"type": "string", "maxLength": 5}, "n": {"enum": [1, 2.5, None]}},
        "required": ["n"],
    }
    constraint = Constraints(PLAIN).calls(
        [tool("find", schema), tool("now")], choice="required", family="bare_json"
    )
    call = json.loads(random_answer(constraint, PLAIN, seed))
    assert call.keys() == {"name", "arguments"}
    jsonschema.validate(
        call["arguments"], schema if call["name"] == "find" else {"maxProperties": 0}
    )


# ---- what a request asks for

ANSWER = {"type": "object", "properties": {"x": {"type": "null"}}, "required": ["x"]}


def wanted(choice: str, schema: Any, tools: list[Any]) -> Constraint | None:
    return Constraints(PLAIN).wanted(
        choice=choice,
        schema=schema,
        tools=tools,
        family="hermes",
        thinking=Thinking("<think>", "</think>", False),
    )


@pytest.mark.parametrize(("choice", "tools"), [("auto", TOOLS), ("auto", []), ("none", [])])
def test_nothing_is_held_to_when_nothing_is_asked_for(choice: str, tools: list[Any]) -> None:
    assert wanted(choice, None, tools) is None


@pytest.mark.parametrize(
    ("choice", "tools", "call", "answer"),
    [
        ("auto", [], False, True),
        ("none", TOOLS, False, True),
        ("auto", TOOLS, True, True),
        ("required", TOOLS, True, False),
        ("now", TOOLS, True, False),
    ],
)
def test_an_answer_with_a_schema_may_be_a_call_where_calls_are_free(
    choice: str, tools: list[Any], call: bool, answer: bool
) -> None:
    for text, expected in ((HERMES_NOW, call), ('{"x": null}', answer), ("Hello", False)):
        constraint = wanted(choice, ANSWER, tools)
        assert constraint is not None
        assert allows(constraint, text, PLAIN) == expected


# ---- requests that make no sense


def test_a_call_needs_a_tool() -> None:
    with pytest.raises(BadRequest, match="no tool is declared"):
        Constraints(PLAIN).calls([], choice="required", family="hermes")
    with pytest.raises(BadRequest, match="'dance', is not declared"):
        Constraints(PLAIN).calls(TOOLS, choice="dance", family="hermes")


def test_a_family_without_a_grammar_is_refused() -> None:
    with pytest.raises(Unsupported, match="harmony"):
        Constraints(PLAIN).calls(TOOLS, choice="required", family="harmony")
