"""A new database from every row that a damaged one still gives.

parley.db  ──rows──▶  parley.db.recovered.unfinished  ──made whole──▶  parley.db
                                                 the damaged file stays as parley.db.damaged-<date>
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.store import backup
from app.store.connection import connect
from app.store.exits import log_of
from app.store.failures import explained
from app.store.indexing import number_all
from app.store.migrations import migrate
from app.store.pages import Pages
from app.store.progress import Told, unheard
from app.store.salvage import Found, Salvage
from app.store.whole import make_whole

_AT_ONCE = 500
SAVING = (
    "The conversations were damaged: what can be read is being saved. This may take a minute; "
    "you can chat meanwhile, and that is stored afterwards."
)
_SHARE_OF_READING = 0.9
"""The rest is putting together what was read."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was saved of a damaged database, and what of it was not to be read."""

    conversations: int
    messages: int
    bad_pages: int
    pages: int
    log_left_out: bool
    textless: int
    """Messages whose words are lost, or the end of them."""

    @property
    def sentence(self) -> str:
        """With another one about a log that was not used."""
        if not self.log_left_out:
            return self._saved
        return f"{self._saved} The log beside the file was not its own, and was left out."

    @property
    def _saved(self) -> str:
        saved = (
            f"{_counted(self.conversations, 'conversation')} "
            f"with {_counted(self.messages, 'message')} were saved"
        )
        if not self.bad_pages and not self.textless:
            return f"{saved}, and nothing is missing."
        lost = f"{self.bad_pages} of {_counted(self.pages, 'page')} could not be read"
        if self.textless:
            lost += f", and {_counted(self.textless, 'message')} lost text"
        return f"{saved}; {lost}."


def recover(path: Path, told: Told = unheard) -> str | None:
    """Put a database of all readable rows of `path` in its place; the file itself is kept aside.

    `told` is told again and again how far that is. Returns the sentence about it. None, and nothing
    is changed, when no row is to be saved.
    """
    fresh = path.with_name(path.name + ".recovered.unfinished")
    try:
        with explained(path):
            _remove(fresh)
            recovered = _rebuilt(path, fresh, told)
            if recovered is None:
                return None
            more = _more_in_copies(path, fresh)
            aside = backup.set_aside(path)
            fresh.replace(path)
    finally:
        with suppress(OSError):
            _remove(fresh)
    return (
        f"The conversations were damaged. {recovered.sentence} "
        f"The damaged file is kept as {aside}.{more}"
    )


def _more_in_copies(path: Path, fresh: Path) -> str:
    """A sentence when the newest sound copy has words that could not be saved."""
    copy = backup.newest_sound_copy(path)
    if copy is None:
        return ""
    with closing(sqlite3.connect(fresh.absolute().as_uri(), uri=True)) as database:
        database.execute("ATTACH ? AS copy", (f"{copy.absolute().as_uri()}?immutable=1",))
        [(more,)] = database.execute(
            "SELECT count(DISTINCT copied.message) FROM copy.parts AS copied"
            " LEFT JOIN main.parts AS saved USING (message, position)"
            " WHERE saved.message IS NULL OR length(saved.text) < length(copied.text)"
        )
    if not more:
        return ""
    return (
        f" The copy of {backup.made(copy):%Y-%m-%d %H:%M} has more of "
        f"{_counted(more, 'message')}; you can go back to it in Settings, Memory and cache."
    )


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def _rebuilt(path: Path, fresh: Path, told: Told) -> Recovered | None:
    told(SAVING, 0.0)
    engine = connect(fresh, "mode=rwc")
    try:
        migrate(engine)
    finally:
        engine.dispose()
    best = _best_reading(path)
    with closing(Pages(path, with_log=best)) as pages, closing(_opened(fresh)) as database:
        salvage = Salvage(pages)
        share = partial(_share_read, pages)
        cut = _store(database, salvage.found(), lambda: told(SAVING, share()))
        told(SAVING, _SHARE_OF_READING)
        textless = make_whole(database, cut, time.time_ns() // 1_000_000)
        counts = (_count(database, "conversations"), _count(database, "messages"))
        if not any(counts):
            return None
        database.commit()
    _index(fresh)
    return Recovered(
        *counts,
        bad_pages=len(salvage.bad_pages),
        pages=pages.count,
        log_left_out=log_of(path).exists() and not best,
        textless=textless,
    )


def _best_reading(path: Path) -> bool:
    """Whether the log belongs to the file: a foreign one makes a sound file bad, or a bad worse."""
    if not log_of(path).exists() or backup.is_sound(path):
        return False
    bad = []
    for with_log in (True, False):
        with closing(Pages(path, with_log=with_log)) as pages:
            salvage = Salvage(pages)
            rows = sum(1 for _ in salvage.found())
            bad.append((len(salvage.bad_pages) + salvage.bad_rows, -rows))
    return bad[0] <= bad[1]


def _opened(fresh: Path) -> sqlite3.Connection:
    database = sqlite3.connect(fresh)
    database.execute("PRAGMA foreign_keys=OFF")
    database.execute("PRAGMA synchronous=OFF")  # until it takes the place of the other
    return database


def _share_read(pages: Pages) -> float:
    return _SHARE_OF_READING * min(pages.reads / max(pages.count, 1), 1.0)


def _store(
    database: sqlite3.Connection, found: Iterator[Found], told: Callable[[], None]
) -> set[str]:
    """Insert rows, the first of each key; returns the messages of which something was cut off."""
    waiting: defaultdict[str, list[Found]] = defaultdict(list)
    cut: set[str] = set()
    for one in found:
        if one.is_cut and "message" in one.values:
            cut.add(str(one.values["message"]))
            if one.table.name == "rounds":
                continue  # half of the tokens do not make half of the text
        rows = waiting[one.table.name]
        rows.append(one)
        if len(rows) >= _AT_ONCE:
            _insert(database, rows)
            rows.clear()
            told()
    for rows in waiting.values():
        _insert(database, rows)
    return cut


def _insert(database: sqlite3.Connection, rows: list[Found]) -> None:
    if not rows:
        return
    columns = list(rows[0].values)
    places = ", ".join("?" * len(columns))
    statement = (
        f"INSERT OR IGNORE INTO {rows[0].table.name} ({', '.join(columns)}) VALUES ({places})"
    )
    database.executemany(statement, [list(row.values.values()) for row in rows])


def _count(database: sqlite3.Connection, table: str) -> int:
    return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _index(fresh: Path) -> None:
    """Let everything be found again in time, and leave one file."""
    engine = connect(fresh, "mode=rwc")
    try:
        with engine.begin() as connection:
            number_all(connection)
    finally:
        engine.dispose()


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
