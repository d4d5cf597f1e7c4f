"""Sizes are those of the files there are, and only what may be emptied is."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.disk_use import clear_snapshots, clear_trace, places, snapshots, trace
from app.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A data folder with 10 bytes in each place."""
    paths = Paths(tmp_path, tmp_path)
    files = (paths.database, paths.models[0] / "a.gguf", paths.snapshots / "a.snapshot")
    for path in (*files, paths.preferences, paths.log, paths.trace):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"0123456789")
    return paths


def test_every_place_has_the_size_of_its_files(paths: Paths) -> None:
    paths.database.with_name("parley.db-wal").write_bytes(b"01234")

    sizes = {place.title: place.size_bytes for place in places(paths)}

    assert sizes == {
        "Conversations": 15,
        "Models": 10,
        "Read prompts": 10,
        "Settings": 10,
        "Log": 10,
        "Trace": 10,
    }


def test_an_empty_data_folder_takes_nothing(tmp_path: Path) -> None:
    assert {place.size_bytes for place in places(Paths(tmp_path, tmp_path))} == {0}


def test_clearing_leaves_everything_else(paths: Paths) -> None:
    clear_snapshots(paths)
    clear_trace(paths)
    clear_trace(paths)

    assert (snapshots(paths).size_bytes, trace(paths).size_bytes) == (0, 0)
    assert sum(place.size_bytes for place in places(paths)) == 40
