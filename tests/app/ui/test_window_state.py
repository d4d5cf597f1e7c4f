"""The state file may be anything, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ui.window_state import StateFile, WindowState


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    file.state = WindowState(geometry="AAAA", sidebar_shown=False)
    file.save()

    assert StateFile(tmp_path / "state.json").state == WindowState("AAAA", False)


@pytest.mark.parametrize(
    "content", ["", "[]", "not json", '{"sidebar_shown": 3, "geometry": null}', '{"other": 1}']
)
def test_a_file_without_sense_is_as_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(content, encoding="utf-8")

    assert StateFile(path).state == WindowState()


def test_a_folder_that_cannot_be_written_harms_nobody(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "missing" / "state.json")
    file.save()

    assert not (tmp_path / "missing").exists()
