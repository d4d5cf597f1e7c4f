"""What tells two models, or two ways of loading one, apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.cache.model_key import HEAD_BYTES, ModelKey, model_key
from engine.models import LoadOptions
from tests.engine.scripted import ScriptedBackend

OPTIONS = LoadOptions()


def key_of(path: Path, options: LoadOptions = OPTIONS) -> ModelKey:
    return model_key(ScriptedBackend(path=str(path), options=options), options)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Larger than what is read of it whole."""
    path = tmp_path / "large.gguf"
    path.write_bytes(bytes(range(256)) * (2 * HEAD_BYTES // 256))
    return path


def test_a_key_is_the_same_each_time_and_wherever_the_file_lies(large: Path) -> None:
    key = key_of(large)
    moved = large.rename(large.with_name("moved.gguf"))

    assert key_of(moved) == key
    assert key_of(moved).digest == key.digest


@pytest.mark.parametrize("place", [0, HEAD_BYTES - 1, -1])
def test_other_bytes_are_another_model(large: Path, place: int) -> None:
    key = key_of(large)
    content = bytearray(large.read_bytes())
    content[place] ^= 1
    large.write_bytes(content)

    assert key_of(large).digest != key.digest


def test_other_weights_of_the_same_size_are_another_model(large: Path) -> None:
    key = key_of(large)
    content = large.read_bytes()
    large.write_bytes(content[:HEAD_BYTES] + content[HEAD_BYTES:][::-1])

    assert key_of(large) != key


def test_every_part_of_a_split_model_counts(tmp_path: Path) -> None:
    parts = [tmp_path / f"m-0000{number}-of-00002.gguf" for number in (1, 2)]
    for part in parts:
        part.write_bytes(b"part")
    key = key_of(parts[0])
    parts[1].write_bytes(b"trap")

    assert key_of(parts[0]) != key
    assert key.file_bytes == 8


@pytest.mark.parametrize(
    "options",
    [
        replace(OPTIONS, context_tokens=8192),
        replace(OPTIONS, kv_type_k="q8_0"),
        replace(OPTIONS, kv_type_v="q8_0"),
        replace(OPTIONS, flash_attention="off"),
        replace(OPTIONS, gpu_layers=0),
        replace(OPTIONS, extra_buffers=False),
    ],
)
def test_options_that_change_numbers_count(large: Path, options: LoadOptions) -> None:
    assert key_of(large, options).digest != key_of(large).digest


@pytest.mark.parametrize(
    "options",
    [replace(OPTIONS, threads=3), replace(OPTIONS, sequences=2), replace(OPTIONS, template="x")],
)
def test_options_that_do_not_change_numbers_do_not_count(large: Path, options: LoadOptions) -> None:
    assert key_of(large, options) == key_of(large)
