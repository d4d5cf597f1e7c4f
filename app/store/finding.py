"""The search over what was said, in steps: the newest messages first, then further back.

Whatever else is asked of the store comes in between. A phrase of words that nearly every message
has, next to one another in hardly any, must be looked for in the texts of most messages, which the
index cannot rule out; so must one or two letters, which no index has.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, CursorResult, Row, TextClause, text

from app.domain.search import Hit, Query, folded
from app.store.hits import hits_of
from app.store.search import has_pairs

MOST_HITS = 100
FEW = 4_000
"""So many messages are read faster than what filters are tried on with the index."""
STEP_S = 0.03
"""Of the processor; then a step ends, with what it has found."""
_HITS_AT_ONCE = 20
_MOST_TRIGRAMS = 12
"""More of them cost more than they rule out."""

Index = Literal["texts", "pairs", "none", "few"]


@dataclass(frozen=True, slots=True)
class Looked:
    """How far a search has come: all messages from the number `below` on are looked at.

    `newest` are number and id of the newest message when it began, `few` the numbers of the
    messages that the filters let through, where these are few.
    """

    newest: tuple[int, str]
    few: tuple[int, ...] | None
    below: int
    hits: tuple[Hit, ...] = ()

    @property
    def ended(self) -> bool:
        return self.below <= 1 or len(self.hits) >= MOST_HITS


def find(connection: Connection, query: Query) -> list[Hit]:
    """The newest messages that contain the words, outside the trash; at most `MOST_HITS`."""
    return list(look_on(connection, query, step_s=math.inf).hits)


def look_on(
    connection: Connection, query: Query, looked: Looked | None = None, *, step_s: float = STEP_S
) -> Looked:
    """Look further back than `looked`; from the beginning with None.

    What is found at the end is what `find` finds. When other messages were written meanwhile, which
    may be older ones written anew, all is looked at once more and to the end.
    """
    end_s = time.thread_time() + step_s
    newest = _newest(connection)
    if not folded_words(query):
        return Looked(newest, None, below=0)
    if looked is not None and looked.newest != newest:
        looked, end_s = None, math.inf
    if looked is None:
        looked = Looked(newest, _few_passing(connection, query), below=newest[0] + 1)
    return _look(connection, query, looked, end_s)


def _look(connection: Connection, query: Query, looked: Looked, end_s: float) -> Looked:
    wanted, below = folded_words(query), 0
    hits, found = list(looked.hits), list[Row[Any]]()
    with _candidates(connection, query, looked) as candidates:
        for row in candidates:
            if row.is_hit:
                found.append(row)
            is_full = len(hits) + len(found) >= MOST_HITS
            if is_full or len(found) >= _HITS_AT_ONCE:
                hits += hits_of(connection, found, wanted)
                found.clear()
            if is_full or time.thread_time() >= end_s:
                below = row.number
                break
    hits += hits_of(connection, found, wanted)
    return replace(looked, below=below, hits=tuple(hits))


def _candidates(connection: Connection, query: Query, looked: Looked) -> CursorResult[Any]:
    """Hits, the newest first, and now and then another message, so that one can stop there."""
    wanted = folded_words(query)
    index: Index = _index_for(wanted) if looked.few is None else "few"
    few = [number for number in looked.few or () if number < looked.below]
    parameters = _filters(query) | {
        "words": wanted,
        "trigrams": _trigram_query(wanted),
        "pairs": _pair_query(wanted),
        "numbers": json.dumps(few),
        "below": looked.below,
    }
    return connection.execute(_FIND[index], parameters)


def folded_words(query: Query) -> str:
    """The words as they are compared; the index has a space for a null character."""
    return folded(query.words.replace("\0", " ").strip())


def _newest(connection: Connection) -> tuple[int, str]:
    row = connection.execute(_NEWEST).one_or_none()
    return (0, "") if row is None else (row.id, row.message)


def _few_passing(connection: Connection, query: Query) -> tuple[int, ...] | None:
    """The messages that the filters let through, if so few that the index would only lead astray.

    It finds the newest messages first, and with common words many thousands of them might have to
    be looked up to see that they do not pass.
    """
    in_some = query.folder is not None or bool(query.tags)
    if not in_some and query == Query(query.words):
        return None
    statement = _PASSING_IN if in_some else _PASSING
    parameters = _filters(query) | {"few": FEW}
    passing = list(connection.execute(statement, parameters).scalars())
    if len(passing) > FEW:
        return None
    return tuple(connection.execute(_NUMBERS, {"messages": json.dumps(passing)}).scalars())


def _filters(query: Query) -> dict[str, Any]:
    return {
        "role": query.role,
        "model": query.model,
        "since": query.since_ms,
        "until": query.until_ms,
        "folder": query.folder,
        "tags": json.dumps(query.tags, ensure_ascii=False),
    }


def _index_for(wanted: str) -> Index:
    """Trigrams need three characters; pairs Chinese ones; one or two letters are looked for."""
    if len(wanted) >= 3:
        return "texts"
    return "pairs" if has_pairs(wanted) else "none"


def _pair_query(wanted: str) -> str:
    return f'"{wanted}"' + ("*" if len(wanted) == 1 else "")


def _trigram_query(wanted: str) -> str:
    escaped = (trigram.replace('"', '""') for trigram in _telling_trigrams(wanted))
    return " AND ".join(f'"{trigram}"' for trigram in escaped)


def _telling_trigrams(wanted: str) -> list[str]:
    """Those where two words meet, which are rarer than any part of common words; then others."""
    trigrams = list(dict.fromkeys(wanted[start : start + 3] for start in range(len(wanted) - 2)))
    meetings = [trigram for trigram in trigrams if trigram[1] == " "][:_MOST_TRIGRAMS]
    others = [trigram for trigram in trigrams if trigram[1] != " "]
    room = _MOST_TRIGRAMS - len(meetings)
    step = max(1, -(-len(others) // room)) if room else len(trigrams)
    return meetings + others[::step][:room]


_TAGGED = (
    " AND (:folder IS NULL OR c.folder = :folder)"
    " AND NOT EXISTS (SELECT 1 FROM json_each(:tags) AS wanted WHERE NOT EXISTS"
    "  (SELECT 1 FROM tags AS g WHERE g.conversation = c.id AND g.name = wanted.value))"
)
_WRITTEN = (
    " AND m.deleted_ms IS NULL"
    " AND (:role IS NULL OR m.role = :role) AND (:model IS NULL OR m.model = :model)"
    " AND (:since IS NULL OR m.created_ms >= :since)"
    " AND (:until IS NULL OR m.created_ms < :until)"
)
_HAS_WORDS = "instr(x.folded, :words) > 0"
_PASSES = f"c.trashed_ms IS NULL{_WRITTEN}{_TAGGED}"
# One number in 64, scattered, so that no kind of message is without.
_IS_STOP = "((t.rowid * 2654435761) >> 20) & 63 = 0"


def _finding(condition: str, table: str) -> TextClause:
    """CROSS JOIN keeps the order: the index, then the text itself, and the filters at the end."""
    return text(
        "SELECT t.rowid AS number, m.conversation, c.title, m.id AS message, m.role, m.created_ms,"
        f" {_HAS_WORDS} AND {_PASSES} AS is_hit"
        # The text where the index keeps it: asking the index itself takes three times as long.
        f" FROM {table} AS t CROSS JOIN (SELECT id, c0 AS folded FROM search_texts_content) AS x"
        f"  ON x.id = t.rowid AND ({_IS_STOP} OR {_HAS_WORDS})"
        " CROSS JOIN search_rows AS r ON r.id = t.rowid"
        " CROSS JOIN messages AS m ON m.id = r.message"
        " CROSS JOIN conversations AS c ON c.id = m.conversation"
        f" WHERE {condition} AND ({_IS_STOP} OR {_PASSES}) ORDER BY t.rowid DESC"
    )


_FIND: dict[Index, TextClause] = {
    "texts": _finding("t.search_texts MATCH :trigrams AND t.rowid < :below", "search_texts"),
    "pairs": _finding("t.search_pairs MATCH :pairs AND t.rowid < :below", "search_pairs"),
    "none": _finding("t.rowid < :below", "search_rows"),
    # Rows looked up in a list come in order, so that nothing is sorted.
    "few": _finding("t.rowid IN (SELECT value FROM json_each(:numbers))", "search_rows"),
}
_PASSING = text(f"SELECT m.id FROM messages AS m WHERE true{_WRITTEN} LIMIT :few + 1")
_PASSING_IN = text(
    "SELECT m.id FROM conversations AS c CROSS JOIN messages AS m ON m.conversation = c.id"
    f" WHERE c.trashed_ms IS NULL{_TAGGED}{_WRITTEN} LIMIT :few + 1"
)
"""The same for the messages of conversations that are filtered, which are few."""
_NUMBERS = text(
    "SELECT s.id FROM json_each(:messages) AS f CROSS JOIN search_rows AS s ON s.message = f.value"
)
_NEWEST = text("SELECT id, message FROM search_rows ORDER BY id DESC LIMIT 1")
