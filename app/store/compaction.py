"""Gives back to the disk what deleting left free inside the file."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from app.store.errors import DiskFull
from app.store.failures import explain, explained

LEAST_BYTES = 50 * 2**20
LEAST_SHARE = 0.25
"""Both must be free before it is done unasked."""


def is_worthwhile(free_bytes: int, path: Path) -> bool:
    return free_bytes >= LEAST_BYTES and free_bytes >= LEAST_SHARE * path.stat().st_size


class Compaction:
    """Lives on the store's thread, all but `interrupt`."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._running: sqlite3.Connection | None = None

    def free_bytes(self) -> int:
        """What it would gain."""
        return self._pragma("freelist_count") * self._pragma("page_size")

    def run(self) -> bool:
        """Write the database anew without gaps; False when interrupted, and nothing is changed.

        For its time it needs the database's size twice: a new file, and the log that brings it
        home. Raises StoreError.
        """
        self._check_room()
        borrowed = self._engine.raw_connection()
        try:
            assert isinstance(borrowed.driver_connection, sqlite3.Connection)
            self._running = borrowed.driver_connection
            done = self._ended("VACUUM")
            if done:  # the log is merged at the latest on closing
                self._ended("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._running = None
            borrowed.close()
        return done

    def _ended(self, statement: str) -> bool:
        assert self._running is not None
        try:
            self._running.execute(statement)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                return False
            raise explain(error, self._path) or error from error
        return True

    def interrupt(self) -> None:
        """End a run that is under way. Any thread."""
        if (running := self._running) is not None:
            running.interrupt()

    def _check_room(self) -> None:
        held = self._pragma("page_count") * self._pragma("page_size") - self.free_bytes()
        needed_bytes = 2 * held
        if shutil.disk_usage(self._path.parent).free < needed_bytes:
            raise DiskFull(
                f"{self._path} cannot be compacted, because {needed_bytes / 1e6:,.0f} MB must be "
                "free on its disk meanwhile. Free some space, then try again."
            )

    def _pragma(self, name: str) -> int:
        with self._engine.connect() as connection:
            return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def free_bytes_of(path: Path) -> int:
    """The same of a database that is open on another thread."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with explained(path), closing(sqlite3.connect(address, uri=True)) as connection:
        [(pages,)] = connection.execute("PRAGMA freelist_count").fetchall()
        [(page_bytes,)] = connection.execute("PRAGMA page_size").fetchall()
    return int(pages * page_bytes)
