"""Copies made while the program runs: one a week, tried before it counts, the last four kept.

They are read over a connection of their own, some pages at a time, so that nobody who writes waits.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from app.domain.copies import StoredCopy
from app.store.backup import (
    SMALL_BYTES,
    copies,
    daily_copy,
    is_copy_due,
    made,
    occasion,
    weekly_folder,
)
from app.store.errors import DiskFull, StoreError
from app.store.failures import explained

KEPT = 4
WEEK_S = 7 * 86_400
_PAGES_PER_STEP = 100
_COUNTS = (
    "SELECT (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages),"
    " (SELECT max(updated_ms) FROM conversations),"
    " (SELECT total(length(title) + length(draft) + length(system_prompt) + pinned"
    "   + (trashed_ms IS NOT NULL)) FROM conversations)"
)
Counts = tuple[int, int, int | None, float]
Pause = Callable[[], bool]
"""Waits a moment between two steps; True when the program wants to close."""


class _Abandoned(Exception):
    """The program wants to close."""


def weekly_copies(path: Path) -> list[Path]:
    """Newest first."""
    found = weekly_folder(path).glob(f"{path.stem}-*{path.suffix}")
    return sorted(found, key=lambda copy: copy.stat().st_mtime, reverse=True)


def described(path: Path) -> list[StoredCopy]:
    """The copies that open, with what is in them."""
    found = []
    for copy in copies(path):
        with suppress(sqlite3.Error), _reading(copy, "immutable=1") as connection:
            conversations, messages, *_ = _counts(connection)
            found.append(
                StoredCopy(copy, made(copy), conversations, messages, occasion(path, copy))
            )
    return found


def copy_if_due(path: Path, pause: Pause) -> Path | None:
    """Make this week's copy of a database, if there is something new in it; older ones go then.

    Raises StoreError, and leaves the copies as they were, when that does not work.
    """
    with explained(path):
        newest = next(iter(weekly_copies(path)), None)
        if newest is not None and time.time() - newest.stat().st_mtime < WEEK_S:
            return None
        with _reading(path, "mode=ro") as source:
            source.execute("BEGIN")  # one state of it, whatever is written meanwhile
            counts = _counts(source)
            if not counts[0] or (newest is not None and _counts_of(newest) == counts):
                return None
            copy = weekly_folder(path) / f"{path.stem}-{datetime.now():%Y-%m-%d}{path.suffix}"
            if not _copied(source, copy, counts, pause):
                return None
        for old in weekly_copies(path)[KEPT:]:
            old.unlink(missing_ok=True)
        return copy


def copy_large_if_due(path: Path, pause: Pause) -> None:
    """The daily copy, of a file that is too large to be copied on closing."""
    with explained(path):
        if path.stat().st_size > SMALL_BYTES and is_copy_due(path):
            with _reading(path, "mode=ro") as source:
                source.execute("BEGIN")
                _copied(source, daily_copy(path), _counts(source), pause)


def _copied(source: sqlite3.Connection, copy: Path, counts: Counts, pause: Pause) -> bool:
    """Whether there is a copy, and a good one; False when it was abandoned."""
    copy.parent.mkdir(mode=0o700, exist_ok=True)
    unfinished = copy.with_name(copy.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        _check_room(source, copy.parent)
        _write(source, unfinished, pause)
        if not _is_good(unfinished, counts, pause):
            raise StoreError(
                f"The copy {copy} was not sound and was thrown away. "
                "Start Parley again to have the conversations checked."
            )
        unfinished.replace(copy)
    except _Abandoned:
        return False
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return True


def _check_room(source: sqlite3.Connection, folder: Path) -> None:
    [(pages,)], [(page_bytes,)] = (
        source.execute(f"PRAGMA {name}").fetchall() for name in ("page_count", "page_size")
    )
    size_bytes = pages * page_bytes
    if shutil.disk_usage(folder).free < 1.1 * size_bytes:
        raise DiskFull(
            f"The conversations were not copied, because the disk that holds {folder} has no "
            f"room for {size_bytes / 1e6:,.0f} MB more. Free some space."
        )


def _write(source: sqlite3.Connection, target: Path, pause: Pause) -> None:
    def step(_status: int, _remaining: int, _total: int) -> None:
        if pause():
            raise _Abandoned

    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=_PAGES_PER_STEP, progress=step)


def _is_good(copy: Path, counts: Counts, pause: Pause) -> bool:
    with _reading(copy, "immutable=1") as connection:
        connection.set_progress_handler(pause, 100_000)
        try:
            [(verdict,)] = connection.execute("PRAGMA integrity_check(1)").fetchall()
            return bool(verdict == "ok" and _counts(connection) == counts)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise _Abandoned from error
            raise


def _reading(path: Path, access: str) -> closing[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?{access}"
    return closing(sqlite3.connect(address, uri=True, isolation_level=None))


def _counts(connection: sqlite3.Connection) -> Counts:
    conversations, messages, updated_ms, lengths = connection.execute(_COUNTS).fetchone()
    return conversations, messages, updated_ms, lengths


def _counts_of(copy: Path) -> Counts | None:
    with suppress(sqlite3.Error), _reading(copy, "immutable=1") as connection:
        return _counts(connection)
    return None
