"""A program killed at a random moment leaves a store that opens, with all that was told saved."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.app.kills import (
    killed_while_changing,
    killed_while_compacting,
    killed_while_copying,
    killed_while_migrating,
    killed_while_streaming,
    killed_while_typing,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")


@pytest.mark.parametrize("seed", range(4))
def test_amid_changes_of_the_tree(tmp_path: Path, seed: int) -> None:
    """Editing, deleting, inserting, branching, queueing, answering."""
    assert killed_while_changing(tmp_path, seed).kept > 0


def test_amid_an_answer(tmp_path: Path) -> None:
    """How late the journal may be is not asked here: the machine may be busy."""
    assert killed_while_streaming(tmp_path, 1).kept > 0


def test_amid_typing_in_a_new_conversation(tmp_path: Path) -> None:
    assert killed_while_typing(tmp_path, 1).kept > 0


def test_amid_a_migration(tmp_path: Path) -> None:
    assert killed_while_migrating(tmp_path, 1).kept == 2_000


def test_amid_a_copy(tmp_path: Path) -> None:
    assert killed_while_copying(tmp_path, 1).kept > 1_000


def test_amid_a_compaction(tmp_path: Path) -> None:
    assert killed_while_compacting(tmp_path, 1).kept > 1_000
