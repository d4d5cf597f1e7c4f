"""Files handed over, sorted by what they are."""

from __future__ import annotations

from pathlib import Path

from app.domain.given_files import Given, given


def test_the_first_model_is_taken_and_the_others_are_said(tmp_path: Path) -> None:
    first, second = tmp_path / "a.gguf", tmp_path / "b.GGUF"

    wanted = given([first, second])

    assert wanted.model == first
    assert wanted.sentences == ("One model is loaded at a time: “a.gguf” was taken.",)


def test_folders_are_said(tmp_path: Path) -> None:
    (tmp_path / "models.gguf").mkdir()
    (tmp_path / "note.txt").touch()
    paths = [tmp_path / name for name in ("models.gguf", "note.txt")]

    assert given(paths) == Given(
        files=(tmp_path / "note.txt",),
        sentences=("“models.gguf” is a folder. Give the files in it.",),
    )


def test_nothing_is_nothing() -> None:
    assert given([]).nothing
    assert not given([], new=True).nothing
