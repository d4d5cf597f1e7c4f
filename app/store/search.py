"""Search over what was said: by three characters in a row, or by two of Chinese text.

Texts are indexed folded (NFKC, no case), when a message is complete; `indexing` does it for many.
What is found is checked against the folded text itself, so that an index of mere occurrences is
enough.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, TextClause, text

from app.domain.conversation import Message
from app.domain.search import Hit, Query, folded

MOST_HITS = 100
LOOKED_THROUGH = 4_000
"""How many of the newest messages are read for one or two letters, which no index has."""
FEW = 4_000
"""So many messages are read faster than what filters are tried on with the index."""
_MOST_TRIGRAMS = 12
"""More of them cost more than they rule out."""
_BEFORE, _AFTER = 40, 120
"""Characters of the text around a hit that are shown."""

CREATE = (
    "CREATE VIRTUAL TABLE search_texts USING fts5(folded, tokenize='trigram', detail='none')",
    "CREATE VIRTUAL TABLE search_pairs USING fts5(pairs, tokenize='unicode61', detail='none')",
    "CREATE TRIGGER search_rows_deleted AFTER DELETE ON search_rows BEGIN"
    " DELETE FROM search_texts WHERE rowid = old.id;"
    " DELETE FROM search_pairs WHERE rowid = old.id;"
    " END",
)
"""What the migration makes beside the table `search_rows`."""

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]+")
Index = Literal["texts", "pairs", "none", "few"]


def index_text(connection: Connection, message: Message) -> None:
    """Make a message found by the text it has now and by no other."""
    connection.execute(_REMOVE, {"message": message.id})
    index_new(connection, [(message.id, said_in(message))])


def index_new(connection: Connection, said: Sequence[tuple[str, str]]) -> None:
    """Make messages found that were not, given as id and text; those added last come first."""
    first = connection.execute(_NEXT).scalar_one()
    there = [(id, words) for id, words in said if words.strip()]
    if there:
        rows = [{"row": first + number, "message": id} for number, (id, _) in enumerate(there)]
        connection.execute(_ADD, rows)
        index_rows(connection, [(first + number, words) for number, (_, words) in enumerate(there)])


def index_rows(connection: Connection, said: Sequence[tuple[int, str]]) -> None:
    """Make messages found that have a number, given as that and their text, in this order."""
    texts = [(row, folded(words)) for row, words in said]
    pairs = [(row, " ".join(_pairs(words))) for row, words in texts]
    for statement, values in (
        (_ADD_TEXT, [{"row": row, "folded": words} for row, words in texts]),
        (_ADD_PAIRS, [{"row": row, "pairs": words} for row, words in pairs if words]),
    ):
        if values:
            connection.execute(statement, values)


def said_in(message: Message) -> str:
    """What of a message is searched: answer and reasoning, a question with its files."""
    return "\n\n".join(filter(None, (message.attached, message.text, message.reasoning)))


def find(connection: Connection, query: Query) -> list[Hit]:
    """The newest messages that contain the words, outside the trash; at most `MOST_HITS`."""
    wanted = folded(query.words.replace("\0", " ").strip())
    if not wanted:
        return []
    parameters = {
        "words": wanted,
        "trigrams": _trigram_query(wanted),
        "pairs": _pair_query(wanted),
        "role": query.role,
        "model": query.model,
        "since": query.since_ms,
        "until": query.until_ms,
        "folder": query.folder,
        "tags": json.dumps(query.tags, ensure_ascii=False),
        "most": MOST_HITS,
        "looked_through": LOOKED_THROUGH,
        "few": FEW,
    }
    passing = _few_passing(connection, query, parameters)
    index: Index = _index_for(wanted) if passing is None else "few"
    parameters["passing"] = json.dumps(passing)
    found = connection.execute(_FIND[index], parameters).all()
    said = _said(connection, [row.message for row in found])
    return [_hit(row, said[row.message], wanted) for row in found]


def _few_passing(
    connection: Connection, query: Query, parameters: dict[str, Any]
) -> list[str] | None:
    """The messages that the filters let through, if so few that the index would only lead astray.

    It finds the newest messages first, and with common words many thousands of them might have to
    be looked up to see that they do not pass.
    """
    in_some = query.folder is not None or bool(query.tags)
    if not in_some and query == Query(query.words):
        return None
    statement = _PASSING_IN if in_some else _PASSING
    passing = list(connection.execute(statement, parameters).scalars())
    return passing if len(passing) <= FEW else None


def _index_for(wanted: str) -> Index:
    """Trigrams need three characters; pairs Chinese ones; one or two letters are looked for."""
    if len(wanted) >= 3:
        return "texts"
    return "pairs" if _HAN.fullmatch(wanted) else "none"


def _pairs(said: str) -> Iterator[str]:
    """Every character of Chinese text together with the next, the last of a run alone."""
    for run in dict.fromkeys(_HAN.findall(said)):
        yield from (run[start : start + 2] for start in range(len(run)))


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


class _Said(NamedTuple):
    """What a message says, and its files by name."""

    words: list[str]
    files: list[tuple[str, str]]


def _said(connection: Connection, ids: Sequence[str]) -> dict[str, _Said]:
    said = {id: _Said([], []) for id in ids}
    for row in connection.execute(_PARTS, {"ids": json.dumps(ids)}):
        if row.kind == "attachment":
            said[row.message].files.append((row.name, row.text))
        else:
            said[row.message].words.append(row.text)
    return said


def _hit(row: Row[Any], said: _Said, wanted: str) -> Hit:
    """What the message itself says comes before what its files say."""
    places = [("", "\n".join(said.words)), *((name, text) for name, text in said.files)]
    files = [(name, name) for name, _ in said.files]
    found = (one for one in (*places, *files) if wanted in folded(one[1]))
    file, where = next(found, places[0])
    before, match, after = snippet(where, wanted)
    return Hit(
        conversation=row.conversation,
        title=row.title,
        message=row.message,
        role=row.role,
        created_ms=row.created_ms,
        before=before,
        match=match,
        after=after,
        file=file,
    )


def snippet(said: str, wanted: str) -> tuple[str, str, str]:
    """The text around the first place of the words, which are folded; else the beginning."""
    start, end = _place(said, wanted)
    before = ("…" if start > _BEFORE else "") + said[max(0, start - _BEFORE) : start]
    after = said[end : end + _AFTER] + ("…" if end + _AFTER < len(said) else "")
    return _one_line(before), said[start:end], _one_line(after)


def _place(said: str, wanted: str) -> tuple[int, int]:
    """Where the words stand in the text as it was written; (0, 0) when nowhere."""
    whole = folded(said)
    start = whole.find(wanted)
    if start < 0:
        return 0, 0
    if len(whole) == len(said):
        return start, start + len(wanted)
    ends = list(accumulate(len(folded(character)) for character in said))
    return bisect_right(ends, start), bisect_left(ends, start + len(wanted)) + 1


def _one_line(said: str) -> str:
    return re.sub(r"\s+", " ", said)


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


def _finding(condition: str, table: str) -> TextClause:
    """CROSS JOIN keeps the order: the index, then the text itself, and the filters at the end."""
    return text(
        "SELECT m.conversation, c.title, m.id AS message, m.role, m.created_ms"
        # The text where the index keeps it: asking the index itself takes three times as long.
        f" FROM {table} AS t CROSS JOIN (SELECT id, c0 AS folded FROM search_texts_content) AS x"
        "  ON x.id = t.rowid AND instr(x.folded, :words) > 0"
        " CROSS JOIN search_rows AS r ON r.id = t.rowid"
        " CROSS JOIN messages AS m ON m.id = r.message"
        " CROSS JOIN conversations AS c ON c.id = m.conversation"
        f" WHERE {condition} AND c.trashed_ms IS NULL{_WRITTEN}{_TAGGED}"
        " ORDER BY t.rowid DESC LIMIT :most"
    )


_FIND: dict[Index, TextClause] = {
    "texts": _finding("t.search_texts MATCH :trigrams", "search_texts"),
    "pairs": _finding("t.search_pairs MATCH :pairs", "search_pairs"),
    "none": _finding(
        "t.rowid > (SELECT max(id) FROM search_rows) - :looked_through", "search_rows"
    ),
    # Rows looked up in a list come in order, so that nothing is sorted.
    "few": _finding(
        "t.rowid IN (SELECT s.id FROM json_each(:passing) AS f"
        " CROSS JOIN search_rows AS s ON s.message = f.value)",
        "search_rows",
    ),
}
_PASSING = text(f"SELECT m.id FROM messages AS m WHERE true{_WRITTEN} LIMIT :few + 1")
_PASSING_IN = text(
    "SELECT m.id FROM conversations AS c CROSS JOIN messages AS m ON m.conversation = c.id"
    f" WHERE c.trashed_ms IS NULL{_TAGGED}{_WRITTEN} LIMIT :few + 1"
)
"""The same for the messages of conversations that are filtered, which are few."""
_REMOVE = text("DELETE FROM search_rows WHERE message = :message")
_NEXT = text("SELECT coalesce(max(id), 0) + 1 FROM search_rows")
_PARTS = text(
    "SELECT p.message, p.kind, p.name, p.text FROM json_each(:ids) AS f"
    " CROSS JOIN parts AS p ON p.message = f.value"
    " WHERE p.kind IN ('text', 'reasoning', 'attachment') ORDER BY p.message, p.position"
)
_ADD = text("INSERT INTO search_rows (id, message) VALUES (:row, :message)")
_ADD_TEXT = text("INSERT INTO search_texts (rowid, folded) VALUES (:row, :folded)")
_ADD_PAIRS = text("INSERT INTO search_pairs (rowid, pairs) VALUES (:row, :pairs)")
