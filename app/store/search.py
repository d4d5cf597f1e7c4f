"""What the search finds messages by: three characters in a row, or two of Chinese text.

Texts are indexed folded (NFKC, no case), when a message is complete; `indexing` does it for many.
What is found is checked against the folded text itself (`finding`), so that an index of mere
occurrences is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, text

from app.domain.conversation import Message
from app.domain.search import folded

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
    # What follows a null character is not indexed; looking for one finds a space.
    texts = [(row, folded(words).replace("\0", " ")) for row, words in said]
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


def has_pairs(wanted: str) -> bool:
    """Whether one or two characters can be looked up: those between letters are in no index."""
    return bool(_HAN.fullmatch(wanted)) and wanted.isalpha()


def _pairs(said: str) -> Iterator[str]:
    """Every character of Chinese text together with the next, the last of a run alone."""
    for run in dict.fromkeys(_HAN.findall(said)):
        yield from (run[start : start + 2] for start in range(len(run)))


_REMOVE = text("DELETE FROM search_rows WHERE message = :message")
_NEXT = text("SELECT coalesce(max(id), 0) + 1 FROM search_rows")
_ADD = text("INSERT INTO search_rows (id, message) VALUES (:row, :message)")
_ADD_TEXT = text("INSERT INTO search_texts (rowid, folded) VALUES (:row, :folded)")
_ADD_PAIRS = text("INSERT INTO search_pairs (rowid, pairs) VALUES (:row, :pairs)")
