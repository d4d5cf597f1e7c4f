"""Many messages made found at once: those of a store that was recovered, or had no search.

All get their numbers in one step, so that what is written meanwhile is newer. Their texts, which
take a minute for a large store, are indexed a few at a time while nobody waits, the newest first;
`PRAGMA user_version` is the number up to which that has yet to be done.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from app.store.search import index_rows

AT_ONCE = 50
"""So many messages take a fiftieth of a second."""
WAITED_FOR = 500
"""So many cost less for each, where somebody waits for the end anyway."""


def number_all(connection: Connection) -> None:
    """Give every message with a text its number, where none has one; `index_some` does the rest."""
    connection.execute(_NUMBER_ALL)
    _set_left(connection, connection.execute(_LAST).scalar_one())


def index_everything(connection: Connection) -> None:
    """The whole of it, while somebody waits."""
    number_all(connection)
    while index_some(connection, WAITED_FOR):
        pass


def left(connection: Connection) -> int:
    """The number up to which messages may not be found yet; 0 when all are."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def index_some(connection: Connection, most: int = AT_ONCE) -> bool:
    """Make the newest messages found that are not; whether some are left."""
    last = left(connection)
    if not last:
        return False
    numbered = connection.execute(_NEWEST, {"last": last, "most": most}).all()
    said = {row.id: row.said for row in numbered}
    index_rows(connection, sorted(said.items()))
    rest = min(said, default=1) - 1
    _set_left(connection, rest)
    return rest > 0


def _set_left(connection: Connection, number: int) -> None:
    connection.exec_driver_sql(f"PRAGMA user_version = {number:d}")


_NUMBER_ALL = text(
    "INSERT INTO search_rows (message) SELECT m.id FROM messages AS m WHERE m.status <> 'running'"
    " AND EXISTS (SELECT 1 FROM parts AS p WHERE p.message = m.id"
    "  AND p.kind IN ('text', 'reasoning', 'attachment') AND trim(p.text || p.name) <> '')"
    " ORDER BY m.created_ms, m.conversation, m.sequence"
)
_LAST = text("SELECT coalesce(max(id), 0) FROM search_rows")
# As `said_in` has it: a file with its name.
_NEWEST = text(
    "SELECT r.id, (SELECT coalesce(group_concat(said, char(10, 10)), '') FROM (SELECT"
    "  CASE p.kind WHEN 'attachment' THEN p.name || char(10) || p.text ELSE p.text END AS said"
    "  FROM parts AS p WHERE p.message = r.message"
    "  AND p.kind IN ('text', 'reasoning', 'attachment') ORDER BY p.position)) AS said"
    " FROM search_rows AS r WHERE r.id <= :last"
    # A message written meanwhile may have got the number of one that is gone.
    " AND NOT EXISTS (SELECT 1 FROM search_texts_content AS x WHERE x.id = r.id)"
    " ORDER BY r.id DESC LIMIT :most"
)
