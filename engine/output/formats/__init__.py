"""Output formats: one spec per family, and which of them a model writes."""

from __future__ import annotations

from engine.errors import BadRequest
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
from engine.output.formats.detect import detect
from engine.output.formats.format import Format

__all__ = ["FORMATS", "Format", "detect", "format_named"]

FORMATS: tuple[Format, ...] = (
    think.FORMAT,
    hermes.HERMES,
    hermes.SMOLLM3,
    hermes.ERNIE45,
    qwen3_coder.QWEN3_CODER,
    qwen3_coder.SEED_OSS,
    deepseek.V3,
    deepseek.V31,
    dsml.V32,
    dsml.V4,
    dsml.V41,
    glm.GLM45,
    glm.GLM47,
    glm.LAGUNA,
    glm.LONGCAT,
    glm.HY3,
    kimi.K2,
    kimi.K3,
    invokes.MINIMAX_M2,
    invokes.MINIMAX_M3,
    invokes.STEP3,
    invokes.MINICPM5,
    invokes.MUSE_GLIMMER,
    harmony.FORMAT,
    llama.LLAMA3,
    llama.LLAMA4,
    llama.LFM2,
    llama.OLMO3,
    mistral.V3,
    mistral.V11,
    mistral.V13,
    gemma.FUNCTIONGEMMA,
    gemma.GEMMA4,
    json_lists.GRANITE3,
    json_lists.GRANITE32,
    json_lists.GRANITE33,
    json_lists.PHI4MINI,
    json_lists.COMMAND_R7B,
    json_lists.COHERE_NORTH,
    json_lists.NEMOTRON_V2,
    json_lists.HUNYUAN_A13B,
    json_lists.APRIEL,
    json_lists.APERTUS,
    json_lists.INKLING,
    plain.PLAIN,
    plain.GEMMA3,
)


def format_named(key: str) -> Format:
    """The format with this key. Raises BadRequest."""
    for format in FORMATS:
        if format.key == key:
            return format
    known = ", ".join(sorted(format.key for format in FORMATS))
    raise BadRequest(f"There is no format named {key}. Known are: {known}.")
