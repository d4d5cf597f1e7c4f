"""A card with rows of its own under one another."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter

from app.ui.transcript.flow import RowStack
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row, Spot, Target
from app.ui.transcript.rows_message import paint_card

PADDING = 14


class CardRow(Row):
    """Its positions are those of the rows inside that have text, one after the other."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._stack = RowStack()
        self._first_changed = 0
        """The first row inside that was another or not measured."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """What is inside now, from top to bottom."""

    @property
    def _inset(self) -> int:
        """Pixels above the first row inside."""
        return PADDING

    @property
    def _fill_color(self) -> QColor:
        return self._look.theme.raised

    @property
    def length(self) -> int:
        return sum(row.length + 1 for _, row in self._starts())

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        card = QRect(0, 0, canvas.width, self.height(canvas.width))
        paint_card(painter, card, fill=self._fill_color, edge=self._look.theme.border)
        self._paint_body(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        index = self._row_at(point, width)
        if index is None:
            return None
        inner = point - QPoint(PADDING, self._body_top(width) + self._stack.top(index))
        return self._stack.rows[index].target_at(inner, width - 2 * PADDING)

    def spots(self, width: int) -> Sequence[Spot]:
        body = self._body(width)
        moved = [
            spot.moved(corner)
            for row, corner in self.inside(width)
            for spot in row.spots(width - 2 * PADDING)
        ]
        return [spot for spot in moved if body.intersects(spot.area)]

    def inside(self, width: int) -> Iterator[tuple[Row, QPoint]]:
        """The rows that show, with their corners."""
        self.height(width)
        top = self._body_top(width)
        for index, row in enumerate(self._stack.rows):
            yield row, QPoint(PADDING, top + self._stack.top(index))

    def position_at(self, point: QPoint, width: int) -> int:
        index = self._row_at(point, width)
        if index is None:
            return 0
        row = self._stack.rows[index]
        inner = point - QPoint(PADDING, self._body_top(width) + self._stack.top(index))
        found = row.position_at(inner, width - 2 * PADDING) if row.length else 0
        return self._start_of(index) + found

    def caret_at(self, position: int, width: int) -> QRect:
        self.height(width)
        for start, row in self._starts():
            if position <= start + row.length:
                top = self._body_top(width) + self._stack.top(self._stack.rows.index(row))
                caret = row.caret_at(position - start, width - 2 * PADDING)
                return caret.translated(PADDING, top)
        return super().caret_at(position, width)

    def word_at(self, position: int) -> tuple[int, int]:
        for start, row in self._starts():
            if position <= start + row.length:
                first, last = row.word_at(position - start)
                return start + first, start + last
        return position, position

    def text(self, start: int, end: int) -> str:
        pieces = []
        for first, row in self._starts():
            if first <= end and first + row.length >= start:
                pieces.append(row.text(max(start - first, 0), min(end - first, row.length)))
        return "\n\n".join(pieces)

    def plain_text(self) -> str:
        return text_of(self.rows)

    def markdown(self) -> str:
        return "\n\n".join(row.markdown() for row in self.rows if row.length)

    def scroll_sideways(self, pixels: int, width: int) -> bool:
        inside = width - 2 * PADDING
        moved = [row.scroll_sideways(pixels, inside) for row in self._stack.rows]
        return any(moved)

    def rearrange(self) -> None:
        for row in self.rows:
            row.rearrange()
        self.changed()

    @property
    def waiting(self) -> bool:
        return any(row.waiting for row in self.rows)

    def look_again(self) -> bool:
        different = [row.look_again() for row in self.rows]
        if any(different):
            self.changed()
        return any(different)

    def release(self) -> None:
        for row in self.rows:
            row.release()

    def _measure(self, width: int) -> int:
        rows = self.rows
        self._first_changed = self._stack.place(rows, width - 2 * PADDING)
        if not rows:
            return self._inset
        self._stack.measure(range(len(rows)))
        return self._inset + self._body_height() + PADDING

    def _body_height(self) -> int:
        """Of the rows, as far as they show."""
        return self._stack.height

    def _body_top(self, width: int) -> int:  # noqa: ARG002
        """Where the first row inside begins; above the visible part when that is scrolled."""
        return self._inset

    def _body(self, width: int) -> QRect:
        """Where rows may show."""
        height = self.height(width) - self._inset - 1
        return QRect(1, self._inset, width - 2, height)

    def _row_at(self, point: QPoint, width: int) -> int | None:
        self.height(width)
        if not self._stack.rows or not self._body(width).contains(point):
            return None
        return self._stack.index_at(point.y() - self._body_top(width))

    def _starts(self) -> Iterator[tuple[int, Row]]:
        """Every row inside that has text, with the position it starts at."""
        start = 0
        for row in self.rows:
            if row.length:
                yield start, row
                start += row.length + 1

    def start_of(self, inner: Row) -> int:
        """The position at which the text of a row inside begins."""
        return self._start_of(next(i for i, row in enumerate(self._stack.rows) if row is inner))

    def _start_of(self, index: int) -> int:
        return sum(row.length + 1 for row in self._stack.rows[:index] if row.length)

    def _paint_body(self, painter: QPainter, canvas: Canvas) -> None:
        body = self._body(canvas.width)
        top = self._body_top(canvas.width)
        painter.save()
        painter.setClipRect(body, Qt.ClipOperation.IntersectClip)
        visible = body.intersected(canvas.clip)
        for index in self._stack.within(visible.top() - top, visible.bottom() + 1 - top):
            row_top = top + self._stack.top(index)
            painter.save()
            painter.translate(PADDING, row_top)
            self._stack.rows[index].paint(painter, self._inner_canvas(canvas, index, row_top))
            painter.restore()
        painter.restore()

    def _inner_canvas(self, canvas: Canvas, index: int, top: int) -> Canvas:
        selection = None
        start, length = self._start_of(index), self._stack.rows[index].length
        if canvas.selection:
            first, last = canvas.selection[0] - start, canvas.selection[1] - start
            if first < length and last > 0:
                selection = (max(first, 0), min(last, length))
        return Canvas(
            width=canvas.width - 2 * PADDING,
            clip=canvas.clip.translated(-PADDING, -top),
            selection=selection,
            hovered=canvas.hovered,
            done=canvas.done,
            highlights=tuple(
                replace(each, start=each.start - start, end=each.end - start)
                for each in canvas.highlights
                if start <= each.start < start + length
            ),
        )


def text_of(rows: Sequence[Row]) -> str:
    """One character for each position that rows have inside a card."""
    return "\n".join(row.plain_text() for row in rows if row.length)
