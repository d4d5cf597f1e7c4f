"""Rows out of the pages of a damaged database: cells, their overflow, their values.

Every read is within bounds or raises Unreadable; what a page claims is never believed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from app.store.pages import Pages

Value = None | int | float | str | bytes
LEAF, INTERIOR = 13, 5
INDEX_LEAF, INDEX_INTERIOR = 10, 2
"""The kinds of pages of a table, and of an index."""

_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Unreadable(Exception):
    """What is there cannot be what it should be."""


@dataclass(frozen=True, slots=True)
class Record:
    """`is_cut` when the end is missing, so that the last of `values` may be the start of one."""

    values: tuple[Value, ...]
    is_cut: bool = False


def kind(number: int, content: bytes) -> int:
    start = 100 if number == 1 else 0
    return content[start] if len(content) > start else 0


def children(number: int, content: bytes) -> list[int]:
    """The pages below an interior page."""
    start = 100 if number == 1 else 0
    below = [struct.unpack_from(">I", content, cell)[0] for cell in _cells(content, start, 12)]
    return [*below, struct.unpack_from(">I", content, start + 8)[0]]


def rows_of(pages: Pages, number: int) -> Iterator[Record | None]:
    """The rows of a leaf page; None for each that cannot be read."""
    content = pages.page(number)
    try:
        cells = _cells(content, 100 if number == 1 else 0, 8)
    except Unreadable:
        yield None
        return
    for cell in cells:
        try:
            yield _record(*_payload(pages, content, cell))
        except Unreadable:
            yield None


def _cells(content: bytes, start: int, header_bytes: int) -> list[int]:
    """Where the cells of a page begin; those that cannot be are left out."""
    if len(content) < start + header_bytes:
        raise Unreadable
    count = struct.unpack_from(">H", content, start + 3)[0]
    first = start + header_bytes
    if first + 2 * count > len(content):
        raise Unreadable
    cells = struct.unpack_from(f">{count}H", content, first)
    lowest = first + 2 * count
    return [cell for cell in cells if lowest <= cell <= len(content) - 4]


def _payload(pages: Pages, content: bytes, cell: int) -> tuple[bytes, bool]:
    """The bytes of a row, and whether some are missing at the end."""
    total, at = _varint(content, cell)
    _rowid, at = _varint(content, at)
    usable = pages.usable_bytes
    most = usable - 35
    if total <= most:
        if at + total > len(content):
            raise Unreadable
        return content[at : at + total], False
    if total > pages.count * usable:
        raise Unreadable
    least = (usable - 12) * 32 // 255 - 23
    local = least + (total - least) % (usable - 4)
    local = local if local <= most else least
    if at + local + 4 > len(content):
        raise Unreadable
    pieces = [content[at : at + local]]
    overflow = struct.unpack_from(">I", content, at + local)[0]
    pieces.extend(_overflow(pages, overflow, total - local))
    whole = b"".join(pieces)
    return whole, len(whole) < total


def _overflow(pages: Pages, number: int, wanted: int) -> Iterator[bytes]:
    """The pages a long row goes on in, up to the first whose link to the next cannot be."""
    per_page = pages.usable_bytes - 4
    while wanted > 0:
        content = pages.page(number) if 1 < number <= pages.count else b""
        if not content:
            return
        number = struct.unpack_from(">I", content)[0]
        is_last = wanted <= per_page
        if is_last != (number == 0) or number > pages.count:
            return
        yield content[4 : 4 + min(wanted, per_page)]
        wanted -= per_page


def _record(payload: bytes, is_cut: bool) -> Record:
    header_bytes, at = _varint(payload, 0)
    if not 0 < header_bytes <= len(payload):
        raise Unreadable
    kinds = []
    while at < header_bytes:
        one, at = _varint(payload, at)
        kinds.append(one)
    values: list[Value] = []
    for one in kinds:
        size = _size(one)
        if at + size > len(payload):
            if not is_cut:
                raise Unreadable
            if one >= 12:
                values.append(_value(one, payload[at:]))
            break
        values.append(_value(one, payload[at : at + size]))
        at += size
    return Record(tuple(values), is_cut)


def _size(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind in (10, 11):
        raise Unreadable
    return 8 if kind == 7 else _INTEGER_BYTES.get(kind, 0)


def _value(kind: int, content: bytes) -> Value:
    if kind >= 12:
        return content.decode(errors="replace") if kind % 2 else content
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return float(struct.unpack(">d", content)[0])
    return int.from_bytes(content, "big", signed=True)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(9):
        if at + index >= len(content):
            raise Unreadable
        byte = content[at + index]
        if index == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise Unreadable
