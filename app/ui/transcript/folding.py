"""A card that folds: a header to click, and below it Markdown as rows of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter

from app.ui.transcript.flow import MarkdownFlow, RowStack
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row, Target, Toggle
from app.ui.transcript.rows_message import paint_card

HEADER_HEIGHT = 34
BODY_GUESS = 220
PADDING = 16


class FoldingRow(Row):
    """The user's choice, once made, holds over what the row would do by itself."""

    gap = 6
    _always_a_card = False

    def __init__(self, look: Look, formats: ProseFormats, chosen: bool | None) -> None:
        """`chosen`: what the user decided earlier; None while nothing was decided."""
        super().__init__()
        self._look = look
        self._flow = MarkdownFlow(look, formats)
        self._stack = RowStack()
        self._chosen = chosen

    @property
    def open(self) -> bool:
        return self._opens_itself if self._chosen is None else self._chosen

    def toggle(self) -> bool:
        """The user's choice, which holds from now on; whether the body is open."""
        self._chosen = not self.open
        if self._chosen:
            self._fill()
        self.changed()
        return self._chosen

    @property
    @abstractmethod
    def _opens_itself(self) -> bool: ...

    @abstractmethod
    def _fill(self) -> None:
        """Show the newest text in the flow."""

    @abstractmethod
    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None: ...

    @property
    def length(self) -> int:
        return sum(row.length + 1 for row in self._flow.rows) if self.open else 0

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        height = self.height(canvas.width)
        theme = self._look.theme
        if self.open or self._always_a_card:
            card = QRect(0, 0, canvas.width, height)
            paint_card(painter, card, fill=theme.code, edge=theme.border)
        self._paint_header(painter, canvas)
        if self.open:
            self._paint_body(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        if point.y() < HEADER_HEIGHT:
            return Toggle()
        index = self._row_at(point, width)
        return None if index is None else self._inner(index, point, width)

    def position_at(self, point: QPoint, width: int) -> int:
        index = self._row_at(point, width)
        if index is None:
            return 0
        inner = point - QPoint(PADDING, self._body_top(width) + self._stack.top(index))
        found = self._stack.rows[index].position_at(inner, width - 2 * PADDING)
        return self._start_of(index) + found

    def caret_at(self, position: int, width: int) -> QRect:
        self.height(width)
        for index, (start, row) in enumerate(self._starts()):
            if position <= start + row.length:
                top = self._body_top(width) + self._stack.top(index)
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
        self._fill()
        return "\n".join(row.plain_text() for row in self._flow.rows)

    def markdown(self) -> str:
        return "\n\n".join(row.markdown() for row in self._flow.rows)

    def release(self) -> None:
        for row in self._flow.rows:
            row.release()

    def _measure(self, width: int) -> int:
        if not self.open:
            return HEADER_HEIGHT
        self._stack.place(self._flow.rows, width - 2 * PADDING)
        self._stack.measure(range(len(self._flow.rows)))
        return HEADER_HEIGHT + self._body_height() + PADDING

    def _estimate(self, width: int) -> int:
        return self._measure(width) if not self.open else HEADER_HEIGHT + BODY_GUESS

    def _body_height(self) -> int:
        return self._stack.height

    def _body_top(self, width: int) -> int:
        """Where the first row of the body is, above the visible part when that is capped."""
        return self.height(width) - PADDING - self._stack.height

    def _body(self, width: int) -> QRect:
        return QRect(1, HEADER_HEIGHT, width - 2, self._body_height() + PADDING - 1)

    def _row_at(self, point: QPoint, width: int) -> int | None:
        self.height(width)
        if not self.open or not self._stack.rows:
            return None
        return self._stack.index_at(point.y() - self._body_top(width))

    def _inner(self, index: int, point: QPoint, width: int) -> Target | None:
        inner = point - QPoint(PADDING, self._body_top(width) + self._stack.top(index))
        return self._stack.rows[index].target_at(inner, width - 2 * PADDING)

    def _starts(self) -> Iterator[tuple[int, Row]]:
        """Every row of the body with the position it starts at."""
        start = 0
        for row in self._flow.rows:
            yield start, row
            start += row.length + 1

    def _start_of(self, index: int) -> int:
        return sum(row.length + 1 for row in self._flow.rows[:index])

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
        start, length = self._start_of(index), self._flow.rows[index].length
        selection = None
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
