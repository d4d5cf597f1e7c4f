"""Each bad state of the disk: one sentence, and nothing is deleted."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.domain.conversation import Conversation, Message
from app.store.backup import daily_copy, set_aside
from app.store.errors import (
    DiskFull,
    NewerSchema,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreReadOnly,
)
from app.store.library import Library
from engine.types import Text
from tests.app.store.conftest import OpenLibrary, long_conversation

PAGE_BYTES = 4096


def damaged_files(path: Path) -> list[Path]:
    """Without their logs."""
    return [file for file in path.parent.glob("*.damaged-*") if not file.name.endswith("-wal")]


# ---- unwritable


@pytest.fixture
def unprivileged(unprivileged_folder: Path, conversation: Conversation) -> Path:
    path = unprivileged_folder / "parley.db"
    library = Library(path)
    library.create(conversation)
    library.close()
    return path


def assert_only_read(path: Path, open_library: OpenLibrary, conversation: Conversation) -> None:
    library = open_library(path)
    assert library.read_only_reason == (
        f"Nothing can be saved, because {path} cannot be written. "
        "Make the file and its folder writable, then start Parley again."
    )
    assert library.load("c1") == conversation
    with pytest.raises(StoreReadOnly, match="cannot be written"):
        library.set_title("c1", "new")
    assert library.load("c1") == conversation


def test_a_read_only_file_is_opened_for_reading(
    unprivileged: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    unprivileged.chmod(0o400)
    assert_only_read(unprivileged, open_library, conversation)


def test_a_file_in_a_read_only_folder_is_opened_for_reading(
    unprivileged: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    unprivileged.parent.chmod(0o500)
    assert_only_read(unprivileged, open_library, conversation)


def test_what_a_killed_app_left_is_read_in_a_read_only_folder_too(
    unprivileged: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    """The write-ahead log counts, although it cannot be merged into the file."""
    writer = open_library(unprivileged)
    writer.set_title("c1", "from the log")
    conversation.title = "from the log"
    unprivileged.chmod(0o400)
    unprivileged.parent.chmod(0o500)
    assert_only_read(unprivileged, open_library, conversation)


def test_without_a_database_a_read_only_folder_gives_an_empty_library(
    unprivileged_folder: Path, open_library: OpenLibrary
) -> None:
    unprivileged_folder.chmod(0o500)
    library = open_library(unprivileged_folder / "data" / "parley.db")

    assert library.summaries() == []
    assert library.read_only_reason is not None
    with pytest.raises(StoreReadOnly, match="cannot be written"):
        library.create(long_conversation())


def test_a_folder_in_the_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match="is a folder"):
        Library(path)


# ---- full


@contextmanager
def file_size_limit(size_bytes: int) -> Iterator[None]:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_disk_that_takes_no_more_says_so_and_works_again_with_room(
    stored: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library = open_library(stored)
    long = Message("q3", "q2", "user", (Text("word " * 100_000),), 9)
    with file_size_limit(100_000), pytest.raises(DiskFull, match=r"full\. Free some space"):
        library.save_message("c1", long, "q3")
    assert library.load("c1") == conversation

    library.save_message("c1", long, "q3")
    assert library.load("c1").messages["q3"] == long


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_disk_full_from_the_start_still_shows_the_conversations(
    stored: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    with file_size_limit(0):
        library = open_library(stored)
        assert library.load("c1") == conversation

    assert library.read_only_reason is not None
    assert "full" in library.read_only_reason


def test_a_full_database_says_so(library: Library) -> None:
    with library._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 20")
    with pytest.raises(DiskFull):
        library.create(long_conversation())
    assert library.summaries() == []


# ---- damaged


def garbage_header(path: Path) -> None:
    path.write_bytes(b"no database " * 2000)


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def flipped_pages(path: Path) -> None:
    """Only a check of all pages sees it; there is one because the last exit was not clean."""
    content = bytearray(path.read_bytes())
    for start in range(10 * PAGE_BYTES, len(content) - PAGE_BYTES, 3 * PAGE_BYTES):
        content[start : start + PAGE_BYTES] = bytes(byte ^ 0xFF for byte in content[:PAGE_BYTES])
    path.write_bytes(content)
    Path(f"{path}.check").touch()


@pytest.mark.parametrize("damage", [truncated, flipped_pages])
def test_a_damaged_file_is_kept_and_every_readable_row_saved(
    stored: Path,
    open_library: OpenLibrary,
    conversation: Conversation,
    damage: Callable[[Path], None],
) -> None:
    copy_before_damage(stored)
    damage(stored)
    content = stored.read_bytes()
    library = open_library(stored)

    [kept] = damaged_files(stored)
    assert kept.read_bytes() == content
    assert library.notice is not None
    assert library.notice.startswith(
        "The conversations were damaged. 2 conversations with 44 messages were saved; "
    )
    assert f"The damaged file is kept as {kept}. The copy of 2023-11-14 " in library.notice
    assert set(library.load("c1").messages) == set(conversation.messages)
    library.set_title("c1", "goes on")
    library.close()
    assert open_library(stored).notice is None


@pytest.mark.parametrize("damage", [garbage_header, emptied])
def test_of_a_file_without_a_row_the_newest_sound_copy_is_restored(
    stored: Path,
    open_library: OpenLibrary,
    conversation: Conversation,
    damage: Callable[[Path], None],
) -> None:
    copy_before_damage(stored)
    damage(stored)
    content = stored.read_bytes()
    library = open_library(stored)

    [kept] = damaged_files(stored)
    assert kept.read_bytes() == content
    assert library.notice is not None
    assert library.notice.startswith("The conversations were damaged, so their copy of ")
    assert library.notice.endswith(f"The damaged file is kept as {kept}.")
    assert library.load("c1") == conversation
    library.close()
    assert open_library(stored).notice is None


def copy_before_damage(path: Path) -> None:
    """A sound copy, and a newer one that is damaged itself."""
    sound = path.with_name("parley.db.before-0000")
    sound.write_bytes(path.read_bytes())
    os.utime(sound, (1_700_000_000, 1_700_000_000))
    daily_copy(path).write_bytes(path.read_bytes()[: 5 * PAGE_BYTES])


def test_a_missing_file_is_restored_from_its_copy(
    stored: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    copy_before_damage(stored)
    stored.unlink()
    library = open_library(stored)

    assert library.notice is not None
    assert library.notice.startswith(f"{stored} was missing")
    assert library.load("c1") == conversation


def test_an_unreadable_file_without_a_copy_is_kept_beside_an_empty_library(
    stored: Path, open_library: OpenLibrary
) -> None:
    garbage_header(stored)
    content = stored.read_bytes()
    library = open_library(stored)

    [kept] = damaged_files(stored)
    assert kept.read_bytes() == content
    assert library.summaries() == []
    assert library.notice == (
        "The conversations were damaged beyond reading and there was no copy, so Parley "
        f"starts empty. The damaged file is kept as {kept}."
    )
    library.create(long_conversation())


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_damaged_file_on_a_full_disk_is_only_read_and_stays(
    stored: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    flip_last_page(stored)
    content = stored.read_bytes()
    with file_size_limit(40_000):
        library = open_library(stored)
    assert library.load("c1") == conversation
    assert library.read_only_reason is not None
    assert library.read_only_reason.startswith(
        f"{stored} is damaged and could not be repaired, so it is only read. Nothing was saved, "
        "because the disk"
    )
    with pytest.raises(StoreReadOnly, match="could not be repaired"):
        library.set_title("c1", "new")
    assert stored.read_bytes() == content


def flip_last_page(path: Path) -> None:
    """The last page belongs to the long conversation's text; the other one stays readable."""
    content = bytearray(path.read_bytes())
    content[-PAGE_BYTES:] = b"\xff" * PAGE_BYTES
    path.write_bytes(content)
    Path(f"{path}.check").touch()


