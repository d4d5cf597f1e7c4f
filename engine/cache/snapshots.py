"""Snapshots on disk: sequences that outlive eviction, another model and a restart.

One file each, named for its model key and its ids, in one folder for all models. The folder stays
within a byte budget; the least recently used go first. Whatever is wrong with a file, it is
deleted and the tokens are read again: a snapshot is never worth trusting more than that.
"""

from __future__ import annotations

import logging
import os
import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from engine.backends.base import Backend
from engine.cache.ledger import Ledger
from engine.cache.model_key import ModelKey, model_key
from engine.cache.snapshot_file import (
    Snapshot,
    SnapshotHeader,
    owner_of,
    read_snapshot,
    read_snapshot_header,
    size_bytes,
    write_snapshot,
)
from engine.cache.snapshot_index import ENDING, SnapshotIndex
from engine.errors import SnapshotDamaged
from engine.models import CacheOptions, LoadOptions

logger = logging.getLogger(__name__)

_UNFINISHED = ".unfinished"
_ABANDONED_AFTER_S = 3600


@dataclass(frozen=True, slots=True)
class SnapshotMatch:
    """A snapshot that gives a prompt its first `usable` tokens."""

    path: Path
    header: SnapshotHeader
    usable: int


class SnapshotStore:
    """The snapshots of one loaded model. One thread at a time."""

    def __init__(self, folder: Path, *, model: ModelKey, budget_bytes: int) -> None:
        self._folder = folder
        self._model = model
        self._budget_bytes = budget_bytes
        self._index = SnapshotIndex(folder, model)
        self._sweep()

    def best(self, ids: Sequence[int]) -> SnapshotMatch | None:
        """The snapshot with most usable tokens, at most all but the last; looks at headers only."""
        wanted = array("i", ids[:-1])
        matches = (
            SnapshotMatch(path, header, self._usable(header, _shared(header.ids, wanted)))
            for path, header in self._index.headers()
        )
        best = max(matches, key=lambda m: (m.usable, -len(m.header.ids)), default=None)
        return best if best is not None and best.usable else None

    def holds(self, ids: Sequence[int]) -> bool:
        """Whether some snapshot gives back all of these ids."""
        wanted = array("i", ids)
        return any(
            self._usable(header, _shared(header.ids, wanted)) == len(wanted)
            for _, header in self._index.headers()
        )

    # ---- back from disk

    def restore(self, match: SnapshotMatch, ledger: Ledger, number: int) -> int:
        """Fill a sequence with the match's tokens; returns how many it holds then.

        0, with an empty sequence, when the snapshot was no good (it is deleted) or found no room.
        """
        snapshot = self.read(match)
        if snapshot is None:
            ledger.clear(number)
            return 0
        try:
            return ledger.restore(number, snapshot, match.usable)
        except SnapshotDamaged as error:
            self._index.discard(match.path, error)
            return 0

    def read(self, match: SnapshotMatch) -> Snapshot | None:
        """The snapshot behind a match, all of it checked; None, and the file deleted, if wrong."""
        try:
            header, snapshot = read_snapshot(match.path)
            self._index.check_model(header)
            if snapshot.ids != tuple(match.header.ids):
                raise SnapshotDamaged("The file is another snapshot now.")
        except SnapshotDamaged as error:
            self._index.discard(match.path, error)
            return None
        except OSError as error:
            logger.warning("Snapshot %s cannot be read: %s", match.path.name, error)
            return None
        with suppress(OSError):
            os.utime(match.path)
        return snapshot

    # ---- to disk

    def write(self, snapshot: Snapshot) -> bool:
        """Write a snapshot, dropping older ones for the budget; False (logged) if it cannot be."""
        path = self._folder / f"{self._model.digest}-{_name(snapshot.ids)}{ENDING}"
        needed_bytes = size_bytes(snapshot, self._model.facts)
        if needed_bytes > self._budget_bytes:
            logger.info("A snapshot of %d bytes is more than the budget.", needed_bytes)
            return False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make_room(needed_bytes)
            self._write(path, snapshot)
        except OSError as error:
            logger.warning("A snapshot could not be written: %s", error)
            return False
        self._drop_covered(path)
        return True

    def _write(self, path: Path, snapshot: Snapshot) -> None:
        unfinished = path.with_suffix(f".{os.getpid()}{_UNFINISHED}")
        try:
            with unfinished.open("wb") as file:
                write_snapshot(file, snapshot, self._model.facts)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise

    def _make_room(self, needed_bytes: int) -> None:
        """Delete the least recently used, of any model, until the new file fits."""
        files = sorted(
            ((each.stat(), each) for each in self._folder.glob(f"*{ENDING}")),
            key=lambda pair: pair[0].st_mtime_ns,
        )
        total = sum(status.st_size for status, _ in files)
        for status, path in files:
            if total + needed_bytes <= self._budget_bytes:
                return
            path.unlink(missing_ok=True)
            total -= status.st_size

    def _drop_covered(self, new_path: Path) -> None:
        """Delete snapshots whose every token the new one gives back, too."""
        new = self._index.header(new_path)
        for path, header in list(self._index.headers()):
            length = len(header.ids)
            covered = new is not None and self._usable(new, _shared(new.ids, header.ids)) == length
            if covered and path != new_path:
                path.unlink(missing_ok=True)

    # ---- what there is

    def _usable(self, header: SnapshotHeader, shared: int) -> int:
        return header.usable(shared, rewinds_freely=self._model.rewinds_freely)

    def _sweep(self) -> None:
        """Delete what a process that died while writing left behind."""
        oldest_s = time.time() - _ABANDONED_AFTER_S
        for path in self._folder.glob(f"*{_UNFINISHED}"):
            try:
                if path.stat().st_mtime < oldest_s:
                    path.unlink()
            except OSError as error:
                logger.info("%s could not be deleted: %s", path.name, error)


def open_snapshots(
    backend: Backend, options: LoadOptions, cache: CacheOptions
) -> SnapshotStore | None:
    """The snapshots of a model that was just loaded; None when there is no place for any."""
    if cache.snapshots is None or not backend.info.capabilities.snapshots:
        return None
    try:
        model = model_key(backend, options)
    except OSError as error:
        logger.warning("No snapshots: the model file cannot be read again: %s", error)
        return None
    folder = Path(cache.snapshots)
    return SnapshotStore(folder, model=model, budget_bytes=cache.snapshot_budget_bytes)


def forget_snapshots(folder: Path, conversation: str) -> None:
    """Delete what was written for a conversation, of any model.

    Others that share its beginning had their use of it, and read it once more.
    """
    owner = owner_of(conversation)
    for path in folder.glob(f"*{ENDING}"):
        try:
            if read_snapshot_header(path).owner == owner:
                path.unlink()
        except (OSError, SnapshotDamaged) as error:
            logger.info("Snapshot %s cannot be looked at: %s", path.name, error)


def _shared(some: Sequence[int], others: Sequence[int]) -> int:
    """The length of the common prefix of two arrays."""
    length = min(len(some), len(others))
    left, right = np.asarray(some[:length]), np.asarray(others[:length])
    different = np.flatnonzero(left != right)
    return int(different[0]) if len(different) else length


def _name(ids: Sequence[int]) -> str:
    return blake2b(array("i", ids).tobytes(), digest_size=8).hexdigest()
