"""Copies of the database, and what becomes of a damaged one.

parley.db.copy               made about once a day
parley.db.before-0002        made before that migration; kept
parley.db.damaged-<date>     moved aside; kept
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from app.store.failures import check_mark, damaged, explained

_DAY_S = 86_400
_PAGES_PER_STEP = 500


class _Abandoned(Exception):
    """The program wants to close."""


def daily_copy(path: Path) -> Path:
    return path.with_name(path.name + ".copy")


def is_copy_due(path: Path) -> bool:
    """Whether there is no copy of the last 24 hours."""
    copy = daily_copy(path)
    return not copy.exists() or time.time() - copy.stat().st_mtime > _DAY_S


def copies(path: Path) -> list[Path]:
    """All copies made of a database, newest first; also those that are no longer sound."""
    found = [*path.parent.glob(f"{path.name}.copy"), *path.parent.glob(f"{path.name}.before-*")]
    found = [copy for copy in found if copy.suffix != ".unfinished"]
    return sorted(found, key=lambda copy: copy.stat().st_mtime, reverse=True)


def copy_database(engine: Engine, path: Path, target: Path, abandoned: Callable[[], bool]) -> None:
    """Copy the open database `path` to `target`, which keeps its old content until all is done.

    Ends without a copy once `abandoned` says so. Raises StoreDamaged rather than put a damaged
    copy in the place of a good one.
    """

    def step(_status: int, _remaining: int, _total: int) -> None:
        if abandoned():
            raise _Abandoned

    unfinished = target.with_name(target.name + ".unfinished")
    try:
        with explained(path):
            _copy(engine, unfinished, step)
            if not is_sound(unfinished):
                raise damaged(path)
            unfinished.replace(target)
    except _Abandoned:
        pass
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _copy(engine: Engine, target: Path, step: Callable[[int, int, int], None]) -> None:
    target.unlink(missing_ok=True)
    source = engine.raw_connection()
    try:
        assert isinstance(source.driver_connection, sqlite3.Connection)
        with closing(sqlite3.connect(target)) as copy:
            source.driver_connection.backup(copy, pages=_PAGES_PER_STEP, progress=step)
    finally:
        source.close()


def is_sound(path: Path) -> bool:
    """Whether a database at rest opens and passes SQLite's check of all its pages."""
    address = f"{path.absolute().as_uri()}?immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def restore_copy(path: Path) -> str | None:
    """Move the damaged database aside and put its newest sound copy in its place.

    Returns the sentence about it; None, and nothing is changed, when there is no sound copy.
    """
    with explained(path):
        copy = next(filter(is_sound, copies(path)), None)
        if copy is None:
            return None
        made = datetime.fromtimestamp(copy.stat().st_mtime)
        restored = path.with_name(path.name + ".restored.unfinished")
        shutil.copyfile(copy, restored)
        aside = set_aside(path)
        restored.replace(path)
    return _restored_sentence(path, made, aside)


def _restored_sentence(path: Path, made: datetime, aside: Path | None) -> str:
    when = f"{made:%Y-%m-%d %H:%M}"
    if aside is None:
        return f"{path} was missing, so its copy of {when} was put in its place."
    return (
        f"The conversations were damaged, so their copy of {when} was put in place. "
        f"The damaged file is kept as {aside}."
    )


def set_aside(path: Path) -> Path | None:
    """Rename a database and its log to `….damaged-<date>`; None when there was no database."""
    aside = path.with_name(f"{path.name}.damaged-{datetime.now():%Y-%m-%d-%H%M%S}")
    with explained(path):
        existed = path.exists()
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
        Path(f"{path}-shm").unlink(missing_ok=True)  # only an index of the log
        check_mark(path).unlink(missing_ok=True)
    return aside if existed else None
