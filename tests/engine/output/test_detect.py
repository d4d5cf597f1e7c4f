"""The format is recognised by what a chat template prints."""

from __future__ import annotations

import pytest

from engine.errors import BadRequest
from engine.output.formats import FORMATS, detect, format_named
from engine.types import Reasoning, Text

EXCERPTS = [
    ("hermes", "{{ '<tool_call>\\n' }}{{ '<think>' }}"),
    ("qwen3_coder", "{{ '<tool_call>\\n<function=' + call.name }}"),
    ("think_prefilled", "{{ '<|Assistant|><think>\\n' }}"),
    ("deepseek_v3", "{{'<｜tool▁calls▁begin｜>' + '\\n```json\\n'}}"),
    ("deepseek_v31", "{{'<｜tool▁calls▁begin｜>'}}"),
    ("dsml_v32", "{%- set token = '｜DSML｜' %}{{ '<' + token + 'function_calls>' }}"),
    ("dsml_v4", "{%- set token = '｜DSML｜' %}{{ '<' + token + 'tool_calls>' }}"),
    ("dsml_v41", "{{ '<｜DSML｜ calls>' }}"),
    ("glm45", "{{ '/nothink' }}{{ '\\n<think></think>' }}<arg_key>"),
    ("glm47", "<|assistant|>{{ '<think>' }}<arg_key>"),
    ("laguna", "<arg_key>{{ '</assistant>' }}"),
    ("hy3", "{%- set suffix = ':opensource' %}{{ '<tool_calls{}>'.format(suffix) }}"),
    ("kimi_k2", "<|tool_calls_section_begin|>"),
    ("minimax_m2", "'<minimax:tool_call>'"),
    ("harmony", "<|start|>assistant<|channel|>final<|message|>"),
    ("llama3", "<|start_header_id|>ipython<|end_header_id|>"),
    ("lfm2", "<|im_start|>{{ 'List of tools: [' }}"),
    ("mistral_v3", "[TOOL_CALLS]["),
    ("mistral_v11", "[TOOL_CALLS]{{ name }}[ARGS]"),
    ("mistral_v13", "[THINK][TOOL_CALLS]{{ name }}[ARGS]"),
    ("gemma3", "<start_of_turn>model"),
    ("gemma4", "<|tool_call>call:"),
    ("granite33", "<|start_of_role|>assistant<|end_of_role|><response>"),
    ("think_prefilled", "<|im_start|>assistant"),
]


@pytest.mark.parametrize(("key", "template"), EXCERPTS)
def test_a_template_tells_its_format(key: str, template: str) -> None:
    assert detect(template).key == key


def test_the_vocabulary_tells_where_the_template_does_not() -> None:
    assert detect("{{ messages }}", ["<s>", "[TOOL_CALLS]", "[ARGS]"]).key == "mistral_v11"
    assert detect("{{ '<think>' }}", ["[TOOL_CALLS]"]).key == "think_prefilled"


def test_the_suffix_of_hunyuan_comes_from_the_template() -> None:
    template = "{%- set suffix = ':beta' %}{{ '<tool_calls{}>'.format(suffix) }}"
    assert detect(template).reasoning_open == "<think:beta>"


def test_a_format_can_be_named() -> None:
    assert format_named("kimi_k2") in FORMATS
    with pytest.raises(BadRequest, match=r"no format named nope\. Known are: apertus, apriel"):
        format_named("nope")


def test_keys_are_unique() -> None:
    assert len({format.key for format in FORMATS}) == len(FORMATS)


def test_answers_are_written_as_the_family_would() -> None:
    parts = (Reasoning("a"), Text("b"))
    assert format_named("harmony").write(parts, opened=False) == [
        "<|channel|>analysis<|message|>",
        "a",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
        "b",
    ]
    assert format_named("hermes").write(parts, opened=True) == ["", "a", "\n</think>\n\n", "b"]


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.key)
def test_prompts_that_open_reasoning_are_recognised(format: object) -> None:
    known = next(one for one in FORMATS if one is format)
    if known.reasoning_open:
        assert known.ends_in_reasoning(f"assistant\n{known.reasoning_open}")
        closed = f"{known.reasoning_open}\n{known.reasoning_close}\n"
        assert not known.ends_in_reasoning(closed)
    assert not known.ends_in_reasoning("assistant\n")
