"""Fixtures every room's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _model(name: str) -> Path:
    folder = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "models"
    path = folder / name
    assert path.exists(), f"{path} is missing: `make test` fetches it"
    return path


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """SmolLM2-135M-Instruct Q4_1: ChatML, no tools."""
    return _model("SmolLM2-135M-Instruct.Q4_1.gguf")


@pytest.fixture(scope="session")
def qwen_coder() -> Path:
    """Qwen2.5-Coder-0.5B-Instruct Q4_K_M: a template with tools."""
    return _model("Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf")
