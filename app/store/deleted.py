"""Deleted messages: they stay in the file, out of sight, until they are too old to be missed."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, select, update

from app.domain.conversation import Message
from app.domain.trash import KEPT_DAYS, MS_PER_DAY
from app.store.messages import write_mark
from app.store.schema import conversations, messages

_SET_DELETED = (
    update(messages)
    .where(messages.c.id == bindparam("of_message"))
    .values(deleted_ms=bindparam("at_ms"))
)
_SET_PARENT = (
    update(messages)
    .where(messages.c.id == bindparam("of_message"))
    .values(parent=bindparam("new_parent"))
)
_REMOVE_CONVERSATION = delete(conversations).where(
    conversations.c.id == bindparam("of_conversation")
)


def present(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """The condition, for messages that are part of the tree."""
    return and_(condition, messages.c.deleted_ms.is_(None))


def set_deleted(connection: Connection, ids: Collection[str], at_ms: int | None) -> None:
    """Take messages out of the tree; with None, put them back."""
    if ids:
        connection.execute(_SET_DELETED, [{"of_message": id, "at_ms": at_ms} for id in ids])


def move(connection: Connection, moved: Collection[Message]) -> None:
    """Write the parents and marks of messages that are stored already."""
    for message in moved:
        connection.execute(_SET_PARENT, {"of_message": message.id, "new_parent": message.parent})
        write_mark(connection, message)


def remove_conversations(connection: Connection, ids: Collection[str]) -> None:
    """Remove conversations for good, with all that belongs to them."""
    if ids:
        connection.execute(_REMOVE_CONVERSATION, [{"of_conversation": id} for id in ids])


def remove_old(connection: Connection, now_ms: int, most: int) -> list[str]:
    """Remove for good what was deleted more than `KEPT_DAYS` days ago; the conversations gone,
    at most so many.

    A deleted message never has a deleted child that is newer, so no kept one loses its parent.
    """
    oldest_ms = now_ms - KEPT_DAYS * MS_PER_DAY
    connection.execute(delete(messages).where(messages.c.deleted_ms < oldest_ms))
    trashed_ms = conversations.c.trashed_ms
    expired = select(conversations.c.id).where(trashed_ms < oldest_ms).order_by(trashed_ms)
    gone = list(connection.execute(expired.limit(most)).scalars())
    remove_conversations(connection, gone)
    return gone