def test_damage_found_while_reading_is_repaired_at_the_next_start(
    stored: Path, open_library: OpenLibrary
) -> None:
    """After a clean exit nobody looks at all pages; the one that reads a bad page asks for it."""
    copy_before_damage(stored)
    content = bytearray(stored.read_bytes())
    start = 60 * PAGE_BYTES  # behind the schema, which is read when opening
    content[start:] = b"\xff" * (len(content) - start)
    stored.write_bytes(content)
    library = open_library(stored)
    with pytest.raises(StoreDamaged, match=r"Start Parley again to have it repaired\.$"):
        library.load("long")
    library.close()

    repaired = open_library(stored)
    assert len(damaged_files(stored)) == 1
    assert repaired.notice is not None
    assert "you can go back to it" in repaired.notice
    assert len(repaired.load("long").messages) == 40


def test_the_log_of_a_damaged_file_is_kept_with_it(stored: Path) -> None:
    """SQLite finds it under the new name and does not apply it to the restored copy."""
    log = Path(f"{stored}-wal")
    log.write_bytes(b"log")
    aside = set_aside(stored)

    assert aside is not None
    assert Path(f"{aside}-wal").read_bytes() == b"log"
    assert not log.exists()


# ---- newer, busy


def test_a_newer_schema_is_refused_and_left_alone(stored: Path) -> None:
    with closing(sqlite3.connect(stored)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    content = stored.read_bytes()
    with pytest.raises(NewerSchema, match="was written by a newer version of Parley"):
        Library(stored)
    assert stored.read_bytes() == content


def test_a_locked_database_says_so(stored: Path) -> None:
    with closing(sqlite3.connect(stored, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy, match="Another program is using"):
            Library(stored, busy_timeout_ms=10)
