"""Places in the column: the one nearest to a point, and the one a key leads to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QPoint, QRect

from app.ui.transcript.column import Column
from app.ui.transcript.positions import characters, units
from app.ui.transcript.row import Row
from app.ui.transcript.selection import Place

Step = Literal["left", "right", "word_left", "word_right", "up", "down", "start", "end"]
"""`start` and `end` are those of the line; up and down lead to the line above or below."""

_WORD_START = re.compile(r"\b\w")
_WORD_END = re.compile(r"\w\b")
_SEARCH_PX = 6


def place_at(column: Column, point: QPoint) -> Place | None:
    """The place nearest to a point of the column, also beside and below all text."""
    item = column.nearest(point.y())
    if item is None:
        return None
    item.build(column.width)
    top = point.y() - column.top(item)
    index = item.stack.index_at(top)
    row = item.stack.rows[index]
    inner = QPoint(point.x(), top - item.stack.top(index))
    position = row.position_at(inner, column.width) if row.length else 0
    return Place(column.number(item), index, position)


def caret_of(column: Column, place: Place) -> QRect:
    """Where the caret stands, in the column."""
    item = column.items[place.message]
    item.build(column.width)
    top = column.top(item) + item.stack.top(place.row)
    return item.stack.rows[place.row].caret_at(place.position, column.width).translated(0, top)


def moved(column: Column, place: Place, step: Step) -> Place:
    """Where a step leads to; the same place at both ends of the conversation."""
    row = _row(column, place)
    forward = step in ("right", "word_right", "down", "end")
    if step in ("start", "end"):
        return replace(place, position=_line_end(row, place.position, column.width, forward))
    if step in ("up", "down"):
        position = _line_beyond(row, place.position, column.width, forward)
    else:
        position = _beyond(row, place.position, step)
    if position is not None:
        return replace(place, position=position)
    beside = _neighbour(column, place, forward)
    if beside is None:
        return replace(place, position=row.length if forward else 0)
    if step not in ("up", "down"):
        return beside
    x = row.caret_at(place.position, column.width).x()
    other = _row(column, beside)
    caret = other.caret_at(beside.position, column.width)
    point = QPoint(x, caret.center().y())
    return replace(beside, position=other.position_at(point, column.width))


def _row(column: Column, place: Place) -> Row:
    item = column.items[place.message]
    item.build(column.width)
    return item.stack.rows[min(place.row, len(item.stack.rows) - 1)]


def _beyond(row: Row, position: int, step: Step) -> int | None:
    """The next character or word of the row; None when there is no more."""
    text = row.plain_text()
    index = characters(text, position)
    match step:
        case "right":
            found = index + 1
        case "left":
            found = index - 1
        case "word_right":
            end = _WORD_END.search(text, index)
            found = end.end() if end else len(text) if index < len(text) else index + 1
        case _:
            starts = [match.start() for match in _WORD_START.finditer(text, 0, index)]
            found = starts[-1] if starts else 0 if index else -1
    return units(text[:found]) if 0 <= found <= len(text) else None


def _line_beyond(row: Row, position: int, width: int, down: bool) -> int | None:
    """The same place on the line below or above; None when the row ends there."""
    caret = row.caret_at(position, width)
    beyond = (
        range(caret.bottom() + 2, row.guess(width), _SEARCH_PX)
        if down
        else range(caret.top() - 2, 0, -_SEARCH_PX)
    )
    for y in beyond:
        found = row.position_at(QPoint(caret.x(), y), width)
        top = row.caret_at(found, width).top()
        if top > caret.top() if down else top < caret.top():
            return found
    return None


def _line_end(row: Row, position: int, width: int, forward: bool) -> int:
    caret = row.caret_at(position, width)
    x = width * 100 if forward else -width
    return row.position_at(QPoint(x, caret.center().y()), width)


def _neighbour(column: Column, place: Place, forward: bool) -> Place | None:
    """The near end of the next row with text in it, or of the one before."""
    message, index = place.message, place.row
    while 0 <= message < len(column.items):
        item = column.items[message]
        item.build(column.width)
        rows = item.stack.rows
        rest = range(index + 1, len(rows)) if forward else range(min(index, len(rows)) - 1, -1, -1)
        for number in rest:
            if rows[number].length:
                return Place(message, number, 0 if forward else rows[number].length)
        message += 1 if forward else -1
        index = -1 if forward else 10**9
    return None
