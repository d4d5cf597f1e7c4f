"""Reads and writes messages with their parts and rounds, inside a transaction of the caller."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Row,
    Table,
    bindparam,
    delete,
    func,
    select,
)
from sqlalchemy.dialects.sqlite import Insert, insert

from app.domain.conversation import Mark, Message
from app.store.rows import (
    Values,
    mark_from,
    mark_values,
    message_from,
    message_values,
    part_from,
    part_values,
    problem_from,
    problem_values,
    round_from,
    round_values,
    stored_parts,
)
from app.store.schema import marks, messages, parts, problems, rounds

Item = TypeVar("Item")


def read_messages(
    connection: Connection, condition: ColumnElement[bool]
) -> list[tuple[str, Message]]:
    """Messages in the order they were made, each with the id of its conversation."""
    parts_of = _read_items(connection, parts, condition, part_from)
    rounds_of = _read_items(connection, rounds, condition, round_from)
    problems_of = _read_items(connection, problems, condition, problem_from)
    mark_of = _read_marks(connection, condition)
    query = select(messages).where(condition).order_by(messages.c.conversation, messages.c.sequence)
    return [
        (
            row.conversation,
            message_from(
                row,
                parts_of[row.id],
                rounds_of[row.id],
                problems_of[row.id],
                mark_of.get(row.id),
            ),
        )
        for row in connection.execute(query)
    ]


def _read_marks(connection: Connection, condition: ColumnElement[bool]) -> dict[str, Mark]:
    """Marks, by message."""
    query = select(marks).join(messages, marks.c.message == messages.c.id).where(condition)
    return {row.message: mark_from(row) for row in connection.execute(query)}


def _read_items(
    connection: Connection,
    table: Table,
    condition: ColumnElement[bool],
    item_from: Callable[[Row[Any]], Item],
) -> defaultdict[str, list[Item]]:
    """Parts, rounds or problems, by message."""
    items: defaultdict[str, list[Item]] = defaultdict(list)
    order = (table.c.message, table.c.position)
    for row in connection.execute(select(table).join(messages).where(condition).order_by(*order)):
        items[row.message].append(item_from(row))
    return items


def insert_messages(connection: Connection, conversation_id: str, new: Collection[Message]) -> None:
    """Insert all messages of a conversation that has none, in the order they were made."""
    rows = [
        _key_values(conversation_id, message) | message_values(message) | {"sequence": sequence}
        for sequence, message in enumerate(new)
    ]
    part_rows = [
        row
        for message in new
        for row in _item_rows(message.id, stored_parts(message), (), part_values)
    ]
    round_rows = [
        row for message in new for row in _item_rows(message.id, message.rounds, (), round_values)
    ]
    problem_rows = [
        row
        for message in new
        for row in _item_rows(message.id, message.problems, (), problem_values)
    ]
    mark_rows = [
        {"message": message.id, **mark_values(message.mark)} for message in new if message.mark
    ]
    for table, values in (
        (messages, rows),
        (parts, part_rows),
        (rounds, round_rows),
        (problems, problem_rows),
        (marks, mark_rows),
    ):
        if values:
            connection.execute(insert(table), values)


def write_message(
    connection: Connection, conversation_id: str, message: Message, stored: Message | None
) -> None:
    """Write what differs from `stored`; everything when it is not known what is stored."""
    values = message_values(message)
    if stored is None or message_values(stored) != values:
        row = _key_values(conversation_id, message) | values
        connection.execute(_WRITE_ROW, row | {"of_conversation": conversation_id})
    known_parts = None if stored is None else stored_parts(stored)
    _write_items(connection, parts, message.id, stored_parts(message), known_parts, part_values)
    stored_rounds = None if stored is None else stored.rounds
    _write_items(connection, rounds, message.id, message.rounds, stored_rounds, round_values)
    stored_problems = None if stored is None else stored.problems
    _write_items(
        connection, problems, message.id, message.problems, stored_problems, problem_values
    )
    if stored is None or stored.mark != message.mark:
        write_mark(connection, message)


def write_mark(connection: Connection, message: Message) -> None:
    """Replace the mark of a message that is stored."""
    connection.execute(_REMOVE_MARK, {"of_message": message.id})
    if message.mark:
        connection.execute(_ADD_MARK, {"message": message.id, **mark_values(message.mark)})


def _key_values(conversation_id: str, message: Message) -> Values:
    return {"id": message.id, "conversation": conversation_id, "parent": message.parent}


def _write_items(
    connection: Connection,
    table: Table,
    message_id: str,
    items: Sequence[Item],
    stored: Sequence[Item] | None,
    values_of: Callable[[Item], Values],
) -> None:
    """Write the parts or rounds that differ from the stored ones; remove those beyond the last."""
    changed = _item_rows(message_id, items, stored or (), values_of)
    if changed:
        connection.execute(_WRITE_ITEMS[table.name], changed)
    if stored is None or len(stored) > len(items):
        kept = {"of_message": message_id, "kept": len(items)}
        connection.execute(_CUT_ITEMS[table.name], kept)


def _item_rows(
    message_id: str,
    items: Sequence[Item],
    stored: Sequence[Item],
    values_of: Callable[[Item], Values],
) -> list[Values]:
    """Rows of the parts or rounds that differ from the stored ones."""
    return [
        {"message": message_id, "position": position, **values_of(item)}
        for position, item in enumerate(items)
        if position >= len(stored) or stored[position] != item
    ]


def _insert_or_replace(table: Table) -> Insert:
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    values = {column.name: column for column in statement.excluded if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=values)


def _insert_last_or_change() -> Insert:
    """Insert a message as the last of its conversation, or change the row it has."""
    of_conversation = messages.c.conversation == bindparam("of_conversation")
    last = select(func.max(messages.c.sequence)).where(of_conversation).scalar_subquery()
    statement = insert(messages).values(sequence=func.coalesce(last + 1, 0))
    changing = ("role", "status", "notice", "model", "created_ms")
    values = {name: statement.excluded[name] for name in changing}
    return statement.on_conflict_do_update(index_elements=["id"], set_=values)


def _delete_beyond(table: Table) -> Delete:
    of_message = table.c.message == bindparam("of_message")
    return delete(table).where(of_message, table.c.position >= bindparam("kept"))


# Built once: building a statement takes longer than running it.
_WRITE_ROW = _insert_last_or_change()
_WRITE_ITEMS = {table.name: _insert_or_replace(table) for table in (parts, rounds, problems)}
_CUT_ITEMS = {table.name: _delete_beyond(table) for table in (parts, rounds, problems)}
_REMOVE_MARK = delete(marks).where(marks.c.message == bindparam("of_message"))
_ADD_MARK = insert(marks)
