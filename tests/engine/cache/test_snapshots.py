"""Snapshots on disk: which is found, which is replaced, which has to go."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cache.model_key import ModelKey
from engine.cache.snapshots import SnapshotMatch, SnapshotStore, open_snapshots
from engine.models import CacheOptions, LoadOptions
from tests.engine.cache.snapshot_stores import KEY, RECURRENT, files, snapshot_of, store_in
from tests.engine.scripted import ScriptedBackend


def found(store: SnapshotStore, ids: list[int]) -> SnapshotMatch:
    match = store.best(ids)
    assert match is not None
    return match


def test_what_was_written_is_read_back_by_another_store(tmp_path: Path) -> None:
    snapshot = snapshot_of([5, 6, 7], checkpoints=[1, 2])

    assert store_in(tmp_path).write(snapshot)

    store = store_in(tmp_path)
    match = found(store, [5, 6, 7, 8])
    assert match.usable == 3
    assert store.read(match) == snapshot


def test_an_empty_or_missing_folder_holds_nothing(tmp_path: Path) -> None:
    store = store_in(tmp_path / "new" / "folder")

    assert store.best([1, 2, 3]) is None
    assert not store.holds([1])
    assert store.write(snapshot_of([1, 2]))
    assert store.holds([1, 2])


def test_the_last_prompt_token_is_never_restored(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([5, 6, 7]))

    assert found(store, [5, 6, 7]).usable == 2
    assert store.best([5]) is None


def test_the_longest_common_prefix_wins_then_the_smaller_file(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for ids in ([1, 2, 9], [1, 2, 3, 4, 9, 9], [1, 2, 3, 4, 8], [7]):
        store.write(snapshot_of(ids))

    match = found(store, [1, 2, 3, 4, 5, 6])

    assert (list(match.header.ids), match.usable) == ([1, 2, 3, 4, 8], 4)
    assert store.best([2, 2, 2]) is None


def test_a_model_that_cannot_rewind_goes_on_from_checkpoints(tmp_path: Path) -> None:
    store = store_in(tmp_path, model=RECURRENT)
    store.write(snapshot_of([1, 2, 3, 4, 5, 6], checkpoints=[2, 4]))

    assert found(store, [1, 2, 3, 4, 5, 9]).usable == 4
    assert found(store, [1, 2, 3, 9]).usable == 2
    assert found(store, [1, 2, 3, 4, 5, 6, 7]).usable == 6
    assert store.best([1, 9]) is None


def test_holds_asks_for_every_token(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([1, 2, 3]))

    assert [store.holds(ids) for ids in ([1, 2], [1, 2, 3], [1, 2, 3, 4], [2])] == [
        True,
        True,
        False,
        False,
    ]


# ---- replaced and evicted


@pytest.mark.parametrize(
    ("model", "checkpoints", "left"),
    [(KEY, [], 1), (RECURRENT, [], 2), (RECURRENT, [2], 1)],
    ids=["free", "recurrent", "recurrent with the old length as checkpoint"],
)
def test_a_longer_snapshot_replaces_what_it_gives_back(
    tmp_path: Path, model: ModelKey, checkpoints: list[int], left: int
) -> None:
    store = store_in(tmp_path, model=model)
    store.write(snapshot_of([1, 2]))
    store.write(snapshot_of([1, 2, 3, 4], checkpoints=checkpoints))

    assert len(files(tmp_path)) == left


def test_another_branch_is_kept(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([1, 2, 3]))
    store.write(snapshot_of([1, 2, 4, 5]))

    assert len(files(tmp_path)) == 2


def test_the_least_recently_used_makes_room(tmp_path: Path) -> None:
    store = store_in(tmp_path, budget_bytes=7000)
    for age_s, id in ((300, 1), (200, 2), (100, 3)):
        store.write(snapshot_of([id, id], state=b"x" * 1000))
        path = found(store, [id, id, id]).path
        os.utime(path, (time.time() - age_s,) * 2)
    store.read(found(store, [1, 1, 1]))  # used now

    store.write(snapshot_of([4, 4], state=b"x" * 3000))

    held = [id for id in (1, 2, 3, 4) if store.holds([id, id])]
    assert held == [1, 3, 4]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 7000


def test_the_budget_is_over_all_models(tmp_path: Path) -> None:
    other = store_in(tmp_path, model=RECURRENT)
    other.write(snapshot_of([1], state=b"x" * 3000))

    store_in(tmp_path, budget_bytes=4500).write(snapshot_of([2], state=b"x" * 3000))

    assert not other.holds([1])
    assert len(files(tmp_path)) == 1


def test_a_snapshot_larger_than_the_budget_is_not_written(tmp_path: Path) -> None:
    store = store_in(tmp_path, budget_bytes=2000)
    store.write(snapshot_of([1]))

    assert not store.write(snapshot_of([2], state=b"x" * 2000))
    assert store.holds([1])


# ---- whose it is


@pytest.mark.parametrize(
    "other",
    [
        replace(KEY, file="60"),
        replace(KEY, file_bytes=1001),
        replace(KEY, tokenizer="u"),
        replace(KEY, context_tokens=8192),
        replace(KEY, kv_type_k="q8_0"),
        replace(KEY, flash_attention="off"),
        replace(KEY, gpu_layers=0),
        replace(KEY, extra_buffers=False),
        replace(KEY, build="engine 2"),
    ],
)
def test_another_model_or_way_of_loading_finds_nothing_and_deletes_nothing(
    tmp_path: Path, other: ModelKey
) -> None:
    store_in(tmp_path).write(snapshot_of([1, 2]))

    assert store_in(tmp_path, model=other).best([1, 2, 3]) is None
    assert store_in(tmp_path).holds([1, 2])


def test_a_file_that_changed_since_it_was_found_is_not_used(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([1, 2]))
    match = found(store, [1, 2, 3])
    store.write(snapshot_of([7, 7]))
    found(store, [7, 7, 7]).path.replace(match.path)

    assert store.read(match) is None
    assert not match.path.exists()


def test_a_vanished_file_is_no_snapshot(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([1, 2]))
    match = found(store, [1, 2, 3])
    match.path.unlink()

    assert store.read(match) is None
    assert store.best([1, 2, 3]) is None


def test_what_a_dead_process_left_is_swept(tmp_path: Path) -> None:
    abandoned, running = tmp_path / "a.1.unfinished", tmp_path / "b.2.unfinished"
    for path in (abandoned, running):
        path.write_bytes(b"half")
    os.utime(abandoned, (time.time() - 7200,) * 2)

    store_in(tmp_path)

    assert files(tmp_path) == ["b.2.unfinished"]


# ---- opening


def test_without_a_folder_or_a_model_file_there_is_no_store(tmp_path: Path) -> None:
    backend = ScriptedBackend(path=str(tmp_path / "gone.gguf"))
    options = LoadOptions()

    assert open_snapshots(backend, options, CacheOptions()) is None
    assert open_snapshots(backend, options, CacheOptions(snapshots=str(tmp_path))) is None


def test_a_loaded_model_opens_its_store(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_bytes(b"weights")
    cache = CacheOptions(snapshots=str(tmp_path / "snapshots"))

    store = open_snapshots(ScriptedBackend(path=str(path)), LoadOptions(), cache)

    assert store is not None
    assert store.write(snapshot_of([1, 2]))
