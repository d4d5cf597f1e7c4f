"""A snapshot after a restart: the model is opened anew, and only the new turn is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.backends.base import Backend, Chunk
from engine.backends.llama import open_llama
from engine.cache.ledger import Ledger
from engine.cache.snapshots import SnapshotStore, open_snapshots
from engine.models import CacheOptions, LoadOptions
from tests.engine.backends.conformance import distance
from tests.engine.cache.walks import opened

OPTIONS = LoadOptions(threads=1, sequences=2, context_tokens=2048, flash_attention="off")
KINDS = ("tiny_llama", "tiny_qwen2", "tiny_mamba", "tiny_gemma3", "tiny_lfm2")
HISTORY = [10 + position * position % 300 for position in range(900)]
TURN = [40 + position % 30 for position in range(20)]


def stored(backend: Backend, folder: Path) -> SnapshotStore:
    store = open_snapshots(backend, OPTIONS, CacheOptions(snapshots=str(folder)))
    assert store is not None
    return store


def read(ledger: Ledger, number: int, ids: list[int]) -> None:
    ledger.forward([Chunk(number, ids, wants_logits=True)], abortable=False)


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_new_turn_is_read(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(kind)
    with opened(open_llama, path, OPTIONS) as backend:
        ledger = Ledger(backend)
        read(ledger, 0, HISTORY)
        assert stored(backend, tmp_path).write(ledger.snapshot(0))
        read(ledger, 0, TURN)
        expected = backend.logits(0)

    with opened(open_llama, path, OPTIONS) as backend:
        ledger = Ledger(backend)
        store = stored(backend, tmp_path)
        match = store.best(HISTORY + TURN)
        assert match is not None
        assert store.restore(match, ledger, 0) == len(HISTORY)
        read(ledger, 0, TURN)
        assert distance(backend.logits(0), expected) <= (0.02 if kind == "tiny_gemma3" else 0)


@pytest.mark.parametrize("kind", ["tiny_mamba", "tiny_gemma3", "tiny_lfm2"])
def test_checkpoints_survive_for_an_edit_after_the_restart(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(kind)
    with opened(open_llama, path, OPTIONS) as backend:
        ledger = Ledger(backend)
        read(ledger, 0, HISTORY[:400])
        ledger.checkpoint(0)
        read(ledger, 0, HISTORY[400:])
        assert stored(backend, tmp_path).write(ledger.snapshot(0))

    with opened(open_llama, path, OPTIONS) as backend:
        ledger = Ledger(backend)
        store = stored(backend, tmp_path)
        match = store.best([*HISTORY[:450], *TURN])
        assert match is not None
        assert store.restore(match, ledger, 0) == match.usable == 400
        read(ledger, 0, TURN)
        walked = backend.logits(0)
        read(ledger, 1, [*HISTORY[:400], *TURN])
        assert distance(walked, backend.logits(1)) <= 0.02


def test_another_way_of_loading_reads_again(tmp_path: Path, tiny_llama: Path) -> None:
    """The same file with another context length: found nowhere, deleted by nobody."""
    with opened(open_llama, tiny_llama, OPTIONS) as backend:
        ledger = Ledger(backend)
        read(ledger, 0, HISTORY)
        stored(backend, tmp_path).write(ledger.snapshot(0))
    other = LoadOptions(threads=1, sequences=2, context_tokens=1024, flash_attention="off")
    with opened(open_llama, tiny_llama, other) as backend:
        store = open_snapshots(backend, other, CacheOptions(snapshots=str(tmp_path)))
        assert store is not None
        assert store.best(HISTORY + TURN) is None
    with opened(open_llama, tiny_llama, OPTIONS) as backend:
        assert stored(backend, tmp_path).holds(HISTORY)
