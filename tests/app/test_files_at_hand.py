"""Files used lately and the folders of conversations are kept; folders are read on a thread."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.file_thread import FileThread
from app.files_at_hand import MOST_RECENT, FilesAtHand
from tests.app.fakes import World


@pytest.fixture
def thread(world: World) -> Iterator[FileThread]:
    thread = FileThread(world.bridge.post)
    yield thread
    thread.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "files_at_hand.json"


@pytest.fixture
def at_hand(world: World, path: Path, thread: FileThread) -> FilesAtHand:
    return FilesAtHand(path, files=thread, parent=world.session)


def found(at_hand: FilesAtHand, typed: str) -> list[str]:
    search = at_hand.search("c1")
    assert search is not None
    return [path for path, _ in search.find(typed, 9)]


def test_the_files_used_last_come_first_each_once(
    at_hand: FilesAtHand, path: Path, thread: FileThread, qapp: QObject
) -> None:
    for number in range(MOST_RECENT + 5):
        at_hand.remember(Path(f"/a/{number}.txt"))
    at_hand.remember(Path("/a/20.txt"))

    again = FilesAtHand(path, files=thread, parent=qapp)

    assert again.recent[:2] == [Path("/a/20.txt"), Path("/a/34.txt")]
    assert len(again.recent) == len(set(again.recent)) == MOST_RECENT


def test_a_folder_is_read_and_read_again(
    at_hand: FilesAtHand, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "one.txt").write_text("1")
    with qtbot.waitSignal(at_hand.changed):
        at_hand.choose_folder("c1", folder, stored=True)
    assert found(at_hand, "") == ["one.txt"]
    assert at_hand.search("c2") is None

    (folder / "two.txt").write_text("2")
    with qtbot.waitSignal(at_hand.changed):
        at_hand.look("c1")

    assert found(at_hand, "two") == ["two.txt"]


def test_the_folder_of_a_conversation_survives_a_restart_and_may_be_left(
    at_hand: FilesAtHand, path: Path, thread: FileThread, tmp_path: Path, qapp: QObject
) -> None:
    at_hand.choose_folder("c1", tmp_path, stored=True)
    again = FilesAtHand(path, files=thread, parent=qapp)
    assert again.folder("c1") == tmp_path

    again.choose_folder("c1", None, stored=True)

    assert FilesAtHand(path, files=thread, parent=qapp).folder("c1") is None


def test_a_temporary_conversation_leaves_no_folder_behind(
    at_hand: FilesAtHand, path: Path, tmp_path: Path
) -> None:
    at_hand.choose_folder("c1", tmp_path, stored=False)

    assert at_hand.folder("c1") == tmp_path
    assert not path.exists()


def test_what_lies_in_a_typed_folder_is_read_when_it_is_asked_for(
    at_hand: FilesAtHand, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "typed" / "deeper").mkdir(parents=True)
    (tmp_path / "typed" / "a.txt").write_text("a")
    with qtbot.waitSignal(at_hand.changed):
        assert at_hand.names_in(tmp_path / "typed") == []

    assert at_hand.names_in(tmp_path / "typed") == ["a.txt", "deeper/"]


def test_a_folder_that_is_gone_is_said(at_hand: FilesAtHand, tmp_path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(at_hand.failed) as failed:
        at_hand.choose_folder("c1", tmp_path / "gone", stored=True)

    assert failed.args == ["The folder “gone” cannot be read: choose another one."]
    assert at_hand.search("c1") is None


@pytest.mark.parametrize("text", ["broken", "3", json.dumps({"recent": 1, "folders": {"a": 2}})])
def test_a_broken_file_is_as_none(
    at_hand: FilesAtHand, path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(text)
    with caplog.at_level(logging.CRITICAL):
        assert (at_hand.recent, at_hand.folder("a")) == ([], None)
