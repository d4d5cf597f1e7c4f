"""A conversation copied row by row, so that parts, rounds and receipts are the same to the byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from app.domain.conversation import new_id
from app.store.deleted import present
from app.store.schema import conversations, marks, messages, parts, problems, rounds, tags

COPIED_WHILE_WRITTEN = "This copy was made while the answer was still being written."

Values = dict[str, Any]


def duplicate_conversation(
    connection: Connection, conversation_id: str, title: str, now_ms: int
) -> str:
    """Copy a conversation with all its branches, under new ids; the id of the copy.

    What was deleted of it is not copied. Raises KeyError when there is no such conversation.
    """
    query = select(conversations).where(conversations.c.id == conversation_id)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        raise KeyError(conversation_id)
    copy = new_id()
    of_copied = present(messages.c.conversation == conversation_id)
    found = connection.execute(
        select(messages).where(of_copied).order_by(messages.c.sequence)
    ).mappings()
    rows = [dict(one) for one in found]
    ids = {one["id"]: new_id() for one in rows}
    own = {"id": copy, "title": title, "created_ms": now_ms, "updated_ms": now_ms}
    values = dict(row) | own | {"pinned": 0, "trashed_ms": None, "head": ids.get(row["head"])}
    connection.execute(insert(conversations), values)
    _insert(connection, messages, [_message(one, ids, copy) for one in rows])
    for table in (parts, rounds, problems, marks):
        _copy(connection, table, of_copied, lambda one: _of_message(one, ids))
    _copy(connection, tags, tags.c.conversation == conversation_id, lambda one: _tag(one, copy))
    return copy


def _message(row: Values, ids: Mapping[str, str], conversation: str) -> Values:
    """Under its new ids; an answer in the making ends where it was copied."""
    copied = {"id": ids[row["id"]], "parent": ids.get(row["parent"]), "conversation": conversation}
    if row["status"] == "running":
        copied |= {"status": "interrupted", "notice": COPIED_WHILE_WRITTEN}
    return row | copied


def _of_message(row: Values, ids: Mapping[str, str]) -> Values | None:
    if "first_seen" not in row:
        return row | {"message": ids[row["message"]]}
    if row["first_seen"] not in ids:
        return None  # it was deleted, and so the mark says nothing any more
    return row | {"message": ids[row["message"]], "first_seen": ids[row["first_seen"]]}


def _tag(row: Values, conversation: str) -> Values:
    return row | {"conversation": conversation}


def _copy(
    connection: Connection, table: Table, condition: Any, copied: Callable[[Values], Values | None]
) -> None:
    """Rows of a table, each as `copied` has it; of a table of messages, those of `condition`."""
    query = select(table)
    if table is not tags:
        query = query.join(messages, table.c.message == messages.c.id)
    found = connection.execute(query.where(condition)).mappings()
    rows = [copied(dict(one)) for one in found]
    _insert(connection, table, [one for one in rows if one is not None])


def _insert(connection: Connection, table: Table, rows: list[Values]) -> None:
    if rows:
        connection.execute(insert(table), rows)
