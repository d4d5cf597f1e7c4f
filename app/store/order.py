"""Folders and tags of conversations, inside a transaction of the caller."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from app.store.schema import conversations, tags

_TAGS = select(tags.c.conversation, tags.c.name).order_by(tags.c.name)
_IN_FOLDER = select(conversations.c.id).where(conversations.c.folder == bindparam("old"))
_EMPTY_FOLDER = (
    update(conversations)
    .where(conversations.c.folder == bindparam("old"))
    .values(folder=bindparam("new"))
)
_ADD_TAG = insert(tags).on_conflict_do_nothing()
_REMOVE_TAG = delete(tags).where(
    tags.c.conversation == bindparam("of_conversation"), tags.c.name == bindparam("of_name")
)


def all_tags(connection: Connection) -> dict[str, tuple[str, ...]]:
    """The tags of each conversation that has any."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for conversation, name in connection.execute(_TAGS):
        found[conversation].append(name)
    return {conversation: tuple(names) for conversation, names in found.items()}


def write_tag(connection: Connection, ids: Collection[str], name: str, on: bool) -> None:
    """Give conversations a tag, or take it from them; those that are as wanted stay so."""
    for id in ids:
        if on:
            connection.execute(_ADD_TAG, {"conversation": id, "name": name})
        else:
            connection.execute(_REMOVE_TAG, {"of_conversation": id, "of_name": name})


def move_all(connection: Connection, folder: str, to: str) -> list[str]:
    """Move all conversations of a folder, those in the trash too; which they were."""
    moved = list(connection.execute(_IN_FOLDER, {"old": folder}).scalars())
    connection.execute(_EMPTY_FOLDER, {"old": folder, "new": to})
    return moved
