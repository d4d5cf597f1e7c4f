"""Opening a database in whatever state it is found: new, old, unwritable, damaged, missing."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, inspect, select

from app.store import backup
from app.store.connection import Access, connect
from app.store.errors import NewerSchema, StoreBusy, StoreDamaged, StoreError, StoreReadOnly
from app.store.failures import check_mark, damaged, explained
from app.store.migrations import migrate, refuse_newer, stored_version
from app.store.schema import NEWEST_VERSION, conversations, messages


@dataclass(frozen=True)
class Opened:
    """An open database. `notice` is the sentence about a repair; both sentences fit to show."""

    engine: Engine
    notice: str | None = None
    read_only_reason: str | None = None


def open_database(path: Path, busy_timeout_ms: int) -> Opened:
    """Open a database of the newest schema, made when there is none.

    Raises StoreError when it can neither be written nor read, is busy or too new.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder, so no conversations can be saved there. Move it.")
    try:
        notice = backup.restore_copy(path) if _is_missing(path) else None
        return Opened(_open_for_writing(path, busy_timeout_ms), notice=notice)
    except StoreDamaged:
        return _open_damaged(path, busy_timeout_ms)
    except (NewerSchema, StoreBusy):
        raise
    except StoreError as refusal:
        return Opened(_open_for_reading(path, refusal), read_only_reason=str(refusal))


def _is_missing(path: Path) -> bool:
    with explained(path):
        return not path.exists() or path.stat().st_size == 0


def _open_for_writing(path: Path, busy_timeout_ms: int) -> Engine:
    with explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unclean = _ended_uncleanly(path)
    engine = connect(path, "mode=rwc", busy_timeout_ms)
    with ExitStack() as on_failure:
        on_failure.callback(engine.dispose)
        if unclean:
            _check_pages(engine, path)
        _bring_up_to_date(engine, path)
        with engine.begin() as connection:  # the first write shows whether there can be any
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        on_failure.pop_all()
    return engine


def _ended_uncleanly(path: Path) -> bool:
    """Closing cleanly removes the write-ahead log."""
    log = path.with_name(path.name + "-wal")
    return check_mark(path).exists() or (log.exists() and log.stat().st_size > 0)


def _check_pages(engine: Engine, path: Path) -> None:
    """Raise StoreDamaged when SQLite finds a page that is not as it should be."""
    with engine.connect() as connection:
        if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            raise damaged(path)
    with explained(path):
        check_mark(path).unlink(missing_ok=True)


def _bring_up_to_date(engine: Engine, path: Path) -> None:
    version = stored_version(engine)
    refuse_newer(version, path)
    if version == NEWEST_VERSION:
        return
    if inspect(engine).get_table_names():
        before = path.with_name(f"{path.name}.before-{NEWEST_VERSION}")
        backup.copy_database(engine, path, before, abandoned=lambda: False)
    migrate(engine)


def _open_damaged(path: Path, busy_timeout_ms: int) -> Opened:
    """The newest sound copy; else the damaged file, if it can be read; else an empty database."""
    notice = backup.restore_copy(path)
    if notice is None:
        try:
            return _open_damaged_for_reading(path)
        except StoreError:
            aside = backup.set_aside(path)
            notice = (
                "The conversations were damaged beyond reading and there was no copy, so Parley "
                f"starts empty. The damaged file is kept as {aside}."
            )
    return Opened(_open_for_writing(path, busy_timeout_ms), notice=notice)


def _open_damaged_for_reading(path: Path) -> Opened:
    reason = (
        f"{path} is damaged and there is no copy of it, so it is only read and nothing can be "
        "saved. To start afresh, move the file away and start Parley again."
    )
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
