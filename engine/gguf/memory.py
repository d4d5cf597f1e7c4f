"""What loading a model will take, before it is loaded.

Source: the allocation rules of llama.cpp (in llama-cpp-python 0.3.36), compared with its logs.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.gguf.header import GgufHeader
from engine.models import KvType

_KV_BITS: dict[KvType, float] = {
    "f32": 32,
    "f16": 16,
    "bf16": 16,
    "q8_0": 8.5,
    "q5_1": 6,
    "q5_0": 5.5,
    "q4_1": 5,
    "q4_0": 4.5,
}
# Every n-th block sees the whole context, the others a sliding window, where the file is silent.
_WINDOW_PERIODS = {"gemma2": 2, "gemma3": 6, "gemma3n": 5, "cohere2": 4, "gpt-oss": 2, "olmo2": 4}
_CELL_PADDING = 256


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Bytes: the weights, the KV cache with recurrent states, the work buffers."""

    weights: int
    cache: int
    compute: int

    @property
    def total(self) -> int:
        return self.weights + self.cache + self.compute


def estimate_memory(
    header: GgufHeader,
    *,
    context_tokens: int,
    kv_type_k: KvType = "f16",
    kv_type_v: KvType = "f16",
    flash_attention: bool = True,
    physical_batch_tokens: int = 512,
    sequences: int = 1,
) -> MemoryEstimate:
    """Estimate the memory of one loaded model.

    Exact to a few percent for plain transformers; an upper bound where blocks share their cache.
    """
    window_cells = _window_cells(header, context_tokens, physical_batch_tokens, sequences)
    cache = sum(
        _block_cells(header, block, context_tokens, window_cells)
        * _bits_per_cell(header, block, kv_type_k, kv_type_v)
        for block in range(header.block_count)
    )
    return MemoryEstimate(
        weights=header.tensor_bytes,
        cache=int(cache / 8) + _recurrent_bytes(header) * sequences,
        compute=_compute_bytes(header, context_tokens, flash_attention, physical_batch_tokens),
    )


def _bits_per_cell(header: GgufHeader, block: int, kv_type_k: KvType, kv_type_v: KvType) -> float:
    if rank := header.number("attention.kv_lora_rank"):
        return (rank + header.number("rope.dimension_count")) * _KV_BITS[kv_type_k]
    if not _has_attention(header, block):
        return 0
    heads = header.kv_head_counts[block] if block < len(header.kv_head_counts) else 0
    key_bits = header.key_length * _KV_BITS[kv_type_k]
    return heads * (key_bits + header.value_length * _KV_BITS[kv_type_v])


def _has_attention(header: GgufHeader, block: int) -> bool:
    interval = header.number("full_attention_interval")
    return not interval or (block + 1) % interval == 0


def _block_cells(header: GgufHeader, block: int, context_tokens: int, window_cells: int) -> int:
    return window_cells if _is_windowed(header, block) else _padded(context_tokens)


def _is_windowed(header: GgufHeader, block: int) -> bool:
    if not header.number("attention.sliding_window"):
        return False
    pattern = header.of_architecture("attention.sliding_window_pattern")
    if isinstance(pattern, tuple):
        return block < len(pattern) and bool(pattern[block])
    period = pattern if isinstance(pattern, int) else _WINDOW_PERIODS.get(header.architecture, 0)
    return period > 1 and (block + 1) % period != 0


def _window_cells(
    header: GgufHeader, context_tokens: int, physical_batch_tokens: int, sequences: int
) -> int:
    window = header.number("attention.sliding_window")
    return _padded(min(context_tokens, window * sequences + physical_batch_tokens))


def _padded(cells: int) -> int:
    return -(-cells // _CELL_PADDING) * _CELL_PADDING


def _recurrent_bytes(header: GgufHeader) -> int:
    """State of one sequence in 32-bit floats: the convolution's last inputs and the state."""
    inner, state = header.number("ssm.inner_size"), header.number("ssm.state_size")
    groups = header.number("ssm.group_count")
    inputs = max(header.number("ssm.conv_kernel") - 1, 0)
    values = inputs * (inner + 2 * groups * state) + inner * state
    blocks = sum(not _keeps_cells(header, block) for block in range(header.block_count))
    return 4 * values * blocks


def _keeps_cells(header: GgufHeader, block: int) -> bool:
    return _bits_per_cell(header, block, "f16", "f16") > 0


def _compute_bytes(
    header: GgufHeader, context_tokens: int, flash_attention: bool, physical_batch_tokens: int
) -> int:
    logits = 4 * header.vocabulary_size
    scores = 0 if flash_attention else 4 * context_tokens * max((*header.head_counts, 0))
    mask = 0 if flash_attention else 4 * context_tokens
    return physical_batch_tokens * (max(logits, scores) + mask + 8 * header.embedding_length)
