"""A table as wide as its content, with a tinted header and hairlines between the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from app.ui.language import tr
from app.ui.theme import RADIUS_CARD
from app.ui.transcript import documents
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Span, Table
from app.ui.transcript.fades import paint_fades
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.quotes import left_of, paint_quotes
from app.ui.transcript.row import Canvas, Link, Row, Sideways, Spot, Target, Tip
from app.ui.transcript.table_columns import Widths, fitted, line_widths
from app.ui.transcript.table_document import CELL_PADDING, TableDocument

CELL_HEIGHT = 44


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it is read aloud, and where it is in its row; `line` counts from the header, 0.

    `title` is what the header says above it.
    """

    line: int
    column: int
    speech: str
    area: QRect
    header: bool
    title: str = ""


class TableRow(Row):
    """A table, or a piece of it; `above` is the row that this one goes on with."""

    def __init__(
        self,
        block: Table,
        look: Look,
        formats: ProseFormats,
        above: TableRow | None = None,
        first_line: int = 0,
    ) -> None:
        """`first_line` is the number of this piece's first line in the whole table."""
        super().__init__()
        self._look = look
        self._formats = formats
        self._block = block
        self.above = above
        self.followed = False
        self.first_line = first_line
        self._natural: list[Widths] = []
        """Of the lines that were looked at so far."""
        self._fitted: tuple[int, list[int]] = 0, []
        """The widths of the columns, and that of the row they fit in."""
        self._scroll = 0
        self._document: TableDocument | None = None
        self._width = 0
        """That it was last laid out for."""
        self._waiting = False
        if above:
            self.gap = 0

    def show(self, block: Table) -> None:
        """Take the block that has grown out of the one before; its first lines stay laid out."""
        old, self._block = self._block, block
        if old.columns == block.columns and len(old.lines) <= len(block.lines):
            differ = (a != b for a, b in zip(old.lines, block.lines, strict=False))
            same = next((i for i, is_other in enumerate(differ) if is_other), len(old.lines))
            del self._natural[same:]
            self.changed()
            if self._document:
                widths = self.column_widths(self._width) if self._width else ()
                self._document.grow(block, same, widths)
                self._waiting |= self._document.waiting
        else:
            self._forget()
            self.changed()

    def changed(self) -> None:
        self._fitted = 0, []
        super().changed()

    @property
    def waiting(self) -> bool:
        return self._waiting

    def look_again(self) -> bool:
        if not self._waiting:
            return False
        self._waiting = False
        self._forget()
        self.changed()
        return True

    def _forget(self) -> None:
        self._natural = []
        self._document = None

    def column_widths(self, width: int) -> list[int]:
        """Of the cells' content; pieces of one table share the widths of the first."""
        if self.above:
            return self.above.column_widths(width)
        if self._fitted[0] != width:
            natural = [max(column) for column in zip(*self._natural_widths(), strict=True)]
            padding = 2 * CELL_PADDING * len(natural)
            self._fitted = width, fitted(natural, width - self._left - padding)
        return self._fitted[1]

    def _natural_widths(self) -> Sequence[Widths]:
        count = len(self._block.columns)
        for number in range(len(self._natural), len(self._block.lines)):
            bold = number == 0 and not self._block.continued
            line = self._block.lines[number]
            self._natural.append(line_widths(line, count, self._formats, bold=bold))
        return self._natural

    @property
    def length(self) -> int:
        return self._filled().length

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        color = self._look.theme.border
        paint_quotes(painter, self._block.quotes, color, height=self.height(canvas.width))
        document = self._laid_out(canvas.width)
        left = self._table_left(canvas.width)
        inside = QRect(self._left, 0, canvas.width - self._left, self.height(canvas.width))
        painter.save()
        painter.setClipRect(inside.adjusted(-1, 0, 1, 0), Qt.ClipOperation.IntersectClip)
        painter.translate(left, 0)
        self._paint_frame(painter, document)
        documents.draw(
            document.document,
            painter,
            clip=QRectF(canvas.clip.intersected(inside).translated(-left, 0)),
            color=self._formats.color,
            selection=_in_cells(canvas.selection, document.length),
            theme=self._look.theme,
            highlights=canvas.highlights,
        )
        painter.restore()
        overflow = self._overflow(canvas.width)
        color = self._look.theme.window
        more_right = self._scroll < overflow
        paint_fades(painter, inside, color, left=self._scroll > 0, right=more_right)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        document = self._laid_out(width).document
        place = QPointF(point) - QPointF(self._table_left(width), 0)
        if url := document.documentLayout().anchorAt(place):
            return Link(url)
        tip = documents.tip_at(document, place)
        return Tip(tip) if tip else None

    def spots(self, width: int) -> Sequence[Spot]:
        corner = QPoint(self._table_left(width), 0)
        found = documents.links(self._laid_out(width).document)
        spots = [Spot(Link(link.url), link.area, link.text).moved(corner) for link in found]
        if not self._overflow(width):
            return spots
        inside = QRect(self._left, 0, width - self._left, self.height(width))
        return [Spot(Sideways(self), inside, self.described()), *spots]

    def position_at(self, point: QPoint, width: int) -> int:
        place = QPointF(point) - QPointF(self._table_left(width), 0)
        return documents.position_at(self._laid_out(width).document, place)

    def scroll_sideways(self, pixels: int, width: int) -> bool:
        """All pieces of one table move together."""
        if self.above:
            return self.above.scroll_sideways(pixels, width)
        target = max(0, min(self._scroll + pixels, self._overflow(width)))
        moved = target != self._scroll
        self._scroll = target
        return moved

    @property
    def end_line(self) -> int:
        """The number of the line that would follow."""
        return self.first_line + len(self._block.lines)

    def speech(self) -> str:
        """Line by line, the cells separated by commas, formulas in words."""
        return "\n".join(", ".join(map(self._spoken, line)) for line in self._block.lines)

    def described(self) -> str:
        rows, columns = len(self._block.lines), len(self._block.columns)
        return tr("Table, {rows} rows, {columns} columns", rows=rows, columns=columns)

    def cells(self, width: int) -> Iterator[Cell]:
        """All cells, line by line."""
        document = self._laid_out(width)
        titles = [self._spoken(cell) for cell in (self.above or self)._block.lines[0]]
        for number, line in enumerate(self._block.lines):
            for column, spans in enumerate(line[: len(self._block.columns)]):
                area = document.cell_area(number, column)
                yield Cell(
                    self.first_line + number,
                    column,
                    self._spoken(spans),
                    area.translated(self._table_left(width), 0),
                    header=number == 0 and not self._block.continued,
                    title=titles[column] if column < len(titles) else "",
                )

    def _spoken(self, spans: Sequence[Span]) -> str:
        render = self._formats.math.render
        return "".join(
            render(span.formula, span.display).speech if span.formula else span.text
            for span in spans
        )

    def caret_at(self, position: int, width: int) -> QRect:
        caret = documents.caret_at(self._laid_out(width).document, position)
        return caret.translated(self._table_left(width), 0)

    def word_at(self, position: int) -> tuple[int, int]:
        return documents.word_at(self._filled().document, position)

    def text(self, start: int, end: int) -> str:
        return self._filled().text(start, end)

    def plain_text(self) -> str:
        return self._filled().plain_text()

    def markdown(self) -> str:
        return as_markdown(self._block)

    def release(self) -> None:
        self._document = None

    @property
    def _left(self) -> int:
        return left_of(self._block.depth, self._block.quotes)

    def _table_left(self, width: int) -> int:
        first = self.above or self
        first._scroll = min(first._scroll, self._overflow(width))
        self._scroll = first._scroll
        return self._left - self._scroll

    def _overflow(self, width: int) -> int:
        """How far the table reaches beyond the column, in pixels."""
        return max(0, self._table_width(width) - (width - self._left))

    def _table_width(self, width: int) -> int:
        widths = self.column_widths(width)
        return sum(widths) + 2 * CELL_PADDING * len(widths)

    def _measure(self, width: int) -> int:
        return self._laid_out(width).height

    def _estimate(self, width: int) -> int:  # noqa: ARG002
        return len(self._block.lines) * CELL_HEIGHT

    def _laid_out(self, width: int) -> TableDocument:
        document = self._filled()
        self._width = width
        document.lay_out(self.column_widths(width))
        return document

    def _filled(self) -> TableDocument:
        if self._document is None:
            self._document = TableDocument(self._block, self._formats)
            self._waiting |= self._document.waiting
        self._look.live.use(self)
        return self._document

    def _paint_frame(self, painter: QPainter, document: TableDocument) -> None:
        """Card, header tint and hairlines, where the laid out cells are."""
        theme = self._look.theme
        card = document.card
        # Pieces of one table meet without corners.
        card.setTop(card.top() - (2 * RADIUS_CARD if self.above else 0))
        card.setBottom(card.bottom() + (2 * RADIUS_CARD if self.followed else 0))
        path = QPainterPath()
        path.addRoundedRect(card, RADIUS_CARD, RADIUS_CARD)
        tops = document.line_tops()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        if not self._block.continued:
            header_bottom = tops[1] if len(tops) > 1 else card.bottom()
            painter.fillRect(QRectF(0, 0, card.right() + 1, header_bottom), theme.bubble)
        for top in tops[0 if self.above else 1 :]:
            painter.fillRect(QRectF(0, max(top, 0), card.right() + 1, 1), theme.border_soft)
        painter.restore()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.border, 1))
        painter.drawPath(path)
        painter.restore()


def _in_cells(selection: tuple[int, int] | None, length: int) -> tuple[int, int] | None:
    """Without Qt's empty paragraphs in front of the table and behind it."""
    return (max(selection[0], 1), min(selection[1], length - 1)) if selection else None
