"""GGUF headers: facts of good files, one clear sentence for bad ones, memory estimates."""

from __future__ import annotations

import os
import random
import struct
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.errors import BadModelFile, Unsupported
from engine.gguf import LongArray, estimate_memory, read_header, require_chat_model
from tests.tiny_models import TEMPLATE, Tiny, write_llama, write_mamba
from tests.tiny_vocabulary import vocabulary

MIB = 2**20


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


def u64(number: int) -> bytes:
    return struct.pack("<Q", number)


def text(words: str) -> bytes:
    return u64(len(words)) + words.encode()


def start(*, tensors: int = 0, keys: int = 0, version: int = 3) -> bytes:
    return b"GGUF" + u32(version) + u64(tensors) + u64(keys)


def one_key(key: str, kind: int, value: bytes) -> bytes:
    return start(keys=1) + text(key) + u32(kind) + value


def one_tensor(dimensions: list[int], kind: int = 0, offset: int = 0) -> bytes:
    shape = u32(len(dimensions)) + b"".join(map(u64, dimensions))
    return start(tensors=1) + text("t") + shape + u32(kind) + u64(offset) + bytes(64)


BAD_FILES = {
    "empty": (b"", "empty"),
    "web page": (b"<!DOCTYPE html><html>Not found</html>", "web page"),
    "pointer": (b"version https://git-lfs.github.com/spec/v1\n", "only points"),
    "plain text": (b"hello, this is a model", "not a GGUF"),
    "magic only": (b"GGUF", "cut off"),
    "old version": (start(version=1), "version 1"),
    "big-endian": (start(version=0x03000000), "big-endian"),
    "empty key": (start(keys=1) + u64(0) + u32(4) + u32(7), "empty or comes twice"),
    "huge key": (start(keys=1) + u64(2**52), "more than fit|a text of"),
    "countless keys": (start(keys=2**60), "metadata entries"),
    "countless tensors": (start(tensors=2**60) + bytes(99), "tensors"),
    "countless strings": (one_key("k", 9, u32(8) + u64(2**40)), "array values"),
    "countless numbers": (one_key("k", 9, u32(4) + u64(2**62)), "array values"),
    "huge string": (one_key("k", 8, u64(2**63)), "a text of"),
    "deep arrays": (one_key("k", 9, (u32(9) + u64(1)) * 500), "nested too deep"),
    "unknown value": (one_key("k", 99, bytes(8)), "type 99 is unknown"),
    "twice": (start(keys=2) + (text("k") + u32(4) + u32(1)) * 2, "comes twice"),
    "dimensions": (one_tensor([1] * 4)[:33] + u32(70_000) + bytes(99), "70000 dimensions"),
    "wrapping shape": (one_tensor([2**32, 2**32]), "impossible shape"),
    "no elements": (one_tensor([0, 4]), "impossible shape"),
    "half a block": (one_tensor([31], kind=2), "impossible shape"),
    "unknown tensor": (one_tensor([4], kind=777), "type this version"),
    "odd place": (one_tensor([4], offset=3), "impossible place"),
    "outside": (one_tensor([4], offset=4096), "incomplete"),
    "alignment": (one_key("general.alignment", 4, u32(2**29)), "alignment is"),
    "odd alignment": (one_key("general.alignment", 4, u32(24)), "alignment is"),
    "nameless": (start(), "what kind of model"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused_in_one_sentence_at_once(tmp_path: Path, name: str) -> None:
    content, reason = BAD_FILES[name]
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    tracemalloc.start()
    began_s = time.process_time()
    with pytest.raises(BadModelFile, match=reason) as caught:
        read_header(path)
    assert time.process_time() - began_s < 1  # counting to what such a file says takes hours
    assert tracemalloc.get_traced_memory()[1] < MIB
    tracemalloc.stop()
    assert "bad.gguf" in str(caught.value)
    assert str(caught.value).endswith(".")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder.gguf"
    folder.mkdir()
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    cases = [(tmp_path / "none.gguf", "no file"), (folder, "a folder"), (pipe, "not a regular")]
    for path, reason in cases:
        with pytest.raises(BadModelFile, match=reason):
            read_header(path)


def test_a_truncated_model_names_both_sizes(tiny_llama: Path, tmp_path: Path) -> None:
    whole = tiny_llama.read_bytes()
    path = tmp_path / "cut.gguf"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadModelFile, match=f"{len(whole) // 2:,} of {len(whole):,} bytes"):
        read_header(path)


def test_no_damage_escapes_as_another_error(tiny_llama: Path, tmp_path: Path) -> None:
    """Whatever bytes are broken: a header, or BadModelFile."""
    whole = bytearray(tiny_llama.read_bytes())
    chance = random.Random(7)
    path = tmp_path / "damaged.gguf"
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[chance.randrange(12_000)] = chance.randrange(256)
        path.write_bytes(damaged[: chance.choice([len(whole), chance.randrange(len(whole))])])
        with suppress(BadModelFile):
            estimate_memory(read_header(path), context_tokens=4096)


def test_facts_of_a_good_file(tiny_llama: Path) -> None:
    header = read_header(tiny_llama)
    assert (header.architecture, header.name, header.file_type) == ("llama", "Tiny llama", "F32")
    assert (header.context_length, header.block_count, header.embedding_length) == (4096, 2, 64)
    assert (header.head_counts, header.kv_head_counts) == ((4, 4), (2, 2))
    assert (header.key_length, header.value_length) == (16, 16)
    assert header.vocabulary_size == len(vocabulary()[0])
    assert header.chat_templates == {"default": TEMPLATE}
    assert (header.bos_id, header.eos_id, header.pooling_type) == (1, 2, 0)
    assert header.tensor_bytes == 4 * header.parameters
    assert header.size_bytes == tiny_llama.stat().st_size


def test_long_arrays_are_only_counted(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "long.gguf", "llama")
    writer.add_array("words", ["word"] * 5000)
    writer.add_array("numbers", list(range(5000)))
    writer.add_array("few", [1, 2, 3])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    metadata = read_header(tmp_path / "long.gguf").metadata
    assert metadata["words"] == LongArray("string", 5000)
    assert metadata["numbers"] == LongArray("i32", 5000)
    assert metadata["few"] == (1, 2, 3)


# ---- files that are no chat models


@pytest.mark.parametrize(
    ("metadata", "claims", "reason"),
    [
        ({"llama.pooling_type": 3}, "", "embedding model"),
        ({}, "bert", "embedding model"),
        ({"general.type": "adapter"}, "", "LoRA adapter"),
        ({"general.type": "mmproj"}, "", "vision part"),
        ({}, "clip", "vision part"),
    ],
)
def test_what_cannot_answer_is_no_chat_model(
    tmp_path: Path, metadata: dict[str, int | str], claims: str, reason: str
) -> None:
    path = write_llama(tmp_path / "other.gguf", Tiny(metadata=metadata, claims=claims))
    with pytest.raises(Unsupported, match=reason):
        require_chat_model(read_header(path))


def test_a_chat_model_passes(tiny_llama: Path, tiny_mamba: Path) -> None:
    require_chat_model(read_header(tiny_llama))
    require_chat_model(read_header(tiny_mamba))


# ---- shards


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "llama", split_max_tensors=1)
    writer.add_block_count(1)
    for name in ("one", "two", "three"):
        writer.add_tensor(name, np.ones((4, 8), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return sorted(tmp_path.glob("model-*.gguf"))


def test_the_first_shard_stands_for_all(shards: list[Path]) -> None:
    header = read_header(shards[0])
    assert (header.tensor_count, header.parameters) == (3, 96)
    assert header.size_bytes == sum(shard.stat().st_size for shard in shards)


def test_a_missing_shard_is_named(shards: list[Path]) -> None:
    shards[2].unlink()
    with pytest.raises(BadModelFile, match=r"model-00003-of-00003\.gguf is missing"):
        read_header(shards[0])


def test_a_later_shard_points_to_the_first(shards: list[Path]) -> None:
    with pytest.raises(BadModelFile, match=r"open model-00001-of-00003\.gguf"):
        read_header(shards[1])


# ---- memory


def test_the_cache_grows_with_the_context(tiny_llama: Path) -> None:
    """Two blocks, two heads of 16 keys and 16 values, 16 bits each: 256 bytes a token."""
    header = read_header(tiny_llama)
    sizes = [estimate_memory(header, context_tokens=n).cache for n in (1024, 2048)]
    assert sizes == [1024 * 256, 2048 * 256]
    quantized = estimate_memory(header, context_tokens=1024, kv_type_k="q8_0", kv_type_v="q4_0")
    assert quantized.cache == 1024 * 2 * 2 * 16 * (8.5 + 4.5) / 8


def test_a_sliding_window_bounds_its_blocks(tiny_gemma3: Path) -> None:
    """Two of three blocks keep the window, the batch and padding; one keeps everything."""
    header = read_header(tiny_gemma3)
    estimate = estimate_memory(header, context_tokens=8192, physical_batch_tokens=64)
    assert estimate.cache == (8192 + 2 * 256) * 128


def test_a_recurrent_state_does_not_grow(tmp_path: Path) -> None:
    header = read_header(write_mamba(tmp_path / "mamba.gguf"))
    short, long = (estimate_memory(header, context_tokens=n).cache for n in (512, 8192))
    assert short == long > 0


@pytest.mark.model
def test_smollm2_is_estimated_as_llama_cpp_allocates(smollm2: Path) -> None:
    """180.00 MiB of cache and about 99 of buffers were logged for 8,192 tokens, 166 without
    flash attention."""
    header = read_header(smollm2)
    estimate = estimate_memory(header, context_tokens=8192)
    plain = estimate_memory(header, context_tokens=8192, flash_attention=False)
    assert estimate.cache == 180 * MIB
    assert abs(estimate.compute / MIB - 99) < 4
    assert abs(plain.compute / MIB - 166) < 6
    assert estimate.weights == header.tensor_bytes == 96_576_768


@pytest.mark.model
@pytest.mark.parametrize("model", ["smollm2", "qwen_coder"])
def test_a_large_vocabulary_is_stepped_over_quickly(
    model: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(model)
    assert min(_seconds(lambda: read_header(path)) for _ in range(3)) < 0.6


def _seconds(action: Callable[[], object]) -> float:
    """Of computing; what else the machine does is not counted."""
    began_s = time.process_time()
    action()
    return time.process_time() - began_s
