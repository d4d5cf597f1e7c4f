"""Lists of JSON calls between a family's own markers: Granite, Phi, Cohere, Nemotron, Hunyuan…"""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.headed import Headed
from engine.output.grammars.json_calls import JsonCalls

_THINK, _END_THINK = "<think>", "</think>"
_GRANITE_CALLS = (
    Block(
        ("<|tool_call|>", "<tool_call>"),
        JsonCalls(),
        closes=("</tool_call>", "<|/tool_call|>"),
    ),
)
GRANITE3 = Format(
    key="granite3",
    blocks=_GRANITE_CALLS,
    calls_in_reasoning="end",
    stops=("<|end_of_text|>",),
)
GRANITE32 = Format(
    key="granite32",
    reasoning_open="Here is my thought process:",
    reasoning_close="Here is my response:",
    other_opens=("Here's my thought process:",),
    other_closes=("Here's my response:",),
    opens_where="start",
    blocks=_GRANITE_CALLS,
    calls_in_reasoning="end",
    stops=("<|end_of_text|>",),
)
GRANITE33 = Format(
    key="granite33",
    reasoning_open=_THINK,
    reasoning_close=_END_THINK,
    content_open=("<response>",),
    content_close=("</response>",),
    content_markers_are_text=True,
    blocks=_GRANITE_CALLS,
    calls_in_reasoning="end",
    stops=("<|end_of_text|>",),
)
PHI4MINI = Format(
    key="phi4mini",
    blocks=(
        Block(("<|tool_call|>",), JsonCalls(), closes=("<|/tool_call|>",)),
        Block(("functools",), JsonCalls(), where="line"),
    ),
    calls_in_reasoning="end",
    stops=("<|end|>", "<|endoftext|>"),
)
_ACTION = (Block(("<|START_ACTION|>",), JsonCalls(), closes=("<|END_ACTION|>",)),)


def _cohere(key: str) -> Format:
    return Format(
        key=key,
        reasoning_open="<|START_THINKING|>",
        reasoning_close="<|END_THINKING|>",
        opens_where="anywhere",
        drops_stray_closers=True,
        content_open=("<|START_RESPONSE|>", "<|START_TEXT|>"),
        content_close=("<|END_RESPONSE|>", "<|END_TEXT|>"),
        blocks=_ACTION,
        calls_in_reasoning="end",
        stops=("<|END_OF_TURN_TOKEN|>",),
        writes=("<|START_THINKING|>", "<|END_THINKING|><|START_RESPONSE|>", ""),
    )


COMMAND_R7B = _cohere("command_r7b")
COHERE_NORTH = _cohere("cohere_north")
NEMOTRON_V2 = Format(
    key="nemotron_v2",
    reasoning_open=_THINK,
    reasoning_close=_END_THINK,
    blocks=(Block(("<TOOLCALL>",), JsonCalls(), closes=("</TOOLCALL>",)),),
    stops=("<SPECIAL_12>",),
)
_TOOL_CALLS = (Block(("<tool_calls>",), JsonCalls(), closes=("</tool_calls>",)),)
HUNYUAN_A13B = Format(
    key="hunyuan_a13b",
    reasoning_open=_THINK,
    reasoning_close=_END_THINK,
    content_open=("<answer>",),
    content_close=("</answer>",),
    content_markers_are_text=True,
    blocks=_TOOL_CALLS,
    calls_in_reasoning="ignore",
    stops=("<|eos|>",),
)
APRIEL = Format(
    key="apriel",
    reasoning_open="Here are my reasoning steps:\n",
    reasoning_close="[BEGIN FINAL RESPONSE]",
    opens_where="start",
    blocks=_TOOL_CALLS,
    stops=("<|end|>",),
)
APERTUS = Format(
    key="apertus",
    reasoning_open="<|inner_prefix|>",
    reasoning_close="<|inner_suffix|>",
    opens_where="anywhere",
    drops_stray_closers=True,
    blocks=(
        Block(("<|tools_prefix|>",), JsonCalls(name_is_key=True), closes=("<|tools_suffix|>",)),
    ),
    calls_in_reasoning="end",
    stops=("<|assistant_end|>",),
    writes=("<|inner_prefix|>", "<|inner_suffix|>", ""),
)
INKLING = Format(
    key="inkling",
    reasoning_open="<|content_thinking|>",
    reasoning_close="<|end_message|>",
    opens_where="anywhere",
    drops_stray_closers=True,
    content_open=("<|message_model|>", "<|content_text|>"),
    blocks=(
        Block(
            ("<|message_model|>",),
            Headed(after_name=("<|content_invoke_tool_json|>",), holds_call=True),
            closes=("<|end_message|>",),
        ),
    ),
    calls_in_reasoning="end",
    stops=("<|content_model_end_sampling|>",),
    tokens=("<|content_invoke_tool_json|>",),
)
