"""Hermes JSON calls and those who write them: Qwen2.5, Qwen3, Granite 4, SmolLM3, ERNIE…

Small models leave the markers out or put a Markdown fence in their place; that is a call only if it
is all there is in the answer and names a declared tool; the closing marker may be there.
"""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.formats.think import HERMES_CALLS
from engine.output.grammars.block import Block
from engine.output.grammars.code import Code
from engine.output.grammars.json_calls import JsonCalls

_FENCED = JsonCalls(declared_only=True, fence="```")
_ALONE = (
    Block(("```json",), _FENCED, where="alone"),
    Block(
        ("{",),
        JsonCalls(declared_only=True),
        closes=HERMES_CALLS.closes,
        bare=True,
        where="alone",
    ),
)
_CODE = Block(("<code>",), Code("python", "code", "</code>"), where="line")
HERMES = Format(
    key="hermes",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(HERMES_CALLS, *_ALONE),
    stops=("<|im_end|>", "<|endoftext|>"),
)
SMOLLM3 = Format(
    key="smollm3",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(HERMES_CALLS, _CODE, *_ALONE),
    stops=("<|im_end|>",),
)
ERNIE45 = Format(
    key="ernie45",
    reasoning_open="<think>",
    reasoning_close="</think>",
    content_open=("<response>",),
    content_close=("</response>",),
    content_markers_are_text=True,
    blocks=(HERMES_CALLS,),
    stops=("<|im_end|>", "</s>"),
)
