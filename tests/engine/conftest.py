"""Tiny model files, written once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import tiny_models


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tiny")


@pytest.fixture(scope="session")
def tiny_llama(tiny_folder: Path) -> Path:
    """Dense: rewinds freely."""
    return tiny_models.write_llama(tiny_folder / "llama.gguf")


@pytest.fixture(scope="session")
def tiny_qwen2(tiny_folder: Path) -> Path:
    return tiny_models.write_qwen2(tiny_folder / "qwen2.gguf")


@pytest.fixture(scope="session")
def tiny_mamba(tiny_folder: Path) -> Path:
    """Recurrent: a rewind keeps nothing."""
    return tiny_models.write_mamba(tiny_folder / "mamba.gguf")


@pytest.fixture(scope="session")
def tiny_gemma3(tiny_folder: Path) -> Path:
    """Sliding window of 64 tokens: a far rewind keeps nothing."""
    return tiny_models.write_gemma3(tiny_folder / "gemma3.gguf")


@pytest.fixture(scope="session")
def tiny_lfm2(tiny_folder: Path) -> Path:
    """Hybrid of recurrent and attention blocks."""
    return tiny_models.write_lfm2(tiny_folder / "lfm2.gguf")
