"""How the program ended the last time, told by what lies beside the database.

parley.db-wal     the log; closing merges it, so one that is there was left by a killed program
parley.db.open    there while the database is open for writing
parley.db.check   somebody read a damaged page
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app.store.failures import check_mark, damaged, explained

AT_ONCE_BYTES = 64 * 2**20
"""Up to this size the check takes a tenth of a second; larger files are checked while open."""
_STEPS_BETWEEN_LOOKS = 10_000


def open_mark(path: Path) -> Path:
    return path.with_name(path.name + ".open")


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def ended_uncleanly(path: Path) -> bool:
    log = log_of(path)
    return open_mark(path).exists() or (log.exists() and log.stat().st_size > 0)


def is_log_missing(path: Path) -> bool:
    """Whether the database was left open and its log was neither kept nor merged.

    A merged log makes the file newer than the mark. One merged in part before does that, too; then
    nobody can tell.
    """
    mark = open_mark(path)
    if not mark.exists() or log_of(path).exists():
        return False
    return path.stat().st_mtime_ns <= mark.stat().st_mtime_ns


def must_check_first(path: Path) -> bool:
    """Whether the database is to be checked before it is opened."""
    if not path.exists():
        return False
    if check_mark(path).exists():
        return True
    return ended_uncleanly(path) and path.stat().st_size <= AT_ONCE_BYTES


def must_be_waited_for(path: Path) -> bool:
    """Whether that check takes seconds."""
    return must_check_first(path) and path.stat().st_size > AT_ONCE_BYTES


def is_left_for_later(path: Path) -> bool:
    """Whether the database is to be checked while it is open."""
    return path.exists() and ended_uncleanly(path) and not must_check_first(path)


def check_pages(path: Path, busy_timeout_ms: int) -> None:
    """Raise StoreDamaged when SQLite finds a page that is not as it should be.

    Only reads: closing a connection that may write would merge the log, which may be foreign.
    """
    with explained(path):
        if not _is_sound(path, busy_timeout_ms, lambda: False):
            raise damaged(path)
        check_mark(path).unlink(missing_ok=True)


def check_meanwhile(path: Path, abandoned: Callable[[], bool]) -> None:
    """The same on another thread than the store's, for a database that is open there."""
    with explained(path):
        try:
            if not _is_sound(path, 0, abandoned):
                raise damaged(path)
        except sqlite3.OperationalError:
            if not abandoned():
                raise


def _is_sound(path: Path, busy_timeout_ms: int, abandoned: Callable[[], bool]) -> bool:
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=busy_timeout_ms / 1000)) as connection:
        connection.set_progress_handler(abandoned, _STEPS_BETWEEN_LOOKS)
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
