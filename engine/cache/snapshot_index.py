"""The headers of one model's snapshots, read once and again only when a file has changed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.cache.model_key import ModelKey
from engine.cache.snapshot_file import SnapshotHeader, read_snapshot_header
from engine.errors import SnapshotDamaged

logger = logging.getLogger(__name__)

ENDING = ".snapshot"


@dataclass(frozen=True, slots=True)
class _Known:
    """A header as it was read, and by which size and time the file is still the same."""

    size_bytes: int
    changed_ns: int
    header: SnapshotHeader


class SnapshotIndex:
    """Looks at a folder that other processes may change, too."""

    def __init__(self, folder: Path, model: ModelKey) -> None:
        self._folder = folder
        self._model = model
        self._known: dict[Path, _Known] = {}

    def headers(self) -> Iterator[tuple[Path, SnapshotHeader]]:
        """Of every snapshot of this model; bad ones are deleted on the way."""
        paths = sorted(self._folder.glob(f"{self._model.digest}-*{ENDING}"))
        self._known = {path: self._known[path] for path in paths if path in self._known}
        for path in paths:
            header = self.header(path)
            if header is not None:
                yield path, header

    def header(self, path: Path) -> SnapshotHeader | None:
        """None when the file is gone or no good; it is deleted when it is no good."""
        try:
            return self._look(path).header
        except SnapshotDamaged as error:
            self.discard(path, error)
        except OSError as error:
            logger.info("Snapshot %s cannot be looked at: %s", path.name, error)
        return None

    def _look(self, path: Path) -> _Known:
        status = path.stat()
        known = self._known.get(path)
        same = known is not None and known.size_bytes == status.st_size
        if known is not None and same and known.changed_ns == status.st_mtime_ns:
            return known
        header = read_snapshot_header(path)
        self.check_model(header)
        self._known[path] = _Known(status.st_size, status.st_mtime_ns, header)
        return self._known[path]

    def check_model(self, header: SnapshotHeader) -> None:
        """Raise SnapshotDamaged when the snapshot is not for this model as it is loaded."""
        if header.model != self._model.facts:
            raise SnapshotDamaged("It belongs to another model or another way of loading it.")

    def discard(self, path: Path, why: SnapshotDamaged) -> None:
        """Delete a snapshot that is no good."""
        logger.warning("Snapshot %s is deleted: %s", path.name, why)
        self._known.pop(path, None)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("It could not be deleted: %s", error)
