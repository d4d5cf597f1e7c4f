"""What deleting left free goes back to the disk, and nothing else changes."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from app.domain.conversation import Conversation, Message
from app.store.compaction import free_bytes_of, is_worthwhile
from app.store.errors import DiskFull
from app.store.library import Library
from engine.types import Text


def with_much_removed(library: Library, conversation: Conversation) -> None:
    library.create(conversation)
    for number in range(20):
        long = Message(f"m{number}", None, "user", (Text("word " * 40_000),), 1)
        library.create(Conversation(f"l{number}", "Long", 1, "", messages={long.id: long}))
    library.remove(*(f"l{number}" for number in range(20)))


def test_the_file_becomes_smaller_by_what_was_said(
    path: Path, library: Library, conversation: Conversation
) -> None:
    with_much_removed(library, conversation)
    gain = library.compaction.free_bytes()
    assert gain == free_bytes_of(path) > 3_000_000
    assert library.compaction.run()
    assert library.compaction.free_bytes() == 0
    assert path.stat().st_size < 500_000
    assert Path(f"{path}-wal").stat().st_size == 0
    assert library.load("c1") == conversation


def test_it_needs_room_and_says_how_much(
    path: Path, library: Library, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_much_removed(library, conversation)
    usage = shutil.disk_usage(path.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(DiskFull, match=r"cannot be compacted, because \d MB must be free"):
        library.compaction.run()
    assert library.compaction.free_bytes() > 3_000_000


def test_whoever_interrupts_it_finds_all_as_it_was(
    library: Library, conversation: Conversation
) -> None:
    with_much_removed(library, conversation)
    before = library.compaction.free_bytes()
    done = threading.Event()

    def interrupt() -> None:
        while not done.is_set():
            library.compaction.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    finished = library.compaction.run()
    done.set()
    thread.join()

    assert library.compaction.free_bytes() == (0 if finished else before)
    assert library.load("c1") == conversation


@pytest.mark.parametrize(
    ("free_mb", "size_mb", "worthwhile"), [(60, 100, True), (60, 300, False), (40, 50, False)]
)
def test_it_is_worthwhile_from_a_quarter_and_50_mb(
    path: Path, free_mb: int, size_mb: int, worthwhile: bool
) -> None:
    with path.open("wb") as file:
        file.truncate(size_mb * 2**20)
    assert is_worthwhile(free_mb * 2**20, path) is worthwhile
