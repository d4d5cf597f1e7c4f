"""What lies where in the data folder, how much it takes, and the parts that may be emptied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.paths import Paths


@dataclass(frozen=True, slots=True)
class Place:
    """Files that belong together; `size_bytes` is 0 while there are none."""

    title: str
    path: Path
    size_bytes: int


def places(paths: Paths) -> tuple[Place, ...]:
    """Everything the program keeps on disk."""
    database = paths.database
    settings = (paths.preferences, paths.presets, paths.model_choices, paths.state)
    return (
        Place("Conversations", database, _size(_of_conversations(database))),
        *(Place("Models", folder, _size(folder.glob("*.gguf"))) for folder in paths.models),
        snapshots(paths),
        Place("Settings", paths.preferences, _size((*settings, paths.known_good))),
        Place("Log", paths.log, _size(paths.log.parent.glob(paths.log.name + "*"))),
        trace(paths),
    )


def _of_conversations(database: Path) -> Iterable[Path]:
    """The database, and all copies of it."""
    yield from database.parent.glob(database.name + "*")
    yield from (database.parent / "backups").glob("*")


def snapshots(paths: Paths) -> Place:
    return Place("Read prompts", paths.snapshots, _size(paths.snapshots.glob("*")))


def trace(paths: Paths) -> Place:
    return Place("Trace", paths.trace, _size((paths.trace,)))


def clear_snapshots(paths: Paths) -> None:
    """Prompts are read again then. Raises OSError when a file cannot be deleted.

    The engine looks for each file before it uses it, and may be running.
    """
    for path in paths.snapshots.glob("*"):
        path.unlink(missing_ok=True)


def clear_trace(paths: Paths) -> None:
    """Raises OSError when the file cannot be deleted; the engine begins another one."""
    paths.trace.unlink(missing_ok=True)


def _size(files: Iterable[Path]) -> int:
    """In bytes; files that vanish meanwhile count nothing."""
    return sum(_size_of(path) for path in files)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0
