"""Makes a whole of rows some of which are missing: every message hangs somewhere, every head is.

What belongs to nothing any more is gathered in a conversation of its own rather than dropped.
"""

from __future__ import annotations

import sqlite3
import uuid
from dataclasses import dataclass, field

TITLE = "Recovered"
LOST_TEXT = "Some of this message could not be read from the damaged file."
_NO_MESSAGE = "NOT IN (SELECT id FROM messages)"


def make_whole(database: sqlite3.Connection, cut: set[str], now_ms: int) -> int:
    """Put right what refers to rows that are lost; returns how many messages lost text.

    `cut` are messages of which the end of something is missing.
    """
    textless = _say_what_lost_text(database, cut)
    _revive_messages(database, now_ms)
    _gather_conversations(database)
    for (id,) in database.execute("SELECT id FROM conversations").fetchall():
        _Tree(database, id).hang()
    _drop_what_is_nobodys(database)
    _cut_rounds(database)
    return textless


def _say_what_lost_text(database: sqlite3.Connection, cut: set[str]) -> int:
    silent = database.execute(
        "SELECT id FROM messages WHERE status = 'complete' AND notice = ''"
        " AND id NOT IN (SELECT message FROM parts)"
    )
    known = database.execute("SELECT id FROM messages").fetchall()
    lost = {id for (id,) in silent} | (cut & {id for (id,) in known})
    database.executemany(
        "UPDATE messages SET notice = ? WHERE id = ?", [(LOST_TEXT, id) for id in lost]
    )
    return len(lost)


def _revive_messages(database: sqlite3.Connection, now_ms: int) -> None:
    """Messages of which only what they say is left, where their neighbours were or else apart."""
    lost = database.execute(
        f"SELECT message, max(kind IN ('reasoning', 'tool_call', 'tool_result') OR"
        f" round IS NOT NULL) FROM parts WHERE message {_NO_MESSAGE} GROUP BY message"
        f" ORDER BY min(rowid)"
    ).fetchall()
    apart = uuid.uuid4().hex
    last: str | None = None
    for sequence, (id, is_answer) in enumerate(lost):
        home = _home_of(database, id)
        role = "assistant" if is_answer else "user"
        values = (id, home or apart, None if home else last, -1 - sequence, role, LOST_TEXT, now_ms)
        database.execute(
            "INSERT INTO messages (id, conversation, parent, sequence, role, status, notice, model,"
            " created_ms) VALUES (?, ?, ?, ?, ?, 'complete', ?, '', ?)",
            values,
        )
        last = last if home else id


def _home_of(database: sqlite3.Connection, id: str) -> str | None:
    """The conversation of a lost message, told by its child or by being the one shown."""
    row = database.execute(
        "SELECT conversation FROM messages WHERE parent = :id"
        " UNION ALL SELECT id FROM conversations WHERE head = :id LIMIT 1",
        {"id": id},
    ).fetchone()
    return None if row is None else str(row[0])


def _gather_conversations(database: sqlite3.Connection) -> None:
    """A conversation for messages that have lost theirs."""
    database.execute(
        "INSERT INTO conversations (id, title, system_prompt, draft, clock, created_ms, updated_ms)"
        " SELECT conversation, ?, '', '', '', min(created_ms), max(created_ms) FROM messages"
        " WHERE conversation NOT IN (SELECT id FROM conversations) GROUP BY conversation",
        (TITLE,),
    )


def _drop_what_is_nobodys(database: sqlite3.Connection) -> None:
    for table in ("rounds", "parts", "problems"):
        database.execute(f"DELETE FROM {table} WHERE message {_NO_MESSAGE}")
    database.execute(f"DELETE FROM marks WHERE message {_NO_MESSAGE} OR first_seen {_NO_MESSAGE}")
    database.execute("DELETE FROM tags WHERE conversation NOT IN (SELECT id FROM conversations)")


def _cut_rounds(database: sqlite3.Connection) -> None:
    """Rounds behind a missing one go, and parts point into none that is gone."""
    database.execute(
        "DELETE FROM rounds WHERE position >= (SELECT min(r.position + 1) FROM"
        " (SELECT -1 AS position UNION ALL"
        "  SELECT position FROM rounds AS o WHERE o.message = rounds.message) AS r"
        " WHERE NOT EXISTS (SELECT 1 FROM rounds AS n"
        "  WHERE n.message = rounds.message AND n.position = r.position + 1))"
    )
    database.execute(
        "UPDATE parts SET round = NULL, start_byte = NULL, end_byte = NULL WHERE round IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM rounds WHERE rounds.message = parts.message"
        " AND rounds.position = parts.round)"
    )


@dataclass
class _Tree:
    """The messages of one conversation, deleted ones among them."""

    database: sqlite3.Connection
    conversation: str
    _parents: dict[str, str | None] = field(default_factory=dict)
    _deleted: set[str] = field(default_factory=set)

    def hang(self) -> None:
        """Give each message a parent that is there, and show a message that is there."""
        rows = self.database.execute(
            "SELECT id, parent, deleted_ms FROM messages WHERE conversation = ? ORDER BY sequence",
            (self.conversation,),
        ).fetchall()
        self._parents = {id: parent for id, parent, _ in rows}
        self._deleted = {id for id, _, deleted_ms in rows if deleted_ms is not None}
        last: str | None = None
        last_present: str | None = None
        for id, parent, _ in rows:
            if not self._may_hang(id, parent):
                self._move(id, last if id in self._deleted else last_present)
            last = id
            last_present = last_present if id in self._deleted else id
        self._break_circles()
        self._show()

    def _may_hang(self, id: str, parent: str | None) -> bool:
        if parent is None:
            return True
        return parent in self._parents and (parent not in self._deleted or id in self._deleted)

    def _move(self, id: str, parent: str | None) -> None:
        self._parents[id] = parent
        self.database.execute("UPDATE messages SET parent = ? WHERE id = ?", (parent, id))

    def _break_circles(self) -> None:
        """A message that would be above itself becomes a first one."""
        whole: set[str] = set()
        for start in self._parents:
            path: dict[str, None] = {}
            at: str | None = start
            while at is not None and at not in whole and at not in path:
                path[at] = None
                at = self._parents[at]
            if at in path and at is not None:
                self._move(at, None)
            whole.update(path)

    def _show(self) -> None:
        """The head as it was, else the message made last."""
        present = [id for id in self._parents if id not in self._deleted]
        [(head,)] = self.database.execute(
            "SELECT head FROM conversations WHERE id = ?", (self.conversation,)
        ).fetchall()
        if head in present or (head is None and not present):
            return
        shown = present[-1] if present else None
        self.database.execute(
            "UPDATE conversations SET head = ? WHERE id = ?", (shown, self.conversation)
        )
