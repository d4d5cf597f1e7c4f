"""Writes tiny models with random 32-bit weights: real files for llama.cpp, well under a megabyte.

Dense, recurrent, sliding-window and hybrid ones, so that each kind of cache is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gguf
import numpy as np

from tests.tiny_vocabulary import CONTROL_TOKENS, TAGS, vocabulary

WIDTH = 64
HEADS = 4
KV_HEADS = 2
HEAD_SIZE = WIDTH // HEADS
FEED_FORWARD = 96
END_OF_TURN = 2

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@dataclass(frozen=True, kw_only=True)
class Tiny:
    """What can be chosen about a tiny model; `metadata` goes in last and may be anything.

    For broken files: `claims` is written as the architecture, the tensor `leaves_out` is missing.
    """

    template: str | None = TEMPLATE
    adds_bos: bool = False
    context_length: int = 4096
    seed: int = 1
    metadata: dict[str, int | str] = field(default_factory=dict)
    claims: str = ""
    leaves_out: str = ""


def write_llama(path: Path, tiny: Tiny = Tiny()) -> Path:
    """A dense transformer of two blocks."""
    return _write(path, "llama", tiny, 2, _dense_block)


def write_qwen2(path: Path, tiny: Tiny = Tiny()) -> Path:
    """The same with the biases and the rotation of Qwen2."""
    return _write(path, "qwen2", tiny, 2, _qwen2_block)


def write_mamba(path: Path, tiny: Tiny = Tiny()) -> Path:
    """A recurrent model of two blocks, whose state cannot be rewound."""
    return _write(path, "mamba", tiny, 2, _mamba_block, _mamba_keys)


def write_gemma3(path: Path, tiny: Tiny = Tiny()) -> Path:
    """A transformer of three blocks, two of them with a window of 64 tokens."""
    return _write(path, "gemma3", tiny, 3, _gemma3_block, _gemma3_keys)


def write_lfm2(path: Path, tiny: Tiny = Tiny()) -> Path:
    """A hybrid: a recurrent convolution block, then an attention block."""
    return _write(path, "lfm2", tiny, 2, _lfm2_block, _lfm2_keys)


# ---- blocks: name and shape (rows, columns) of each tensor

Shapes = Iterator[tuple[str, tuple[int, ...]]]


def _feed_forward() -> Shapes:
    yield "ffn_norm.weight", (WIDTH,)
    yield "ffn_gate.weight", (FEED_FORWARD, WIDTH)
    yield "ffn_up.weight", (FEED_FORWARD, WIDTH)
    yield "ffn_down.weight", (WIDTH, FEED_FORWARD)


def _attention() -> Shapes:
    yield "attn_q.weight", (WIDTH, WIDTH)
    yield "attn_k.weight", (KV_HEADS * HEAD_SIZE, WIDTH)
    yield "attn_v.weight", (KV_HEADS * HEAD_SIZE, WIDTH)
    yield "attn_output.weight", (WIDTH, WIDTH)


def _dense_block(_: int) -> Shapes:
    yield "attn_norm.weight", (WIDTH,)
    yield from _attention()
    yield from _feed_forward()


def _qwen2_block(number: int) -> Shapes:
    yield from _dense_block(number)
    yield "attn_q.bias", (WIDTH,)
    yield "attn_k.bias", (KV_HEADS * HEAD_SIZE,)
    yield "attn_v.bias", (KV_HEADS * HEAD_SIZE,)


def _gemma3_block(number: int) -> Shapes:
    yield from _dense_block(number)
    yield "attn_q_norm.weight", (HEAD_SIZE,)
    yield "attn_k_norm.weight", (HEAD_SIZE,)
    yield "post_attention_norm.weight", (WIDTH,)
    yield "post_ffw_norm.weight", (WIDTH,)


def _mamba_block(_: int) -> Shapes:
    inner, state, rank, kernel = 2 * WIDTH, 8, 4, 4
    yield "attn_norm.weight", (WIDTH,)
    yield "ssm_in.weight", (2 * inner, WIDTH)
    yield "ssm_conv1d.weight", (inner, kernel)
    yield "ssm_conv1d.bias", (inner,)
    yield "ssm_x.weight", (rank + 2 * state, inner)
    yield "ssm_dt.weight", (inner, rank)
    yield "ssm_dt.bias", (inner,)
    yield "ssm_a", (inner, state)
    yield "ssm_d", (inner,)
    yield "ssm_out.weight", (WIDTH, inner)


def _lfm2_block(number: int) -> Shapes:
    yield "attn_norm.weight", (WIDTH,)
    if number == 0:
        yield "shortconv.conv.weight", (WIDTH, 3)
        yield "shortconv.in_proj.weight", (3 * WIDTH, WIDTH)
        yield "shortconv.out_proj.weight", (WIDTH, WIDTH)
    else:
        yield from _attention()
        yield "attn_q_norm.weight", (HEAD_SIZE,)
        yield "attn_k_norm.weight", (HEAD_SIZE,)
    yield from _feed_forward()


# ---- keys that only some architectures have


def _mamba_keys(writer: Any) -> None:
    writer.add_ssm_conv_kernel(4)
    writer.add_ssm_inner_size(2 * WIDTH)
    writer.add_ssm_state_size(8)
    writer.add_ssm_time_step_rank(4)


def _gemma3_keys(writer: Any) -> None:
    writer.add_sliding_window(64)
    writer.add_sliding_window_pattern(3)
    writer.add_key_length(HEAD_SIZE)
    writer.add_value_length(HEAD_SIZE)


def _lfm2_keys(writer: Any) -> None:
    writer.add_shortconv_l_cache(3)
    writer.add_head_count_kv([0, KV_HEADS])


# ---- the file


def _write(
    path: Path,
    architecture: str,
    tiny: Tiny,
    blocks: int,
    block: Callable[[int], Shapes],
    keys: Callable[[Any], None] = lambda _: None,
) -> Path:
    writer = gguf.GGUFWriter(path, tiny.claims or architecture)
    writer.add_name(f"Tiny {architecture}")
    writer.add_block_count(blocks)
    writer.add_context_length(tiny.context_length)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_file_type(0)
    if architecture != "mamba":
        writer.add_head_count(HEADS)
        writer.add_rope_dimension_count(HEAD_SIZE)
    if architecture not in ("mamba", "lfm2"):
        writer.add_head_count_kv(KV_HEADS)
    keys(writer)
    _add_vocabulary(writer, tiny)
    for key, value in tiny.metadata.items():
        add = writer.add_string if isinstance(value, str) else writer.add_uint32
        add(key, value)
    _add_tensors(writer, architecture, tiny, [list(block(number)) for number in range(blocks)])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_tensors(
    writer: Any, architecture: str, tiny: Tiny, blocks: list[list[tuple[str, tuple[int, ...]]]]
) -> None:
    random = np.random.default_rng(tiny.seed)
    tokens, _ = vocabulary()
    last_norm = "token_embd_norm.weight" if architecture == "lfm2" else "output_norm.weight"
    writer.add_tensor("token_embd.weight", _random(random, "", (len(tokens), WIDTH)))
    writer.add_tensor(last_norm, np.ones(WIDTH, np.float32))
    writer.add_tensor("output.weight", _random(random, "", (len(tokens), WIDTH)))
    for number, shapes in enumerate(blocks):
        for name, shape in shapes:
            full_name = f"blk.{number}.{name}"
            if full_name != tiny.leaves_out:
                writer.add_tensor(full_name, _random(random, name, shape))


def _random(random: np.random.Generator, name: str, shape: tuple[int, ...]) -> Any:
    if "norm" in name:
        return np.ones(shape, np.float32)
    if name == "ssm_a":
        return -random.uniform(0.5, 4, shape).astype(np.float32)
    scale = 0.1 if len(shape) == 1 else 1.5 / shape[-1] ** 0.5
    return random.normal(0, scale, shape).astype(np.float32)


def _add_vocabulary(writer: Any, tiny: Tiny) -> None:
    tokens, merges = vocabulary()
    plain = len(tokens) - len(CONTROL_TOKENS) - len(TAGS)
    types = [gguf.TokenType.CONTROL] * len(CONTROL_TOKENS)
    types += [gguf.TokenType.USER_DEFINED] * len(TAGS) + [gguf.TokenType.NORMAL] * plain
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(END_OF_TURN)
    writer.add_add_bos_token(tiny.adds_bos)
    if tiny.template is not None:
        writer.add_chat_template(tiny.template)
