"""Fixtures for the app without a window."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.fakes import World
from tests.app.real_engine import Program

if sys.platform != "linux":  # jeepney is installed there only
    collect_ignore = ["test_notification_server.py"]


@pytest.fixture
def world(qapp: QApplication, tmp_path: Path) -> Iterator[World]:
    """A started session without a model."""
    world = World(tmp_path, qapp)
    world.session.start(None)
    yield world
    world.close()


@pytest.fixture
def ready(world: World) -> World:
    """A started session with a model that answers."""
    world.load_model()
    return world


@pytest.fixture
def small_program(tmp_path: Path, qtbot: QtBot, smollm2: Path) -> Iterator[Program]:
    """A started session over the real engine, with SmolLM2 in a context of 640 tokens."""
    program = Program(tmp_path, qtbot)
    program.start(smollm2)
    yield program
    program.close()
