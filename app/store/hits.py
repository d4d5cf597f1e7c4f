"""From messages that were found to what is shown of them: the words, and the text around them."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, text

from app.domain.search import Hit, folded

_BEFORE, _AFTER = 40, 120
"""Characters of the text around a hit that are shown."""


class _Said(NamedTuple):
    """What a message says, and its files by name."""

    words: list[str]
    files: list[tuple[str, str]]


def hits_of(connection: Connection, found: Sequence[Row[Any]], wanted: str) -> list[Hit]:
    """What is shown of messages that contain the words, which are folded, in the same order."""
    said = _said(connection, [row.message for row in found])
    return [_hit(row, said[row.message], wanted) for row in found]


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


_PARTS = text(
    "SELECT p.message, p.kind, p.name, p.text FROM json_each(:ids) AS f"
    " CROSS JOIN parts AS p ON p.message = f.value"
    " WHERE p.kind IN ('text', 'reasoning', 'attachment') ORDER BY p.message, p.position"
)
