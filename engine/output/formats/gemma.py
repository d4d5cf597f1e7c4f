"""FunctionGemma and Gemma 4: call:NAME{key:value}, with markers for quotes."""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.headed import Headed
from engine.output.values import Notation


def _block(opener: str, closer: str, quote: str) -> Block:
    notation = Notation(quotes=(quote,), bare_words=True, parentheses_hold_objects=True)
    calls = Headed(after_name=(), prefix="call:", notation=notation, object_opens="{(")
    return Block((opener,), calls, closes=(closer,))


FUNCTIONGEMMA = Format(
    key="functiongemma",
    blocks=(_block("<start_function_call>", "<end_function_call>", "<escape>"),),
    calls_in_reasoning="end",
    stops=("<start_function_response>", "<end_of_turn>"),
    tokens=("<escape>",),
)
GEMMA4 = Format(
    key="gemma4",
    reasoning_open="<|channel>thought\n",
    reasoning_close="<channel|>",
    start_opens=("thought\n",),
    opens_where="anywhere",
    drops_stray_closers=True,
    blocks=(_block("<|tool_call>", "<tool_call|>", '<|"|>'),),
    calls_in_reasoning="end",
    stops=("<turn|>", "<|tool_response>"),
    tokens=("<|channel>", '<|"|>'),
    writes=("<|channel>thought\n", "\n<channel|>", ""),
)
