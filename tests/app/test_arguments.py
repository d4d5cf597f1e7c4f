"""The command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.arguments import Arguments, parse
from app.domain.given_files import Given
from app.paths import Paths


def test_every_word_is_understood(tmp_path: Path) -> None:
    words = ["--data-dir", str(tmp_path), "--model", "m.gguf", "--smoke", "--in-process"]

    expected = Arguments(Paths(tmp_path), Path("m.gguf"), smoke=True, in_process=True)
    assert parse(words) == expected


def test_files_are_sorted_by_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("第一 章.txt", "a b.py"):
        (tmp_path / name).touch()
    words = ["--data-dir", str(tmp_path), "--new", "模型.GGUF", "第一 章.txt", "a b.py"]

    wanted = parse(words).given

    assert wanted == Given(
        model=tmp_path / "模型.GGUF",
        files=(tmp_path / "第一 章.txt", tmp_path / "a b.py"),
        new=True,
    )


def test_nothing_but_a_folder_is_needed(tmp_path: Path) -> None:
    expected = Arguments(Paths(tmp_path), None, smoke=False, in_process=False)

    assert parse(["--data-dir", str(tmp_path)]) == expected


def test_a_folder_that_cannot_be_made_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()

    with pytest.raises(SystemExit) as ended:
        parse(["--data-dir", str(tmp_path / "taken")])

    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith("The data folder cannot be used: ")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_the_self_test_needs_no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    words = ["--data-dir", str(tmp_path)]

    assert parse([*words, "--smoke"]).for_qt == ["parley", "-platform", "offscreen"]
    assert parse(words).for_qt == ["parley"]
