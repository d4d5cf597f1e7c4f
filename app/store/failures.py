"""What an error of SQLite or of the file system means to the user."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.store.errors import DiskFull, StoreBusy, StoreDamaged, StoreError, StoreReadOnly

# A disk quota or a file size limit comes as a failed write, only a full disk as SQLITE_FULL.
_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_ROOM_ON_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise errors inside as the StoreError that says what they mean for the database `path`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        meaning = explain(error, path)
        if meaning is None:
            raise
        raise meaning from error


def explain(error: sqlite3.Error | OSError, path: Path) -> StoreError | None:
    """The StoreError for an error of the environment, None for one that is ours."""
    if isinstance(error, OSError):
        return _full(path) if error.errno in _NO_ROOM_ON_DISK else unwritable(path)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    primary = code & 0xFF
    if code in _NO_ROOM:
        return _full(path)
    if primary in _UNWRITABLE:
        return unwritable(path)
    if primary in _DAMAGED:
        return damaged(path)
    if primary in _BUSY:
        return StoreBusy(f"Another program is using {path}. Close it, then try again.")
    if primary == sqlite3.SQLITE_IOERR:
        return StoreError(f"The disk reported an error ({error}) for {path}. Check the disk.")
    return None


def unwritable(path: Path) -> StoreReadOnly:
    return StoreReadOnly(
        f"Nothing can be saved, because {path} cannot be written. "
        "Make the file and its folder writable, then start Parley again."
    )


def damaged(path: Path) -> StoreDamaged:
    """The error for a damaged database; leaves a mark, so that the next start checks the file."""
    with suppress(OSError):  # in an unwritable folder nothing is repaired either
        check_mark(path).touch()
    return StoreDamaged(f"{path} is damaged. Start Parley again to have it repaired.")


def check_mark(path: Path) -> Path:
    """The file beside a database that asks for a check of all its pages."""
    return path.with_name(path.name + ".check")


def _full(path: Path) -> DiskFull:
    return DiskFull(
        f"Nothing was saved, because the disk that holds {path.parent} is full. "
        "Free some space, then try again."
    )
