"""<invoke name="NAME"> with <parameter name="KEY">: MiniMax-M2, Step-3, MiniCPM5, Muse Glimmer."""

from __future__ import annotations

from engine.output.formats.format import Channels, Format
from engine.output.grammars.block import Block
from engine.output.grammars.elements import Elements
from engine.output.grammars.parameters import Parameters
from engine.output.grammars.tagging import Tags


def invoke_tags(
    prefix: str = "", *, heads: tuple[str, ...] = (), tails: tuple[str, ...] = ()
) -> Tags:
    return Tags(
        call_opens=(f"<{prefix}invoke",),
        call_closes=(f"</{prefix}invoke",),
        opens=(f"<{prefix}parameter",),
        closes=(f"</{prefix}parameter",),
        call_heads=heads,
        call_tails=tails,
    )


_M3 = "]<]minimax[>["
_FUNCTIONS = Tags(
    call_opens=("<function",),
    call_closes=("</function",),
    opens=("<param",),
    closes=("</param",),
    cdata=True,
)
MINIMAX_M2 = Format(
    key="minimax_m2",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(
        Block(
            ("<minimax:tool_call>",), Parameters(invoke_tags()), closes=("</minimax:tool_call>",)
        ),
    ),
    calls_in_reasoning="end",
    stops=("[e~[",),
)
MINIMAX_M3 = Format(
    key="minimax_m3",
    reasoning_open="<mm:think>",
    reasoning_close="</mm:think>",
    blocks=(Block((f"{_M3}<tool_call>",), Elements(_M3), closes=(f"{_M3}</tool_call>",)),),
    calls_in_reasoning="end",
    stops=("[e~[",),
    tokens=(_M3,),
)
STEP3 = Format(
    key="step3",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(
        Block(
            ("<｜tool_calls_begin｜>", "<｜tool_call_begin｜>"),
            Parameters(
                invoke_tags(
                    "steptml:",
                    heads=("<｜tool_call_begin｜>", "function", "<｜tool_sep｜>"),
                    tails=("<｜tool_call_end｜>",),
                )
            ),
            closes=("<｜tool_call_end｜>", "<｜tool_calls_end｜>"),
        ),
    ),
    calls_in_reasoning="end",
    stops=("<｜end▁of▁sentence｜>", "<|im_end|>"),
    tokens=("<｜tool_sep｜>",),
)
MINICPM5 = Format(
    key="minicpm5",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(Block(("<function name=",), Parameters(_FUNCTIONS), bare=True),),
    stops=("<|im_end|>", "</s>"),
)
MUSE_GLIMMER = Format(
    key="muse_glimmer",
    reasoning_open=" to=self<|message|>",
    reasoning_close="<|eom|>",
    channels=Channels(
        start="<|start|>",
        channel="<|channel|>",
        message="<|message|>",
        ends=("<|eom|>", "<|eot|>"),
        reasoning=("self",),
        content=("user",),
        calls=Block(
            (),
            Parameters(invoke_tags("atem:", heads=("<atem:function_calls>",))),
            closes=("</atem:function_calls>",),
            bare=True,
        ),
    ),
    stops=("<|eot|>",),
    writes=(
        " to=self<|message|>",
        "<|eom|><|start|>assistant to=user<|message|>",
        " to=user<|message|>",
    ),
)
