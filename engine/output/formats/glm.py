"""<arg_key> and <arg_value> after a name: GLM, Laguna, LongCat, Hunyuan 3."""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.pairs import Pairs

_STOPS = ("<|user|>", "<|observation|>", "<|endoftext|>")


def _format(key: str, *, prefix: str = "", stops: tuple[str, ...] = _STOPS) -> Format:
    tags = Pairs(
        keys=((f"<{prefix}arg_key>", f"</{prefix}arg_key>"),),
        values=((f"<{prefix}arg_value>", f"</{prefix}arg_value>"),),
        closes=(f"</{prefix}tool_call>",),
    )
    return Format(
        key=key,
        reasoning_open=f"<{prefix}think>",
        reasoning_close=f"</{prefix}think>",
        other_opens=("<think>",) if prefix else (),
        other_closes=("</think>",) if prefix else (),
        blocks=(Block((f"<{prefix}tool_call>",), tags, closes=(f"</{prefix}tool_call>",)),),
        calls_in_reasoning="end",
        stops=stops,
        tokens=(*tags.keys[0], *tags.values[0]),
    )


def hunyuan(suffixes: tuple[str, ...]) -> Format:
    """Hunyuan 3 puts a suffix into every tag, which is read from the template or vocabulary."""
    openers = tuple(f"<tool_calls{suffix}>" for suffix in suffixes)
    calls = Pairs(
        opens=tuple(f"<tool_call{suffix}>" for suffix in suffixes),
        closes=tuple(f"</tool_call{suffix}>" for suffix in suffixes),
        after_name=tuple(f"<tool_sep{suffix}>" for suffix in suffixes),
        keys=tuple((f"<arg_key{suffix}>", f"</arg_key{suffix}>") for suffix in suffixes),
        values=tuple((f"<arg_value{suffix}>", f"</arg_value{suffix}>") for suffix in suffixes),
    )
    tags = (*calls.opens, *calls.closes, *calls.after_name)
    return Format(
        key="hy3",
        reasoning_open=f"<think{suffixes[0]}>",
        reasoning_close=f"</think{suffixes[0]}>",
        other_opens=tuple(f"<think{suffix}>" for suffix in suffixes[1:]),
        other_closes=tuple(f"</think{suffix}>" for suffix in suffixes[1:]),
        blocks=(
            Block(openers, calls, closes=tuple(f"</tool_calls{suffix}>" for suffix in suffixes)),
            Block(calls.opens, calls, closes=calls.closes, bare=True),
        ),
        calls_in_reasoning="end",
        stops=("<|eos|>", "<|hy_eos|>", "<|endoftext|>"),
        tokens=(*tags, *sum(calls.keys, ()), *sum(calls.values, ())),
    )


GLM45 = _format("glm45")
GLM47 = _format("glm47")
LAGUNA = _format("laguna", stops=("</assistant>", *_STOPS))
LONGCAT = _format("longcat", prefix="longcat_", stops=("</longcat_s>", "</s>"))
HY3 = hunyuan(("", ":opensource"))
