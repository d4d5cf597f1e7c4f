"""Where everything lies."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from app.paths import Paths


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    paths = Paths.prepare(tmp_path / "a" / "b")

    assert paths.root.is_dir()
    assert paths.database == tmp_path / "a" / "b" / "parley.db"


def test_snapshots_lie_in_the_data_folder(tmp_path: Path) -> None:
    assert Paths(tmp_path).snapshots == tmp_path / "snapshots"


def test_models_of_the_default_folder_are_offered_too(tmp_path: Path) -> None:
    here, default = tmp_path / "here", tmp_path / "default"

    assert Paths(here, default=default).models == (here / "models", default / "models")
    assert Paths(here, default=here).models == (here / "models",)


def test_without_a_wish_it_is_the_platforms_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: tmp_path / "parley")

    assert Paths.prepare(None).root == tmp_path / "parley"


def test_a_file_in_its_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()

    with pytest.raises(OSError, match="taken"):
        Paths.prepare(tmp_path / "taken")
