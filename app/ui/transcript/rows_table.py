"""A table as wide as its content, with a tinted header and hairlines between the lines."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPainterPath,
    QPen,
    QTextCursor,
    QTextDocument,
    QTextTable,
    QTextTableFormat,
)

from app.ui.theme import RADIUS_CARD
from app.ui.transcript import documents
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Paragraph, Span, Table
from app.ui.transcript.formats import INDENT, ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Link, Row, Target

CELL_PADDING = 10
CELL_HEIGHT = 44

_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class TableRow(Row):
    """One document with a QTextTable: columns size to their content, cells wrap when needed."""

    def __init__(self, block: Table, look: Look, formats: ProseFormats) -> None:
        super().__init__()
        self._look = look
        self._formats = formats
        self._block = block
        self._document: QTextDocument | None = None
        self._table: QTextTable | None = None

    def show(self, block: Table) -> None:
        """Take the block that has grown out of the one before."""
        self._block = block
        self._document = None
        self.changed()

    @property
    def length(self) -> int:
        return self._filled().characterCount() - 1

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        document = self._laid_out(canvas.width)
        painter.save()
        painter.translate(self._left, 0)
        self._paint_frame(painter)
        documents.draw(
            document,
            painter,
            clip=QRectF(canvas.clip.translated(-self._left, 0)),
            color=self._formats.color,
            selection=_in_cells(canvas.selection, self.length),
            selection_color=self._look.theme.selection,
            highlights=canvas.highlights,
        )
        painter.restore()

    def target_at(self, point: QPoint, width: int) -> Target | None:
        layout = self._laid_out(width).documentLayout()
        url = layout.anchorAt(QPointF(point) - QPointF(self._left, 0))
        return Link(url) if url else None

    def position_at(self, point: QPoint, width: int) -> int:
        place = QPointF(point) - QPointF(self._left, 0)
        return documents.position_at(self._laid_out(width), place)

    def caret_at(self, position: int, width: int) -> QRect:
        return documents.caret_at(self._laid_out(width), position).translated(self._left, 0)

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
        return self._block.depth * INDENT

    def _measure(self, width: int) -> int:
        return math.ceil(self._laid_out(width).size().height())

    def _estimate(self, width: int) -> int:  # noqa: ARG002
        return len(self._block.lines) * CELL_HEIGHT

    def _laid_out(self, width: int) -> QTextDocument:
        document = self._filled()
        if document.textWidth() != width - self._left:
            document.setTextWidth(width - self._left)
        return document

    def _filled(self) -> QTextDocument:
        if self._document is None:
            self._document = documents.new_document(self._formats.font)
            self._fill(QTextCursor(self._document))
        self._look.live.use(self)
        return self._document

    def _fill(self, cursor: QTextCursor) -> None:
        lines = self._block.lines
        cursor.beginEditBlock()
        self._table = cursor.insertTable(len(lines), len(self._block.columns), _table_format())
        for number, line in enumerate(lines):
            for column, spans in enumerate(line[: len(self._block.columns)]):
                self._fill_cell(number, column, spans)
        cursor.endEditBlock()

    def _fill_cell(self, number: int, column: int, spans: tuple[Span, ...]) -> None:
        assert self._table is not None
        cursor = self._table.cellAt(number, column).firstCursorPosition()
        paragraph = Paragraph(spans)
        block_format = self._formats.block(paragraph, first=True)
        block_format.setAlignment(_ALIGNMENTS[self._block.columns[column]])
        cursor.setBlockFormat(block_format)
        for span in spans:
            shown = Span(span.text, bold=True) if number == 0 and not span.code else span
            cursor.insertText(shown.text, self._formats.char(shown, paragraph))

    def _paint_frame(self, painter: QPainter) -> None:
        """Card, header tint and hairlines, where the laid out cells are."""
        theme = self._look.theme
        card = self._card()
        path = QPainterPath()
        path.addRoundedRect(card, RADIUS_CARD, RADIUS_CARD)
        tops = self._line_tops()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        header_bottom = tops[1] if len(tops) > 1 else card.bottom()
        painter.fillRect(QRectF(0, 0, card.right() + 1, header_bottom), theme.bubble)
        for top in tops[1:]:
            painter.fillRect(QRectF(0, top, card.right() + 1, 1), theme.border_soft)
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


def _table_format() -> QTextTableFormat:
    result = QTextTableFormat()
    result.setBorder(0)
    result.setCellSpacing(0)
    result.setCellPadding(CELL_PADDING)
    result.setMargin(0)
    return result
