"""A store full of conversations: filled once, then kept in the cache folder and copied.

What decides how it comes out is in the name of the kept file, so that it is filled anew when any of
that changes. A store that is kept has passed SQLite's checks; `check_index` is a longer one.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import platformdirs
from sqlalchemy import Connection, insert

import app
from app.domain.conversation import Conversation
from app.store.indexing import index_some, number_all
from app.store.library import Library
from app.store.messages import insert_messages
from app.store.schema import conversations
from benchmarks._author import MESSAGES, Author

DAY_MS = 24 * 60 * 60 * 1000
NEWEST_MS = 1_790_000_000_000
INDEXED_AT_ONCE = 1_000
INDEXES = ("search_texts", "search_pairs")
_KEPT = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "benchmarks"

Progress = Callable[[str], None]


def put(path: Path, count: int, progress: Progress) -> dict[str, float | bool]:
    """Put a store of so many conversations at `path`; what that took."""
    kept = _KEPT / f"store-{count}-{_key()}.db"
    result: dict[str, float | bool] = {"kept_before": kept.exists()}
    if not kept.exists():
        result |= _fill_and_keep(kept, count, progress)
    progress("copy the filled store")
    start_s = time.perf_counter()
    shutil.copyfile(kept, path)
    return result | {
        "conversations": count,
        "messages": count * MESSAGES,
        "size_mb": path.stat().st_size / 2**20,
        "copy_s": time.perf_counter() - start_s,
    }


def _key() -> str:
    """Changes with what makes the store: the author, the schema, the index."""
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    store = Path(app.__file__).parent / "store"
    migrations = sorted((store / "migrations" / "versions").glob("*.py"))
    modules = [store / f"{name}.py" for name in ("schema", "search", "indexing", "messages")]
    here = [Path(__file__), Path(__file__).with_name("_author.py")]
    for file in (*here, *modules, *migrations):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _fill_and_keep(kept: Path, count: int, progress: Progress) -> dict[str, float]:
    """Others of the same size are removed: they are of no use any more."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob(f"store-{count}-*.db*"):
        old.unlink()
    filling = kept.with_suffix(".db-filling")
    start_s = time.perf_counter()
    _write(filling, count, progress)
    written_s = time.perf_counter()
    _index(filling, progress)
    indexed_s = time.perf_counter()
    progress("check the filled store")
    check(filling)
    filling.rename(kept)
    return {
        "write_s": written_s - start_s,
        "index_s": indexed_s - written_s,
        "check_s": time.perf_counter() - indexed_s,
    }


def _write(path: Path, count: int, progress: Progress) -> None:
    author = Author()
    with closing(Library(path)) as library, library._engine.begin() as connection:
        for number in range(count):
            if number % max(count // 10, 1) == 0:
                progress(f"write conversation {number:,} of {count:,}")
            at_ms = NEWEST_MS - (count - number) * DAY_MS // 4
            insert_conversation(connection, author.conversation(number, at_ms))


def insert_conversation(connection: Connection, conversation: Conversation) -> None:
    values = {
        "id": conversation.id,
        "title": conversation.title,
        "system_prompt": "",
        "draft": "",
        "clock": conversation.clock,
        "head": conversation.head,
        "created_ms": conversation.created_ms,
        "updated_ms": conversation.created_ms,
    }
    connection.execute(insert(conversations), values)
    insert_messages(connection, conversation.id, conversation.messages.values())


def _index(path: Path, progress: Progress) -> None:
    """As a recovered store is indexed, but more at once and in one transaction."""
    with closing(Library(path)) as library, library._engine.begin() as connection:
        number_all(connection)
        done = 0
        while index_some(connection, INDEXED_AT_ONCE):
            done += INDEXED_AT_ONCE
            if done % (10 * INDEXED_AT_ONCE) == 0:
                progress(f"made {done:,} messages found")


def check(path: Path) -> None:
    """Raise when a page or a reference is not as it should be."""
    with closing(sqlite3.connect(path)) as connection:
        [(sound,)] = connection.execute("PRAGMA integrity_check").fetchall()
        assert sound == "ok", sound
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()


def check_index(path: Path) -> None:
    """Raise when an entry of the full-text index is not as it should be: all texts are read."""
    with closing(sqlite3.connect(path)) as connection:
        for index in INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")
        connection.rollback()
