"""A connection to one SQLite file: its settings, its transactions, its errors in plain words."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.pool import StaticPool

from app.store.errors import StoreError
from app.store.failures import explain

Access = Literal["mode=rwc", "mode=ro", "immutable=1", "mode=memory"]
"""`immutable=1` reads a file in a folder where SQLite may not even create its lock file."""

BUSY_TIMEOUT_MS = 5000
# NORMAL in WAL mode: a killed process loses nothing, a power cut at most the last commits.
_CACHE = "PRAGMA cache_size=-16000"  # KiB: searches read many pages more than once
_WRITING = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL")


def connect(path: Path, access: Access, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Engine:
    """An engine with one connection, opened at its first use, for one thread.

    All its errors that the environment is to blame for come as StoreError.
    """

    def dial() -> sqlite3.Connection:
        return _dial(path, access, busy_timeout_ms)

    def explain_error(context: ExceptionContext) -> StoreError | None:
        error = context.original_exception
        return explain(error, path) if isinstance(error, sqlite3.Error) else None

    engine = create_engine("sqlite://", creator=dial, poolclass=StaticPool)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", explain_error)
    return engine


def _dial(path: Path, access: Access, busy_timeout_ms: int) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{access}",
        uri=True,
        timeout=busy_timeout_ms / 1000,
        isolation_level=None,
    )
    try:
        for pragma in (
            "PRAGMA foreign_keys=ON",
            _CACHE,
            *(_WRITING if access == "mode=rwc" else ()),
        ):
            connection.execute(pragma)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin(connection: Connection) -> None:
    """Left alone, sqlite3 begins no transaction for reads and for changes of the schema."""
    connection.exec_driver_sql("BEGIN")
