"""Which format a model writes, by what its chat template prints."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.output.formats import (
    deepseek,
    dsml,
    gemma,
    glm,
    harmony,
    hermes,
    invokes,
    json_lists,
    kimi,
    llama,
    mistral,
    plain,
    qwen3_coder,
    think,
)
from engine.output.formats.format import Format

_SIGNS: tuple[tuple[Format, tuple[str, ...]], ...] = (
    (invokes.MUSE_GLIMMER, ("<atem:",)),
    (harmony.FORMAT, ("<|channel|>", "<|message|>")),
    (json_lists.INKLING, ("<|content_invoke_tool_json|>",)),
    (kimi.K3, ("<|open|>", "<|sep|>")),
    (kimi.K2, ("<|tool_calls_section_begin|>",)),
    (invokes.MINIMAX_M3, ("]<]minimax[>[",)),
    (invokes.MINIMAX_M2, ("<minimax:tool_call>",)),
    (dsml.V41, ("｜DSML｜ ",)),
    (dsml.V41, ("｜DSML｜", " + ' invoke")),
    (dsml.V32, ("｜DSML｜", "function_calls>")),
    (dsml.V4, ("｜DSML｜",)),
    (invokes.STEP3, ("<steptml:",)),
    (glm.LONGCAT, ("<longcat_",)),
    (glm.LAGUNA, ("<arg_key>", "</assistant>")),
    (glm.GLM45, ("<arg_key>", "\\n<think></think>", "/nothink")),
    (glm.GLM47, ("<arg_key>",)),
    (qwen3_coder.SEED_OSS, ("<seed:tool_call>",)),
    (qwen3_coder.SEED_OSS, ("<seed:think>",)),
    (gemma.FUNCTIONGEMMA, ("<start_function_call>",)),
    (gemma.GEMMA4, ("<|tool_call>",)),
    (gemma.GEMMA4, ("<|channel>",)),
    (json_lists.COHERE_NORTH, ("<|START_ACTION|>", "<|START_TEXT|>")),
    (json_lists.COMMAND_R7B, ("<|START_ACTION|>",)),
    (json_lists.NEMOTRON_V2, ("<TOOLCALL>",)),
    (json_lists.APERTUS, ("<|tools_prefix|>",)),
    (json_lists.APRIEL, ("[BEGIN FINAL RESPONSE]",)),
    (json_lists.HUNYUAN_A13B, ("<answer>", "<tool_calls>")),
    (llama.LFM2, ("<|tool_call_start|>",)),
    (llama.LFM2, ("<|tool_list_start|>",)),
    (llama.LFM2, ("<|im_start|>", "List of tools: [")),
    (llama.LLAMA4, ("<|python_start|>",)),
    (llama.LLAMA4, ("<|header_start|>",)),
    (qwen3_coder.QWEN3_CODER, ("<tool_call>", "<function=")),
    (hermes.SMOLLM3, ("xml_tools", "python_tools")),
    (hermes.SMOLLM3, ("SmolLM", "<think>")),
    (hermes.ERNIE45, ("<tool_call>", "<response>")),
    (json_lists.GRANITE33, ("<|start_of_role|>", "<response>")),
    (json_lists.GRANITE32, ("<|start_of_role|>", "thought process")),
    (hermes.HERMES, ("<|start_of_role|>", "<tool_call>\\n")),
    (json_lists.GRANITE3, ("<|start_of_role|>",)),
    (hermes.HERMES, ("<tool_call>",)),
    (mistral.V13, ("[TOOL_CALLS]", "[THINK]")),
    (mistral.V11, ("[TOOL_CALLS]", "[ARGS]")),
    (mistral.V3, ("[TOOL_CALLS]",)),
    (llama.LLAMA3, ("<|start_header_id|>", "ipython")),
    (llama.LLAMA3, ("<|python_tag|>",)),
    (llama.OLMO3, ("<function_calls>",)),
    (invokes.MINICPM5, ("<function name=", "<param name=")),
    (deepseek.V3, ("<｜tool▁calls▁begin｜>", "```json")),
    (deepseek.V31, ("<｜tool▁calls▁begin｜>",)),
    (json_lists.PHI4MINI, ("<|tool|>", "<|/tool|>")),
    (plain.GEMMA3, ("<start_of_turn>",)),
    (think.FORMAT, ("<think>",)),
)
_HUNYUAN = re.compile(r"<tool_calls(\{\}|:\w+)>")
_SUFFIX = re.compile(r"'(:\w+)'|<(?:think|tool_sep|arg_key)(:\w+)>")


def detect(template: str, tokens: Collection[str] | None = None) -> Format:
    """The format of the models that use this chat template (its Jinja source).

    Where the template shows none, `tokens`, the control and user-defined tokens of the vocabulary,
    may tell.
    """
    found = _by_signs(template)
    if found is None and tokens:
        found = _by_signs("\n".join(tokens))
    return found or think.FORMAT


def _by_signs(text: str) -> Format | None:
    if _HUNYUAN.search(text):
        suffixes = [first or second for first, second in _SUFFIX.findall(text)]
        return glm.hunyuan(tuple(dict.fromkeys([*suffixes[:1], "", ":opensource"])))
    for format, signs in _SIGNS:
        if all(sign in text for sign in signs):
            return format
    return None
