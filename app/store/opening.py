"""Opening a database in whatever state it is found: new, old, unwritable, damaged, missing."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, inspect, select

from app.store import backup
from app.store.connection import Access, connect
from app.store.errors import NewerSchema, StoreBusy, StoreDamaged, StoreError, StoreReadOnly
from app.store.exits import (
    check_pages,
    is_left_for_later,
    is_log_missing,
    log_of,
    must_be_waited_for,
    must_check_first,
    open_mark,
)
from app.store.failures import damaged, explained
from app.store.migrations import migrate, refuse_newer, stored_version
from app.store.progress import Told, unheard
from app.store.recovery import recover
from app.store.schema import NEWEST_VERSION, conversations, messages

CHECKING = "The conversations are being checked, because something could not be read the last time."


@dataclass(frozen=True)
class Opened:
    """An open database. `notice` is the sentence about a repair; both sentences fit to show.

    `unchecked` when the last exit was not clean and the file is too large to be looked at first.
    """

    engine: Engine
    notice: str | None = None
    read_only_reason: str | None = None
    unchecked: bool = False


def open_database(path: Path, busy_timeout_ms: int, told: Told = unheard) -> Opened:
    """Open a database of the newest schema, made when there is none.

    Raises StoreError when it can neither be written nor read, is busy or too new.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder, so no conversations can be saved there. Move it.")
    try:
        notice = backup.restore_copy(path) if _is_missing(path) else _log_missing(path)
        unchecked = is_left_for_later(path)
        if must_be_waited_for(path):
            told(CHECKING, None)
        engine = _open_for_writing(path, busy_timeout_ms)
        return Opened(engine, notice=notice, unchecked=unchecked)
    except StoreDamaged:
        return _open_damaged(path, busy_timeout_ms, told)
    except (NewerSchema, StoreBusy):
        raise
    except StoreError as refusal:
        return Opened(_open_for_reading(path, refusal), read_only_reason=str(refusal))


def _is_missing(path: Path) -> bool:
    """Raises StoreDamaged when only the log is left: SQLite would delete it."""
    with explained(path):
        if path.exists() and path.stat().st_size > 0:
            return False
        if log_of(path).exists() and log_of(path).stat().st_size > 0:
            raise damaged(path)
    return True


def _log_missing(path: Path) -> str | None:
    """The sentence about a log that somebody took away after the program was killed."""
    with explained(path):
        if not is_log_missing(path):
            return None
    return (
        f"{log_of(path)} is missing, so what was written last before Parley was ended may be lost."
    )


def _open_for_writing(path: Path, busy_timeout_ms: int) -> Engine:
    with explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if must_check_first(path):
            check_pages(path, busy_timeout_ms)
    engine = connect(path, "mode=rwc", busy_timeout_ms)
    with ExitStack() as on_failure:
        on_failure.callback(engine.dispose)
        _bring_up_to_date(engine, path)
        with engine.begin() as connection:  # the first write shows whether there can be any
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        with explained(path):
            open_mark(path).touch()
        on_failure.pop_all()
    return engine


def _bring_up_to_date(engine: Engine, path: Path) -> None:
    version = stored_version(engine)
    refuse_newer(version, path)
    if version == NEWEST_VERSION:
        return
    if inspect(engine).get_table_names():
        before = path.with_name(f"{path.name}.before-{NEWEST_VERSION}")
        backup.copy_database(engine, path, before, abandoned=lambda: False)
    migrate(engine)


def _open_damaged(path: Path, busy_timeout_ms: int, told: Told) -> Opened:
    """All rows that can be read; else the newest sound copy; else an empty database."""
    try:
        notice = recover(path, told) or backup.restore_copy(path)
        if notice is None:
            aside = backup.set_aside(path)
            notice = (
                "The conversations were damaged beyond reading and there was no copy, so Parley "
                f"starts empty. The damaged file is kept as {aside}."
            )
    except StoreError as hindrance:
        return _open_damaged_for_reading(path, hindrance)
    return Opened(_open_for_writing(path, busy_timeout_ms), notice=notice)


def _open_damaged_for_reading(path: Path, hindrance: StoreError) -> Opened:
    reason = f"{path} is damaged and could not be repaired, so it is only read. {hindrance}"
    engine = _open_for_reading(path, StoreDamaged(reason))
    return Opened(engine, read_only_reason=reason)


def _open_for_reading(path: Path, refusal: StoreError) -> Engine:
    """Open a database that could not be opened for writing; raises `refusal` when that fails too.

    Where there is no database yet, an empty one in memory stands in for it.
    """
    if _is_missing(path):
        return _open_empty(path)
    tries: tuple[Access, ...] = ("mode=ro", "immutable=1")
    for access in tries:
        engine = connect(path, access)
        try:
            _read_once(engine, path)
        except StoreError:
            engine.dispose()
        else:
            return engine
    raise refusal


def _read_once(engine: Engine, path: Path) -> None:
    """Raise StoreError unless the conversations can be listed."""
    version = stored_version(engine)
    refuse_newer(version, path)
    if version != NEWEST_VERSION:
        raise StoreReadOnly(f"{path} is of an older version and cannot be changed to the new one.")
    with engine.connect() as connection:
        connection.execute(select(conversations)).fetchall()
        connection.execute(select(messages.c.id)).fetchall()


def _open_empty(path: Path) -> Engine:
    engine = connect(path, "mode=memory")
    migrate(engine)
    return engine
