"""The write-ahead log left behind, missing, of another store, alone; and shared by two programs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.conversation import Conversation
from app.store.library import Library
from tests.app.store.conftest import OpenLibrary, long_conversation


def killed(path: Path) -> None:
    """What a program leaves that is killed with its last change in the log."""
    script = (
        "import os, signal, sys; from pathlib import Path; from app.store.library import Library;"
        "Library(Path(sys.argv[1])).set_title('c1', 'from the log');"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert Path(f"{path}-wal").stat().st_size > 0


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_log_left_behind_is_used(stored: Path, open_library: OpenLibrary) -> None:
    killed(stored)
    library = open_library(stored)
    assert library.notice is None
    assert library.load("c1").title == "from the log"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_missing_log_is_said(stored: Path, open_library: OpenLibrary) -> None:
    killed(stored)
    Path(f"{stored}-wal").unlink()
    library = open_library(stored)
    assert library.notice == (
        f"{stored}-wal is missing, so what was written last before Parley was ended may be lost."
    )
    assert library.load("c1").title == "Harbour — 港口"
    library.close()
    assert open_library(stored).notice is None


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_log_of_another_store_is_put_aside_with_the_file(
    stored: Path, open_library: OpenLibrary, tmp_path: Path, conversation: Conversation
) -> None:
    """The file alone is sound, and with the log it is not: so the log is not its own."""
    other = tmp_path / "other" / "parley.db"
    library = Library(other)
    for number in range(3):
        library.create(replace(long_conversation(), id=f"o{number}", head=None, messages={}))
    library.create(replace(conversation))
    library.close()
    killed(other)
    shutil.copyfile(f"{other}-wal", f"{stored}-wal")
    library = open_library(stored)

    assert library.load("long") == long_conversation()
    assert library.load("c1").messages == conversation.messages
    assert library.load("c1").title == "Harbour — 港口"
    assert library.notice is not None
    assert (
        "2 conversations with 44 messages were saved, and nothing is missing. "
        "The log beside the file was not its own, and was left out."
    ) in library.notice
    [log] = stored.parent.glob("*.damaged-*-wal")
    assert log.read_bytes() == Path(f"{other}-wal").read_bytes()


def test_a_log_without_its_file_gives_back_what_is_in_it(
    path: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    library = open_library(path)
    library.create(conversation)
    away = path.with_name("away.db")
    shutil.copyfile(f"{path}-wal", f"{away}-wal")
    away.touch()
    assert open_library(away).load("c1") == conversation


def test_two_programs_on_one_store_see_what_the_other_writes(
    stored: Path, open_library: OpenLibrary
) -> None:
    first, second = open_library(stored), open_library(stored)
    first.set_title("c1", "first")
    second.set_title("long", "second")
    assert {one.title for one in first.summaries()} == {"first", "second"}
    first.close()
    second.set_title("long", "third")
    second.close()
    assert {one.title for one in open_library(stored).summaries()} == {"first", "third"}
