"""The daily copy: made on the way out while it is cheap, and never worse than the one before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import app.store.backup
from app.domain.conversation import Conversation
from app.store.backup import daily_copy, is_sound
from app.store.library import Library
from tests.app.store.conftest import OpenLibrary


def make_old(path: Path) -> None:
    os.utime(path, (1_700_000_000, 1_700_000_000))


def test_closing_makes_a_copy_that_opens(
    path: Path, library: Library, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library.create(conversation)
    library.close()
    copy = daily_copy(path)
    assert is_sound(copy)
    assert sorted(found.name for found in path.parent.iterdir()) == ["parley.db", "parley.db.copy"]
    assert open_library(copy).load("c1") == conversation


def test_a_copy_is_renewed_after_a_day(
    path: Path, library: Library, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library.create(conversation)
    library.close()
    first = daily_copy(path).read_bytes()
    open_library(path).trash("c1")
    open_library(path).close()
    assert daily_copy(path).read_bytes() == first

    make_old(daily_copy(path))
    open_library(path).close()
    assert daily_copy(path).read_bytes() != first


def test_an_empty_library_is_not_copied(path: Path, library: Library) -> None:
    library.close()
    assert not daily_copy(path).exists()


def test_a_large_file_is_not_copied_on_closing(
    path: Path, library: Library, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.create(conversation)
    monkeypatch.setattr(app.store.backup, "SMALL_BYTES", 100)
    library.close()
    assert [found.name for found in path.parent.iterdir()] == ["parley.db"]


def test_a_damaged_database_does_not_replace_a_good_copy(
    path: Path, library: Library, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library.create(conversation)
    library.close()
    make_old(daily_copy(path))
    good = daily_copy(path).read_bytes()
    content = path.read_bytes()
    path.write_bytes(content[:-4096] + b"\xff" * 4096)
    open_library(path).close()

    assert daily_copy(path).read_bytes() == good
    assert open_library(path).notice is not None
