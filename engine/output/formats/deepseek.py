"""DeepSeek V3, R1 and V3.1: calls with their name in a header of markers."""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.headed import Headed

_CALL_OPEN, _CALL_CLOSE = "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"
_OPEN, _CLOSE = "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"
_SEPARATOR = "<｜tool▁sep｜>"
_CALLS = Headed(
    opens=(_CALL_OPEN,),
    after_name=(_SEPARATOR,),
    closes=(_CALL_CLOSE,),
    kinds=("function",),
    around=("```json", "```"),
)


def _format(key: str) -> Format:
    return Format(
        key=key,
        reasoning_open="<think>",
        reasoning_close="</think>",
        blocks=(
            Block((_OPEN,), _CALLS, closes=(_CALL_CLOSE, _CLOSE)),
            Block((_CALL_OPEN,), _CALLS, closes=(_CALL_CLOSE, _CLOSE), bare=True),
        ),
        calls_in_reasoning="end",
        stops=("<｜end▁of▁sentence｜>",),
        tokens=(_SEPARATOR, _CALL_OPEN),
    )


V3 = _format("deepseek_v3")
V31 = _format("deepseek_v31")
