"""Copies of a store that is in use: one a week, only good ones, the last four."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

import app.store.weekly
from app.domain.conversation import Conversation
from app.store.backup import is_sound, weekly_folder
from app.store.errors import DiskFull, StoreDamaged, StoreError
from app.store.library import Library
from app.store.weekly import WEEK_S, copy_if_due, copy_large_if_due, described, weekly_copies
from tests.app.store.conftest import OpenLibrary


def at_once() -> bool:
    return False


def weeks_old(copy: Path, weeks: int) -> None:
    at_s = copy.stat().st_mtime - weeks * WEEK_S - 1
    os.utime(copy, (at_s, at_s))
    copy.rename(copy.with_name(f"parley-{weeks}-weeks-ago.db"))


def make_old(path: Path) -> None:
    """All copies, by a week; each stays newer than the ones before."""
    for number, copy in reversed(list(enumerate(weekly_copies(path), 1))):
        weeks_old(copy, number)


def test_a_copy_opens_with_all_that_was_there(
    path: Path, library: Library, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library.create(conversation)
    copy = copy_if_due(path, at_once)

    assert copy is not None
    assert copy.parent == weekly_folder(path)
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    [found] = described(path)
    assert (found.path, found.conversations, found.messages) == (copy, 1, 4)
    assert open_library(copy).load("c1") == conversation


def test_there_is_one_a_week_and_only_when_something_changed(
    path: Path, library: Library, conversation: Conversation
) -> None:
    assert copy_if_due(path, at_once) is None, "nothing to copy"
    library.create(conversation)
    assert copy_if_due(path, at_once) is not None
    library.set_title("c1", "Boats")
    assert copy_if_due(path, at_once) is None, "not a week later"
    make_old(path)
    assert copy_if_due(path, at_once) is not None
    make_old(path)
    assert copy_if_due(path, at_once) is None, "the same as before"
    library.trash("c1")
    assert copy_if_due(path, at_once) is not None


def test_the_last_four_are_kept(path: Path, library: Library, conversation: Conversation) -> None:
    library.create(conversation)
    for number in range(6):
        library.set_draft("c1", "x" * number)
        make_old(path)
        assert copy_if_due(path, at_once) is not None
    assert len(weekly_copies(path)) == 4
    assert len({copy.stat().st_mtime for copy in weekly_copies(path)}) == 4


def test_what_is_written_meanwhile_does_not_wait_and_is_not_in_it(
    path: Path, library: Library, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.store.weekly, "_PAGES_PER_STEP", 1)
    library.create(conversation)
    written = iter(range(1_000))

    def write() -> bool:
        library.create(Conversation(f"n{next(written)}", "New", 1, ""))
        return False

    copy = copy_if_due(path, write)
    assert copy is not None
    assert is_sound(copy)
    assert len(library.summaries()) > 10
    assert [one.conversations for one in described(path)] == [1]


def test_one_that_is_abandoned_leaves_nothing(
    path: Path, library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    assert copy_if_due(path, lambda: True) is None
    assert list(weekly_folder(path).iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_is_said_and_leaves_nothing_half(
    path: Path, library: Library, conversation: Conversation
) -> None:
    import resource

    library.create(conversation)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        with pytest.raises(DiskFull, match="is full"):
            copy_if_due(path, at_once)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(weekly_folder(path).iterdir()) == []


def test_a_disk_without_room_is_not_even_tried(
    path: Path, library: Library, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.create(conversation)
    usage = shutil.disk_usage(path.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1))
    with pytest.raises(DiskFull, match="has no room for"):
        copy_if_due(path, at_once)
    assert list(weekly_folder(path).iterdir()) == []


def test_a_damaged_store_takes_no_good_copy_away(
    path: Path, library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    good = copy_if_due(path, at_once)
    assert good is not None
    library.set_title("c1", "other")
    library.close()
    make_old(path)
    [good] = weekly_copies(path)
    content = good.read_bytes()
    damaged = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'messages_parent'"
        root = connection.execute(query).fetchone()[0]
    damaged[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(damaged)

    with pytest.raises((StoreError, StoreDamaged)):
        copy_if_due(path, at_once)
    assert weekly_copies(path) == [good]
    assert good.read_bytes() == content


def test_a_large_store_has_its_daily_copy_while_it_is_open(
    path: Path, library: Library, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.create(conversation)
    copy_large_if_due(path, at_once)
    assert not path.with_name("parley.db.copy").exists()
    monkeypatch.setattr(app.store.weekly, "SMALL_BYTES", 100)
    copy_large_if_due(path, at_once)
    assert is_sound(path.with_name("parley.db.copy"))


def test_a_copy_that_does_not_open_is_not_offered(path: Path, library: Library) -> None:
    assert library.summaries() == []
    weekly_folder(path).mkdir()
    (weekly_folder(path) / "parley-2026-01-01.db").write_bytes(b"garbage " * 1000)
    assert described(path) == []
