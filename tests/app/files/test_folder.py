"""A folder is listed without what nobody looks for, and never beyond itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.files import folder
from app.files.errors import NotReadable
from app.files.folder import files_below, names_in


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")


def below(root: Path) -> list[str]:
    return files_below(root, lambda: False)


def test_files_come_by_name_those_that_lie_deeper_later(tmp_path: Path) -> None:
    make(tmp_path, "src/b.py", "src/a/deep.py", "Zebra.md", "apple.md", "京都.txt")

    assert below(tmp_path) == ["apple.md", "Zebra.md", "京都.txt", "src/b.py", "src/a/deep.py"]


def test_what_programs_make_for_themselves_is_left_out(tmp_path: Path) -> None:
    junk = (".git/config", "node_modules/x.js", "a/__pycache__/m.pyc", ".venv/x.py", "m.pyc")
    make(tmp_path, *junk, ".DS_Store", ".gitignore", "build.zip", "kept.py")

    assert below(tmp_path) == [".gitignore", "kept.py"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret.txt", "inside/kept.txt")
    (tmp_path / "inside/door").symlink_to(tmp_path / "outside")
    (tmp_path / "inside/window.txt").symlink_to(tmp_path / "outside/secret.txt")

    assert below(tmp_path / "inside") == ["kept.txt"]


def test_a_large_folder_ends_at_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, *(f"{number}.txt" for number in range(5)))
    monkeypatch.setattr(folder, "MOST_FILES", 3)

    assert below(tmp_path) == ["0.txt", "1.txt", "2.txt"]


def test_looking_ends_when_it_is_abandoned(tmp_path: Path) -> None:
    make(tmp_path, "a/b.txt")

    assert files_below(tmp_path, lambda: True) == []


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotReadable, match="The folder “gone” cannot be read"):
        below(tmp_path / "gone")


def test_what_is_right_in_a_typed_folder_is_named(tmp_path: Path) -> None:
    make(tmp_path, "b/deep.txt", "A.txt", ".hidden")

    assert names_in(tmp_path, lambda: False) == [".hidden", "A.txt", "b/"]
    with pytest.raises(NotReadable):
        names_in(tmp_path / "gone", lambda: False)
