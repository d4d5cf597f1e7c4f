"""Fixtures every room's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.patience import PatientBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# By itself Hypothesis fails an example that takes 200 ms, and a test whose first examples take a
# second to be made: what else the machine does would decide. The checks of a change look at the
# same examples each time, so that they find fault with nothing but the change; others at new ones.
settings.register_profile(
    "parley",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("parley")


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The one of pytest-qt, which gives up after five seconds, with more patience."""
    assert qapp is not None
    return PatientBot(request)


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
