"""Reasoning between <think> and </think>, calls as Hermes: R1 distills, QwQ, Olmo-3-Think…"""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.json_calls import JsonCalls

HERMES_CALLS = Block(("<tool_call>",), JsonCalls(), closes=("</tool_call>",))
FORMAT = Format(
    key="think_prefilled",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(HERMES_CALLS,),
    stops=("<|im_end|>", "<｜end▁of▁sentence｜>", "<|endoftext|>"),
)
