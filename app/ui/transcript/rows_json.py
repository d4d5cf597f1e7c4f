"""Objects and lists as a tree of lines, whose branches open and close."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QPainter, QTextBlockFormat, QTextCharFormat, QTextCursor

from app.ui.language import number, tr
from app.ui.theme import LINE_CODE
from app.ui.transcript.look import Look
from app.ui.transcript.row import Spot, Target, Unfold
from app.ui.transcript.rows_document import DocumentRow

INDENT = 18
CHEVRON = 14
OPEN_AT_FIRST = 12
"""A tree with no more lines than this is shown whole; of a larger one the top alone."""
MOST_LINES = 2000
LONGEST_VALUE = 400
"""Characters of a value that are shown; the raw text has all of them."""

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class TreeLine:
    """`open` is None for what has nothing inside; `part` names the line to `Unfold`."""

    part: str
    depth: int
    name: str
    value: str
    color: QColor
    open: bool | None = None


class JsonTreeRow(DocumentRow):
    """`flipped(part)`: whether the user opened or closed that line. At most `most_lines` show."""

    def __init__(
        self, look: Look, value: Json, *, flipped: Callable[[str], bool], most_lines: int
    ) -> None:
        super().__init__(look, inset=0, wrap=True)
        self._flipped = flipped
        self._small = _size(value, OPEN_AT_FIRST) <= OPEN_AT_FIRST
        lines = list(self._below(value, "tree", 0))[:MOST_LINES]
        self.count = len(lines)
        self._lines = lines[:most_lines]

    def target_at(self, point: QPoint, width: int) -> Target | None:
        block = self._laid_out(width).findBlock(self.position_at(point, width))
        line = self._lines[block.blockNumber()] if block.isValid() else None
        if line is None or line.open is None:
            return None
        end = _left(line) + block.layout().lineAt(0).naturalTextWidth()
        return Unfold(line.part) if _left(line) - CHEVRON - 4 <= point.x() <= end else None

    def spots(self, width: int) -> Sequence[Spot]:
        document = self._laid_out(width)
        spots = []
        for index, line in enumerate(self._lines):
            if line.open is not None:
                block = document.findBlockByNumber(index)
                top = round(document.documentLayout().blockBoundingRect(block).top())
                end = round(_left(line) + block.layout().lineAt(0).naturalTextWidth())
                start = _left(line) - CHEVRON - 4
                area = QRect(start, top, end - start, LINE_CODE)
                name = f"{line.name}: {line.value}"
                spots.append(Spot(Unfold(line.part), area, name, line.open))
        return spots

    def _fill(self, cursor: QTextCursor) -> None:
        name_format = self._format(self._look.theme.secondary)
        for index, line in enumerate(self._lines):
            block = QTextBlockFormat(self._look.code.block)
            block.setLeftMargin(_left(line))
            if index:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            cursor.insertText(f"{line.name}:\N{NO-BREAK SPACE}", name_format)
            cursor.insertText(line.value, self._format(line.color))

    def _format(self, color: QColor) -> QTextCharFormat:
        result = QTextCharFormat(self._look.code.plain)
        result.setForeground(color)
        return result

    def _paint_behind(self, painter: QPainter, area: QRect) -> None:
        document = self._laid_out(area.width())
        block = document.begin()
        for line in self._lines:
            if line.open is not None:
                top = document.documentLayout().blockBoundingRect(block).top()
                name = "chevron-down" if line.open else "chevron-right"
                color = self._look.theme.secondary
                icon = self._look.icon(name, color, painter, size=CHEVRON)
                middle = (LINE_CODE - CHEVRON) / 2
                painter.drawPixmap(QPointF(_left(line) - CHEVRON - 3, top + middle), icon)
            block = block.next()

    def _below(self, value: Json, part: str, depth: int) -> Iterator[TreeLine]:
        for name, inner in _items(value):
            inner_part = f"{part}/{name}"
            if not isinstance(inner, dict | list) or not inner:
                yield TreeLine(inner_part, depth, name, _written(inner), self._color(inner))
                continue
            is_open = self._small ^ self._flipped(inner_part)
            hint = self._look.theme.hint
            yield TreeLine(inner_part, depth, name, _summary(inner), hint, is_open)
            if is_open:
                yield from self._below(inner, inner_part, depth + 1)

    def _color(self, value: Json) -> QColor:
        colors = self._look.theme.code_colors
        match value:
            case str():
                return colors.string
            case bool() | None:
                return colors.keyword
            case int() | float():
                return colors.number
        return self._look.theme.hint


def _left(line: TreeLine) -> int:
    """Where the text of a line begins: its chevron has room before it."""
    return line.depth * INDENT + CHEVRON + 3


def _items(value: Json) -> list[tuple[str, Json]]:
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return [(str(number), item) for number, item in enumerate(value)]
    return []


def _size(value: Json, enough: int) -> int:
    """Lines of the whole tree; counting stops once there are more than `enough`."""
    total = 0
    for _, inner in _items(value):
        total += 1 + _size(inner, enough)
        if total > enough:
            break
    return total


def _written(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _summary(value: dict[str, Json] | list[Json]) -> str:
    count = len(value)
    if isinstance(value, list):
        return tr("[1 item]") if count == 1 else tr("[{count} items]", count=number(count))
    inside = tr("1 field") if count == 1 else tr("{count} fields", count=number(count))
    return "{" + inside + "}"
