"""Stores and snapshots to try things on, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.cache.checkpoints import Checkpoint
from engine.cache.model_key import ModelKey
from engine.cache.snapshot_file import Snapshot
from engine.cache.snapshots import SnapshotStore

KEY = ModelKey(
    file="5f",
    file_bytes=1000,
    tokenizer="t",
    context_tokens=4096,
    kv_type_k="f16",
    kv_type_v="f16",
    flash_attention="auto",
    gpu_layers=-1,
    extra_buffers=True,
    rewinds_freely=True,
    build="engine 1",
)
RECURRENT = replace(KEY, rewinds_freely=False)


def store_in(folder: Path, *, model: ModelKey = KEY, budget_bytes: int = 10**9) -> SnapshotStore:
    return SnapshotStore(folder, model=model, budget_bytes=budget_bytes)


def snapshot_of(
    ids: Sequence[int], *, state: bytes = b"state" * 100, checkpoints: Sequence[int] = ()
) -> Snapshot:
    return Snapshot(
        ids=tuple(ids),
        state=state,
        checkpoints=tuple(Checkpoint(length, b"check" * length) for length in checkpoints),
        likeliest=((3, -0.5), (9, -1.5)),
    )


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
