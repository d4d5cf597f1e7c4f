"""How calls are written, family by family; keys are those of `engine.output.formats`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.constraint.element_calls import ElementCalls
from engine.constraint.json_calls import JsonCalls

Family = JsonCalls | ElementCalls

_HERMES = JsonCalls(
    head='<tool_call>\n{"name": $quoted, "arguments": ', tail="}\n</tool_call>", joint="\n"
)
_BARE_JSON = JsonCalls(head='{"name": $quoted, "arguments": ', tail="}", only_one=True)
_KIMI = JsonCalls(
    begin="<|tool_calls_section_begin|>",
    head="<|tool_call_begin|>functions.$name:$index<|tool_call_argument_begin|>",
    tail="<|tool_call_end|>",
    end="<|tool_calls_section_end|>",
)
_DEEPSEEK_V31 = JsonCalls(
    begin="<｜tool▁calls▁begin｜>",
    head="<｜tool▁call▁begin｜>$name<｜tool▁sep｜>",
    tail="<｜tool▁call▁end｜>",
    end="<｜tool▁calls▁end｜>",
)
_MISTRAL = JsonCalls(head="[TOOL_CALLS]$name[ARGS]", tail="")

# An argument that begins ends the one before it, whose closing tag was forgotten.
_QWEN3_CODER = ElementCalls(
    head="<tool_call>\n<function=$name>\n",
    argument="<parameter=$name>\n",
    argument_tail="\n</parameter>\n",
    tail="</function>\n</tool_call>",
    joint="\n",
    without="\n<parameter=",
)
_SEED_OSS = ElementCalls(
    head="<seed:tool_call>\n<function=$name>\n",
    argument="<parameter=$name>",
    argument_tail="</parameter>\n",
    tail="</function>\n</seed:tool_call>",
    joint="\n",
    without="\n<parameter=",
)
_MINIMAX_M2 = ElementCalls(
    begin="<minimax:tool_call>\n",
    head='<invoke name="$name">\n',
    argument='<parameter name="$name">',
    argument_tail="</parameter>\n",
    tail="</invoke>\n",
    end="</minimax:tool_call>",
)
_GLM45 = ElementCalls(
    head="<tool_call>$name\n",
    argument="<arg_key>$name</arg_key>\n<arg_value>",
    argument_tail="</arg_value>\n",
    tail="</tool_call>",
    joint="\n",
)
_GLM47 = ElementCalls(
    head="<tool_call>$name",
    argument="<arg_key>$name</arg_key><arg_value>",
    argument_tail="</arg_value>",
    tail="</tool_call>",
)


def _dsml(calls: str, *, space: str = "") -> ElementCalls:
    tag = f"｜DSML｜{space}"
    return ElementCalls(
        begin=f"\n\n<{tag}{calls}>\n",
        head=f'<{tag}invoke name="$name">\n',
        argument=f'<{tag}parameter name="$name" string="$is_text">',
        argument_tail=f"</{tag}parameter>\n",
        tail=f"</{tag}invoke>\n",
        end=f"</{tag}{calls}>",
    )


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "hermes": _HERMES,
        "smollm3": _HERMES,
        "ernie45": _HERMES,
        "bare_json": _BARE_JSON,
        "llama3": replace(_BARE_JSON, head='{"name": $quoted, "parameters": '),
        "kimi_k2": _KIMI,
        "deepseek_v31": _DEEPSEEK_V31,
        "mistral_v11": _MISTRAL,
        "mistral_v13": _MISTRAL,
        "qwen3_coder": _QWEN3_CODER,
        "seed_oss": _SEED_OSS,
        "minimax_m2": _MINIMAX_M2,
        "glm45": _GLM45,
        "glm47": _GLM47,
        "dsml_v32": _dsml("function_calls"),
        "dsml_v4": _dsml("tool_calls"),
        "dsml_v41": _dsml("calls", space=" "),
    }
)
