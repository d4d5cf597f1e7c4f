"""Copies of the database, and what becomes of a damaged one.

parley.db.copy               made about once a day, of a small file
backups/parley-<date>.db     made once a week; the last four (`weekly`)
parley.db.before-0002        made before that migration; kept
parley.db.damaged-<date>     moved aside; kept
parley.db.replaced-<date>    what was there before a copy was put back; kept
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

from app.domain.copies import Occasion
from app.store.exits import open_mark
from app.store.failures import check_mark, damaged, explained

_DAY_S = 86_400
_PAGES_PER_STEP = 500
SMALL_BYTES = 10 * 2**20
"""Up to this size a copy is made on the way out."""


class _Abandoned(Exception):
    """The program wants to close."""


def daily_copy(path: Path) -> Path:
    return path.with_name(path.name + ".copy")


def is_copy_due(path: Path) -> bool:
    """Whether there is no copy of the last 24 hours."""
    copy = daily_copy(path)
    return not copy.exists() or time.time() - copy.stat().st_mtime > _DAY_S


def weekly_folder(path: Path) -> Path:
    return path.parent / "backups"


def copies(path: Path) -> list[Path]:
    """All copies made of a database, newest first; also those that are no longer sound."""
    found = [
        *path.parent.glob(f"{path.name}.copy"),
        *path.parent.glob(f"{path.name}.before-*"),
        *weekly_folder(path).glob(f"{path.stem}-*{path.suffix}"),
    ]
    found = [copy for copy in found if copy.suffix != ".unfinished"]
    return sorted(found, key=lambda copy: copy.stat().st_mtime, reverse=True)


def occasion(path: Path, copy: Path) -> Occasion:
    """Why this copy of the database `path` was made, told from its name."""
    if copy == daily_copy(path):
        return "daily"
    if copy.parent == weekly_folder(path):
        return "weekly"
    return "repair" if copy.name.startswith(f"{path.name}.before-repair") else "migration"


def newest_sound_copy(path: Path) -> Path | None:
    return next(filter(is_sound, copies(path)), None)


def made(copy: Path) -> datetime:
    return datetime.fromtimestamp(copy.stat().st_mtime)


def copy_on_closing(engine: Engine, path: Path) -> None:
    """The daily copy, of a file so small that nobody waits for it."""
    with explained(path):
        if path.stat().st_size <= SMALL_BYTES and is_copy_due(path):
            copy_database(engine, path, daily_copy(path), abandoned=lambda: False)


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
    if path.stat().st_size == 0:  # to SQLite, an empty database
        return False
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
        copy = newest_sound_copy(path)
        if copy is None:
            return None
        when = made(copy)
        aside = put_in_place(path, copy, "damaged")
    return _restored_sentence(path, when, aside)


def put_in_place(path: Path, copy: Path, what: str) -> Path | None:
    """Put a copy of `copy` where the database is, which nobody has open; where that is now."""
    restored = path.with_name(path.name + ".restored.unfinished")
    try:
        with explained(path):
            shutil.copyfile(copy, restored)
            aside = set_aside(path, what)
            restored.replace(path)
    finally:
        with suppress(OSError):
            restored.unlink(missing_ok=True)
    return aside


def _restored_sentence(path: Path, made_at: datetime, aside: Path | None) -> str:
    when = f"{made_at:%Y-%m-%d %H:%M}"
    if aside is None:
        return f"{path} was missing, so its copy of {when} was put in its place."
    return (
        f"The conversations were damaged, so their copy of {when} was put in place. "
        f"The damaged file is kept as {aside}."
    )


def set_aside(path: Path, what: str = "damaged") -> Path | None:
    """Rename a database and its log to `….damaged-<date>`; None when there was no database."""
    aside = _free_name(path, f"{path.name}.{what}-{datetime.now():%Y-%m-%d-%H%M%S}")
    with explained(path):
        existed = path.exists()
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
        Path(f"{path}-shm").unlink(missing_ok=True)  # only an index of the log
        check_mark(path).unlink(missing_ok=True)
        open_mark(path).unlink(missing_ok=True)
    return aside if existed else None


def _free_name(path: Path, name: str) -> Path:
    """Nothing that was set aside in the same second is overwritten."""
    names = (name, *(f"{name}-{number}" for number in range(2, 100)))
    return next(path.with_name(one) for one in names if not path.with_name(one).exists())
