"""Folders that the store cannot know: empty ones, and which are folded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.folders import (
    LONGEST_NAME,
    Folder,
    FoldersFile,
    clean_name,
    free_name,
    known_as,
)


def test_empty_and_used_folders_come_by_the_alphabet(tmp_path: Path) -> None:
    file = FoldersFile(tmp_path / "folders.json")
    file.add("zoo", folded=True)
    file.add("Work")

    wanted = [Folder("apples"), Folder("Work"), Folder("zoo", folded=True)]
    assert file.all(["apples", "zoo", ""]) == wanted


def test_they_are_there_at_the_next_start(tmp_path: Path) -> None:
    file = FoldersFile(tmp_path / "folders.json")
    file.add("Work", folded=True)
    file.add("Gone")
    file.rename("Work", "港口")
    file.remove("Gone")

    assert FoldersFile(tmp_path / "folders.json").all([]) == [Folder("港口", folded=True)]


@pytest.mark.parametrize("written", ["", "[]", '{"folded": 3}', '{"folded": {" x ": true}}', "\0"])
def test_a_damaged_file_forgets_empty_folders(tmp_path: Path, written: str) -> None:
    path = tmp_path / "folders.json"
    path.write_text(written, encoding="utf-8")

    assert FoldersFile(path).all(["Used"]) == [Folder("Used")]


def test_a_file_that_cannot_be_written_holds_all_the_same(tmp_path: Path) -> None:
    file = FoldersFile(tmp_path / "nowhere" / "folders.json")
    file.add("Work")

    assert file.all([]) == [Folder("Work")]


def test_what_is_written_is_plain_json(tmp_path: Path) -> None:
    FoldersFile(tmp_path / "folders.json").add("Work")

    written = json.loads((tmp_path / "folders.json").read_text(encoding="utf-8"))
    assert written == {"folded": {"Work": False}}


def test_names_are_on_one_line_and_within_their_limit() -> None:
    assert clean_name('  my\n "new"  folder ') == "my new folder"
    assert clean_name(" \n\t") == ""
    assert len(clean_name("x" * 200)) == LONGEST_NAME


def test_names_that_differ_only_in_case_or_width_are_one() -> None:
    assert known_as("ＷＯＲＫ", ["Play", "Work"]) == "Work"
    assert known_as("Wor", ["Play", "Work"]) is None
    assert free_name("work", ["Work", "work 2"]) == "work 3"
    assert free_name("new", ["Work"]) == "new"
