"""Every row of our tables that can still be read in a damaged database.

Tables are followed from their roots. Where that fails, the leaves left over are taken, and what
table a row is of is told by its shape.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, get_args

from sqlalchemy import REAL, Column, Integer, LargeBinary, Table

from app.domain.conversation import MessageRole, Status
from app.store import records
from app.store.pages import Pages
from app.store.records import Record, Unreadable, Value, children, kind, rows_of
from app.store.rows import attachments_from, mark_from, part_from, problem_from, round_from
from app.store.schema import conversations, marks, messages, parts, problems, rounds, tags
from engine.token_choices import unpacked

SALVAGED = (conversations, messages, rounds, parts, problems, marks, tags)
"""Search rows are made anew."""

_ROLES, _STATUSES = get_args(MessageRole), get_args(Status)
_MASTER_COLUMNS = 5


@dataclass
class Found:
    """A row that can be stored again: all columns of its table; `is_cut` when text is missing."""

    table: Table
    values: dict[str, Value]
    is_cut: bool


@dataclass
class Salvage:
    """`found` gives the rows; afterwards `bad_pages` and `bad_rows` say what was not readable."""

    pages: Pages
    bad_pages: set[int] = field(default_factory=set)
    bad_rows: int = 0
    _seen: set[int] = field(default_factory=set)

    def found(self) -> Iterator[Found]:
        tables = {table.name: table for table in SALVAGED}
        roots = self._roots()
        for name, root in roots.items():
            for page in self._leaves(root):
                if name in tables:
                    yield from self._rows(page, (tables[name],))
        if self.bad_pages or not tables.keys() <= roots.keys():
            yield from self._left_over()

    def _roots(self) -> dict[str, int]:
        """The first page of each table there is."""
        roots: dict[str, int] = {}
        for page in self._leaves(1):
            for record in rows_of(self.pages, page):
                values = record.values if record else ()
                if len(values) == _MASTER_COLUMNS and values[0] == "table":
                    name, root = values[1], values[3]
                    if isinstance(name, str) and isinstance(root, int) and root > 1:
                        roots[name] = root
        return roots

    def _leaves(self, root: int) -> Iterator[int]:
        """The leaves of a table that can be reached, in the order of their rows."""
        waiting = [root]
        while waiting:
            number = waiting.pop()
            if number in self._seen:
                continue
            content = self.pages.page(number) if 0 < number <= self.pages.count else b""
            self._seen.add(number)
            match kind(number, content):
                case records.LEAF:
                    yield number
                case records.INTERIOR:
                    waiting.extend(reversed(self._children(number, content)))
                case records.INDEX_LEAF | records.INDEX_INTERIOR:
                    pass  # of a table without row numbers: none of ours
                case _:
                    self.bad_pages.add(number)

    def _children(self, number: int, content: bytes) -> list[int]:
        try:
            return children(number, content)
        except Unreadable:
            self.bad_pages.add(number)
            return []

    def _left_over(self) -> Iterator[Found]:
        free = self.pages.free()
        for number in range(2, self.pages.count + 1):
            if number not in self._seen and number not in free:
                content = self.pages.page(number)
                if kind(number, content) == records.LEAF:
                    yield from self._rows(number, SALVAGED, is_ours=False)

    def _rows(
        self, page: int, tables: tuple[Table, ...], *, is_ours: bool = True
    ) -> Iterator[Found]:
        for record in rows_of(self.pages, page):
            found = None
            if record is not None:
                fitting = (_found(record, table) for table in tables)
                found = next((one for one in fitting if one is not None), None)
            if found is not None:
                yield found
            elif is_ours:
                self.bad_pages.add(page)
                self.bad_rows += 1


def _found(record: Record, table: Table) -> Found | None:
    """The record as a row of a table, or None when it cannot be one."""
    if len(record.values) > len(table.columns) or len(record.values) < 2:
        return None
    values: dict[str, Value] = {}
    for index, column in enumerate(table.columns):
        if index >= len(record.values):
            value, fits = _missing(column, is_cut=record.is_cut)
        else:
            value, fits = _fitting(record.values[index], column)
        if not fits:
            return None
        values[column.name] = value
    return Found(table, values, record.is_cut) if _means_something(table, values) else None


def _missing(column: Column[Any], *, is_cut: bool) -> tuple[Value, bool]:
    """What stands for a column that an older version did not have, or that was cut off."""
    if column.nullable:
        return None, True
    default: Any = column.server_default
    if default is not None:
        text = str(default.arg)
        return (int(text) if isinstance(column.type, Integer) else text), True
    return _TYPES[column](), is_cut


def _fitting(value: Value, column: Column[Any]) -> tuple[Value, bool]:
    if value is None:
        return None, bool(column.nullable)
    wanted = _TYPES[column]
    if wanted is float and isinstance(value, int):
        return float(value), True
    return value, isinstance(value, wanted)


def _type_of(column: Column[Any]) -> type[int | float | bytes | str]:
    kinds = {Integer: int, REAL: float, LargeBinary: bytes}
    return next((kind for sql, kind in kinds.items() if isinstance(column.type, sql)), str)


_TYPES = {column: _type_of(column) for table in SALVAGED for column in table.columns}


def _means_something(table: Table, values: dict[str, Value]) -> bool:
    """Whether the program could read the row; what it could do without is emptied."""
    if table is messages:
        return values["role"] in _ROLES and values["status"] in _STATUSES
    if table is conversations:
        if not _is_readable(values, lambda row: attachments_from(row.draft_attachments)):
            values["draft_attachments"] = None
        return True
    if table is rounds:
        for optional in ("choices", "receipt"):
            if not _is_readable(values, _read_round):
                values[optional] = None
    reader = _READERS.get(table.name)
    return reader is None or _is_readable(values, reader)


def _is_readable(values: dict[str, Value], read: Callable[[Any], object]) -> bool:
    try:
        read(SimpleNamespace(**values))
    except (ValueError, TypeError, KeyError, AttributeError, struct.error):
        return False
    return True


def _read_round(row: Any) -> None:
    """With what its tokens were chosen from, which only who shows it unpacks."""
    unpacked(round_from(row).choices)


_READERS: dict[str, Callable[[Any], object]] = {
    "rounds": _read_round,
    "parts": part_from,
    "problems": problem_from,
    "marks": mark_from,
}
