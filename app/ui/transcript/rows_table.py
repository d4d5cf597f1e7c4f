"""A table as wide as its content, with a tinted header and hairlines between the lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPainterPath,
    QPen,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from app.ui.language import tr
from app.ui.theme import RADIUS_CARD
from app.ui.transcript import documents
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Paragraph, Span, Table
from app.ui.transcript.fades import paint_fades
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.math.inline import OBJECT_TYPE
from app.ui.transcript.prose_document import insert_formula
from app.ui.transcript.quotes import left_of, paint_quotes
from app.ui.transcript.row import Canvas, Link, Row, Sideways, Spot, Target, Tip
from app.ui.transcript.table_columns import fitted, natural_widths

CELL_PADDING = 10
CELL_HEIGHT = 44

_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


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
    """One document with a QTextTable; `above` is the row that this one goes on with."""

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
        self._natural: list[int] = []
        self._widths: list[int] = []
        self._scroll = 0
        self._document: QTextDocument | None = None
        self._table: QTextTable | None = None
        self._waiting = False
        if above:
            self.gap = 0

    def show(self, block: Table) -> None:
        """Take the block that has grown out of the one before; its first lines stay laid out."""
        old, self._block = self._block, block
        self._natural = []
        if self._document and old.columns == block.columns and len(old.lines) <= len(block.lines):
            same = (a == b for a, b in zip(old.lines, block.lines, strict=False))
            self._refill(next((i for i, is_same in enumerate(same) if not is_same), len(old.lines)))
        else:
            self._document = self._table = None
        self.changed()

    @property
    def waiting(self) -> bool:
        return self._waiting

    def look_again(self) -> bool:
        if not self._waiting:
            return False
        self._waiting = False
        self._natural = []
        self._document = self._table = None
        self.changed()
        return True

    def column_widths(self, width: int) -> list[int]:
        """Of the cells' content; pieces of one table share the widths of the first."""
        if self.above:
            return self.above.column_widths(width)
        if not self._natural:
            columns = len(self._block.columns)
            self._natural = natural_widths(
                self._block.lines, columns, self._formats, header=not self._block.continued
            )
        padding = 2 * CELL_PADDING * len(self._natural)
        return fitted(self._natural, width - self._left - padding)

    @property
    def length(self) -> int:
        return self._filled().characterCount() - 1

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        color = self._look.theme.border
        paint_quotes(painter, self._block.quotes, color, height=self.height(canvas.width))
        document = self._laid_out(canvas.width)
        left = self._table_left(canvas.width)
        inside = QRect(self._left, 0, canvas.width - self._left, self.height(canvas.width))
        painter.save()
        painter.setClipRect(inside.adjusted(-1, 0, 1, 0), Qt.ClipOperation.IntersectClip)
        painter.translate(left, 0)
        self._paint_frame(painter)
        documents.draw(
            document,
            painter,
            clip=QRectF(canvas.clip.intersected(inside).translated(-left, 0)),
            color=self._formats.color,
            selection=_in_cells(canvas.selection, self.length),
            theme=self._look.theme,
            highlights=canvas.highlights,
        )
        painter.restore()
        overflow = self._overflow(canvas.width)
        color = self._look.theme.window
        more_right = self._scroll < overflow
        paint_fades(painter, inside, color, left=self._scroll > 0, right=more_right)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        document = self._laid_out(width)
        place = QPointF(point) - QPointF(self._table_left(width), 0)
        if url := document.documentLayout().anchorAt(place):
            return Link(url)
        tip = documents.tip_at(document, place)
        return Tip(tip) if tip else None

    def spots(self, width: int) -> Sequence[Spot]:
        corner = QPoint(self._table_left(width), 0)
        found = documents.links(self._laid_out(width))
        spots = [Spot(Link(link.url), link.area, link.text).moved(corner) for link in found]
        if not self._overflow(width):
            return spots
        inside = QRect(self._left, 0, width - self._left, self.height(width))
        return [Spot(Sideways(self), inside, self.described()), *spots]

    def position_at(self, point: QPoint, width: int) -> int:
        document = self._laid_out(width)
        place = QPointF(point) - QPointF(self._table_left(width), 0)
        return documents.position_at(document, place)

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
        layout = self._laid_out(width).documentLayout()
        assert self._table is not None
        padding = CELL_PADDING
        titles = [self._spoken(cell) for cell in (self.above or self)._block.lines[0]]
        for number, line in enumerate(self._block.lines):
            for column, spans in enumerate(line[: len(self._block.columns)]):
                block = self._table.cellAt(number, column).firstCursorPosition().block()
                area = layout.blockBoundingRect(block).toRect()
                area = area.translated(self._table_left(width), 0)
                area.adjust(-padding, -padding, padding, padding)
                header = number == 0 and not self._block.continued
                yield Cell(
                    self.first_line + number,
                    column,
                    self._spoken(spans),
                    area,
                    header,
                    titles[column] if column < len(titles) else "",
                )

    def _spoken(self, spans: Sequence[Span]) -> str:
        render = self._formats.math.render
        return "".join(
            render(span.formula, span.display).speech if span.formula else span.text
            for span in spans
        )

    def caret_at(self, position: int, width: int) -> QRect:
        caret = documents.caret_at(self._laid_out(width), position)
        return caret.translated(self._table_left(width), 0)

    def word_at(self, position: int) -> tuple[int, int]:
        return documents.word_at(self._filled(), position)

    def text(self, start: int, end: int) -> str:
        """Cells separated by tabs, lines by newlines, as spreadsheets take them."""
        document = self._filled()
        assert self._table is not None
        lines = []
        for row in range(self._table.rows()):
            cells = []
            for column in range(self._table.columns()):
                cell = self._table.cellAt(row, column)
                first, last = cell.firstPosition(), cell.lastPosition()
                if first < end and last >= start:
                    cells.append(
                        documents.text_between(document, max(first, start), min(last, end))
                    )
            if cells:
                lines.append("\t".join(cells))
        return "\n".join(lines)

    def plain_text(self) -> str:
        return documents.plain_text(self._filled())

    def markdown(self) -> str:
        return as_markdown(self._block)

    def release(self) -> None:
        self._document = self._table = None

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
        return math.ceil(self._laid_out(width).size().height())

    def _estimate(self, width: int) -> int:  # noqa: ARG002
        return len(self._block.lines) * CELL_HEIGHT

    def _laid_out(self, width: int) -> QTextDocument:
        document = self._filled()
        widths = self.column_widths(width)
        if widths != self._widths:
            assert self._table is not None
            self._table.setFormat(_table_format(widths))
            self._widths = widths
        total = self._table_width(width)
        if document.textWidth() != total:
            document.setTextWidth(total)
        return document

    def _filled(self) -> QTextDocument:
        if self._document is None:
            self._document = documents.new_document(self._formats.font)
            layout = self._document.documentLayout()
            layout.registerHandler(OBJECT_TYPE, self._formats.formulas)
            lines, columns = len(self._block.lines), len(self._block.columns)
            cursor = QTextCursor(self._document)
            self._widths = []
            self._table = cursor.insertTable(lines, columns, _table_format(()))
            self._refill(0)
        self._look.live.use(self)
        return self._document

    def _refill(self, first: int) -> None:
        """Write the lines from `first` on, as many as there are now."""
        assert self._document is not None
        assert self._table is not None
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        missing = len(self._block.lines) - self._table.rows()
        if missing > 0:
            self._table.appendRows(missing)
        for number, line in enumerate(self._block.lines[first:], first):
            for column, spans in enumerate(line[: len(self._block.columns)]):
                self._fill_cell(number, column, spans)
        cursor.endEditBlock()

    def _fill_cell(self, number: int, column: int, spans: tuple[Span, ...]) -> None:
        assert self._table is not None
        cell = self._table.cellAt(number, column)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        paragraph = Paragraph(spans)
        block_format = self._formats.block(paragraph, first=True)
        block_format.setAlignment(_ALIGNMENTS[self._block.columns[column]])
        cursor.setBlockFormat(block_format)
        is_header = number == 0 and not self._block.continued
        for span in spans:
            if span.formula:
                self._waiting |= insert_formula(cursor, span, paragraph, self._formats)
                continue
            shown = Span(span.text, bold=True) if is_header and not span.code else span
            cursor.insertText(shown.text, self._formats.char(shown, paragraph))

    def _paint_frame(self, painter: QPainter) -> None:
        """Card, header tint and hairlines, where the laid out cells are."""
        theme = self._look.theme
        card = self._card()
        # Pieces of one table meet without corners.
        card.setTop(card.top() - (2 * RADIUS_CARD if self.above else 0))
        card.setBottom(card.bottom() + (2 * RADIUS_CARD if self.followed else 0))
        path = QPainterPath()
        path.addRoundedRect(card, RADIUS_CARD, RADIUS_CARD)
        tops = self._line_tops()
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

    def _card(self) -> QRectF:
        document = self._filled()
        size = (math.ceil(document.idealWidth()), math.ceil(document.size().height()))
        return QRectF(0.5, 0.5, size[0] - 1, size[1] - 1)

    def _line_tops(self) -> list[int]:
        assert self._table is not None
        layout = self._filled().documentLayout()
        blocks = (
            self._table.cellAt(number, 0).firstCursorPosition().block()
            for number in range(self._table.rows())
        )
        return [round(layout.blockBoundingRect(block).top()) - CELL_PADDING for block in blocks]


def _in_cells(selection: tuple[int, int] | None, length: int) -> tuple[int, int] | None:
    """Without Qt's empty paragraphs in front of the table and behind it."""
    return (max(selection[0], 1), min(selection[1], length - 1)) if selection else None


def _table_format(widths: Sequence[int]) -> QTextTableFormat:
    """`widths` of the cells' content; without them, columns size themselves."""
    fixed = QTextLength.Type.FixedLength
    result = QTextTableFormat()
    result.setColumnWidthConstraints(
        [QTextLength(fixed, width + 2 * CELL_PADDING) for width in widths]
    )
    result.setBorder(0)
    result.setCellSpacing(0)
    result.setCellPadding(CELL_PADDING)
    result.setMargin(0)
    return result
