"""Mistral: [TOOL_CALLS] with a list of calls (to V7) or a name and [ARGS] (from V11)."""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.headed import Headed

_CALLS = Headed(after_name=("[ARGS]",), between="[CALL_ID]", lists=True)
_BLOCKS = (Block(("[TOOL_CALLS]",), _CALLS),)
_TOKENS = ("[CALL_ID]", "[ARGS]")
V3 = Format(
    key="mistral_v3",
    blocks=_BLOCKS,
    calls_in_reasoning="end",
    stops=("</s>",),
    tokens=_TOKENS,
)
V11 = Format(
    key="mistral_v11",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=_BLOCKS,
    calls_in_reasoning="end",
    stops=("</s>",),
    tokens=_TOKENS,
)
V13 = Format(
    key="mistral_v13",
    reasoning_open="[THINK]",
    reasoning_close="[/THINK]",
    opens_where="anywhere",
    blocks=_BLOCKS,
    calls_in_reasoning="end",
    stops=("</s>",),
    tokens=_TOKENS,
    writes=("[THINK]", "[/THINK]", ""),
)
