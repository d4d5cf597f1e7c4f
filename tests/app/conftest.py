"""Fixtures for the app without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.fakes import World


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
