"""The set-up puts things where the app looks for them."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from devtools.folders import cache_dir, data_dir


def test_folders_are_those_of_platformdirs() -> None:
    assert data_dir() == platformdirs.user_data_path("parley", appauthor=False)
    assert cache_dir() == platformdirs.user_cache_path("parley", appauthor=False)


@pytest.mark.parametrize(
    ("system", "data", "cache"),
    [
        ("linux", ".local/share/parley", ".cache/parley"),
        ("darwin", "Library/Application Support/parley", "Library/Caches/parley"),
        ("win32", "AppData/Local/parley", "AppData/Local/parley/Cache"),
    ],
)
def test_each_system_has_its_own_places(system: str, data: str, cache: str) -> None:
    assert data_dir({}, system) == Path.home() / data
    assert cache_dir({}, system) == Path.home() / cache


def test_a_relative_folder_in_the_environment_does_not_count(tmp_path: Path) -> None:
    assert cache_dir({"XDG_CACHE_HOME": "here"}, "linux") == Path.home() / ".cache" / "parley"
    assert cache_dir({"XDG_CACHE_HOME": str(tmp_path)}, "linux") == tmp_path / "parley"
