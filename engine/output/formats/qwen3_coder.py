"""<function=NAME> with <parameter=KEY>: Qwen3-Coder, Qwen3.5, Step-3.5, Nemotron-3, Seed-OSS."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.output.calls import CallReading
from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.json_calls import JsonCalls
from engine.output.grammars.parameters import Parameters
from engine.output.grammars.tagging import Tags
from engine.output.source import Steps

_WRAPPER, _END_WRAPPER = "<function_invocation>", "</function_invocation>"
_TAGS = Tags(
    call_opens=("<function",),
    call_closes=("</function",),
    opens=("<parameter",),
    closes=("</parameter",),
    call_heads=(_WRAPPER,),
    call_tails=(_END_WRAPPER,),
    trims_newlines=True,
)


@dataclass(frozen=True, slots=True)
class TagsOrJson:
    """Models that were trained on both fall back to JSON inside the same markers."""

    tags: Tags

    def read(self, reading: CallReading) -> Steps[None]:
        symbol = yield from reading.source.skip_space()
        if symbol is not None and symbol.text in "{[":
            yield from JsonCalls().read(reading)
        else:
            yield from Parameters(self.tags).read(reading)


def _blocks(opener: str, closer: str, tags: Tags) -> tuple[Block, ...]:
    """In a block, in a wrapper that some write, or without either if the tool is declared."""
    bare = Parameters(replace(tags, call_tails=(closer, _END_WRAPPER)), declared_only=True)
    wrapped = replace(tags, call_heads=(opener,), call_tails=(closer,))
    return (
        Block((opener,), TagsOrJson(tags), closes=(closer,)),
        Block((_WRAPPER,), Parameters(wrapped), closes=(_END_WRAPPER,)),
        Block(("<function=",), bare, closes=(closer,), bare=True, where="line"),
    )


QWEN3_CODER = Format(
    key="qwen3_coder",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=_blocks("<tool_call>", "</tool_call>", _TAGS),
    stops=("<|im_end|>", "<|endoftext|>"),
)
SEED_OSS = Format(
    key="seed_oss",
    reasoning_open="<seed:think>",
    reasoning_close="</seed:think>",
    blocks=_blocks("<seed:tool_call>", "</seed:tool_call>", replace(_TAGS, trims_newlines=False)),
    calls_in_reasoning="end",
    stops=("<seed:eos>",),
    tokens=("<seed:cot_budget_reflect>", "</seed:cot_budget_reflect>"),
)
