"""DSML, the markup of DeepSeek V3.2, V4 and V4.1: three levels, a bar token in every tag.

    <｜DSML｜tool_calls>
    <｜DSML｜invoke name="N">
    <｜DSML｜parameter name="K" string="true|false">V</｜DSML｜parameter>
    </｜DSML｜invoke>
    </｜DSML｜tool_calls>

Models miss the first bar, double bars, write ASCII bars or plain XML; all of that is read.
"""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.parameters import Parameters
from engine.output.grammars.tagging import Tags

_TOKEN = "｜DSML｜"
_PREFIXES = (
    _TOKEN,
    f"{_TOKEN} ",
    f"{_TOKEN}r:",
    "DSML｜",
    "DSML｜ ",
    "｜｜DSML｜｜",
    "|DSML|",
    "|DSML| ",
    "DSML|",
    "||DSML||",
    "",
)
_BLOCKS = ("tool_calls", "function_calls", "calls")


def _spelled(slash: str, *names: str) -> tuple[str, ...]:
    return tuple(f"<{slash}{prefix}{name}" for prefix in _PREFIXES for name in names)


_BLOCK_OPENS = tuple(f"{spelling}>" for spelling in _spelled("", *_BLOCKS))
_BLOCK_CLOSES = tuple(
    f"{spelling}{bar}>" for spelling in _spelled("/", *_BLOCKS) for bar in ("", " ", "｜")
)
_TAGS = Tags(
    call_opens=_spelled("", "invoke"),
    call_closes=_spelled("/", "invoke"),
    opens=_spelled("", "parameter"),
    closes=_spelled("/", "parameter"),
    typed=True,
    escapes=True,
)


def _format(key: str) -> Format:
    return Format(
        key=key,
        reasoning_open="<think>",
        reasoning_close="</think>",
        blocks=(
            Block(_BLOCK_OPENS, Parameters(_TAGS), closes=_BLOCK_CLOSES),
            Block(
                _TAGS.call_opens,
                Parameters(_TAGS, declared_only=True),
                closes=_BLOCK_CLOSES,
                bare=True,
                where="line",
            ),
        ),
        calls_in_reasoning="ignore",
        stops=("<｜end▁of▁sentence｜>",),
        tokens=(_TOKEN,),
    )


V32 = _format("dsml_v32")
V4 = _format("dsml_v4")
V41 = _format("dsml_v41")
