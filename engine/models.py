"""What the engine says of a model, and how one is loaded: frozen values, as in `engine.types`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

FlashAttention = Literal["auto", "on", "off"]
KvType = Literal["f32", "f16", "bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0"]


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How a model is loaded. None means: chosen for this machine."""

    context_tokens: int = 4096
    gpu_layers: int = -1
    threads: int | None = None
    batch_tokens: int = 512
    physical_batch_tokens: int = 512
    kv_type_k: KvType = "f16"
    kv_type_v: KvType = "f16"
    flash_attention: FlashAttention = "auto"
    memory_map: bool = True
    extra_buffers: bool = True
    """Weights repacked for this processor: faster, and where native code has crashed before."""
    sequences: int = 8
    template: str | None = None
    """A Jinja chat template to use instead of the model's own."""
    format: str | None = None
    """The wire format to read answers by (a key of `engine detect`) instead of the detected one."""


@dataclass(frozen=True, slots=True)
class CacheOptions:
    """What the engine keeps of prompts beyond the running request.

    `snapshots` is the folder of snapshots on disk; without one none are written or read. One is
    written after `snapshot_after_idle_s` without work, if reading again would cost more than
    `snapshot_worth_s`. `idle_tokens`: what sequences nobody uses may hold; the oldest go first.
    """

    snapshots: str | None = None
    snapshot_budget_bytes: int = 4_000_000_000
    snapshot_after_idle_s: float = 30.0
    snapshot_worth_s: float = 2.0
    read_ahead: bool = True
    idle_tokens: int = 8000


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do with the loaded model's cache."""

    rewinds_freely: bool
    forks: bool
    snapshots: bool


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A loaded model. `notes` are sentences the user should see (no chat template, safe mode…).

    Memory is estimated: the weights, the cache for `context_tokens`, and buffers to work in.
    """

    path: str
    name: str
    architecture: str
    description: str
    size_bytes: int
    parameters: int
    context_tokens: int
    trained_context_tokens: int
    vocabulary_size: int
    device: str
    tokenizer: str
    template: str
    template_source: Literal["model", "chatml", "given"]
    capabilities: Capabilities
    notes: tuple[str, ...] = ()
    weights_bytes: int = 0
    cache_bytes: int = 0
    buffer_bytes: int = 0
    tool_template: str = ""
    """The template for requests with tools, where the model brings one of its own for them."""


ReasoningPolicy = Literal[
    "none", "kept", "dropped after the next question", "dropped in the tool loop"
]
Reread = Literal["nothing", "the last turn", "more than the last turn"]
RoundTrip = Literal["exact", "arguments changed", "call lost", "result lost", "refused"]
Bos = Literal["template", "tokenizer", "none"]
OptionEffect = Literal["thinking", "effort", "keep_reasoning", "other"]


@dataclass(frozen=True, slots=True)
class TemplateOption:
    """A variable that a template reads and that `template_settings` may set.

    `values` are those the template knows. `default` is the value that prints the same as none at
    all; None when there is no such value: the option left out is then a choice of its own.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    effect: OptionEffect


@dataclass(frozen=True, slots=True)
class HealthCard:
    """`error` says why the template renders nothing at all; the rest then has no meaning.

    `keeps_reasoning_with` are settings that keep all reasoning where it is dropped else. `reread`
    and `reread_without_reasoning` are what the next question makes the model read again besides
    itself. `append_only`: a conversation without reasoning only ever grows at its end.
    `stop_tokens` are those of the vocabulary, the one printed behind an answer first; without a
    vocabulary, all that is printed there.
    """

    format: str
    reasoning: ReasoningPolicy
    opens_reasoning: bool
    switches: tuple[str, ...]
    keeps_reasoning_with: dict[str, Any] | None
    append_only: bool
    reread: Reread
    reread_without_reasoning: Reread
    tool_round_trip: RoundTrip
    system_role: bool
    bos: Bos
    stop_tokens: tuple[str, ...]
    error: str | None = None
    sentences: tuple[str, ...] = ()
    options: tuple[TemplateOption, ...] = ()


WIRE_FORMATS = (
    *("apertus", "apriel", "cohere_north", "command_r7b", "deepseek_v3", "deepseek_v31"),
    *("dsml_v32", "dsml_v4", "dsml_v41", "ernie45", "functiongemma", "gemma3", "gemma4", "glm45"),
    *("glm47", "granite3", "granite32", "granite33", "harmony", "hermes", "hunyuan_a13b", "hy3"),
    *("inkling", "kimi_k2", "kimi_k3", "laguna", "lfm2", "llama3", "llama4", "longcat"),
    *("minicpm5", "minimax_m2", "minimax_m3", "mistral_v11", "mistral_v13", "mistral_v3"),
    *("muse_glimmer", "nemotron_v2", "olmo3", "phi4mini", "plain", "qwen3_coder", "seed_oss"),
    *("smollm3", "step3", "think_prefilled"),
)
"""The keys of all formats that answers can be read by, in alphabetical order."""

_SHARD = re.compile(r"-\d{5}-of-\d{5}$")
_QUANTIZATION = re.compile(r"[-._]((I|T)?Q\d\w*|BF16|F16|F32|MXFP4|NVFP4)$", re.IGNORECASE)


def model_name(path: PurePath) -> str:
    """What people call a model file: its name without shard number and quantisation.

    The name inside the file is often that of a training run.
    """
    name = _SHARD.sub("", path.name.removesuffix(".gguf"))
    return _QUANTIZATION.sub("", name) or name
