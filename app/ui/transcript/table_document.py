"""The lines of a table in one QTextDocument; when it grows, its first lines stay as they are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextLength,
    QTextTableFormat,
)

from app.ui.transcript import documents
from app.ui.transcript.blocks import Paragraph, Span, Table
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.math.inline import OBJECT_TYPE
from app.ui.transcript.prose_document import insert_formula

CELL_PADDING = 10

_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class TableDocument:
    """Qt's layout of it is made when widths are known, so that nothing is laid out twice."""

    def __init__(self, block: Table, formats: ProseFormats) -> None:
        self._block = block
        self._formats = formats
        self._widths: Sequence[int] = ()
        self._plain: dict[str, QTextBlockFormat] = {}
        """By alignment: the formats of cells without a formula."""
        self._draws_formulas = False
        self.waiting = False
        """Whether a formula in it will look different, as soon as somebody has drawn it."""
        self.document = documents.new_document(formats.font)
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        self._table = cursor.insertTable(len(block.lines), len(block.columns), _format(()))
        self._fill(0, 0)
        cursor.endEditBlock()

    def grow(self, block: Table, same: int, widths: Sequence[int]) -> None:
        """Take the block that has grown out of the one before; its first `same` lines are equal.

        With `widths` of the cells' content as in `lay_out`, to lay out only once.
        """
        before = self._table.rows()
        self._block = block
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        if len(block.lines) > before:
            self._table.appendRows(len(block.lines) - before)
        self._fill(same, before)
        self._set_widths(widths)
        cursor.endEditBlock()

    def lay_out(self, widths: Sequence[int]) -> None:
        """With cells whose content is so wide."""
        self._set_widths(widths)
        total = sum(widths) + 2 * CELL_PADDING * len(widths)
        if self.document.textWidth() != total:  # setting it lays out again even when it is equal
            self.document.setTextWidth(total)

    def _set_widths(self, widths: Sequence[int]) -> None:
        if widths != self._widths:
            self._table.setFormat(_format(widths))
            self._widths = list(widths)

    @property
    def length(self) -> int:
        return self.document.characterCount() - 1

    @property
    def height(self) -> int:
        return math.ceil(self.document.size().height())

    @property
    def card(self) -> QRectF:
        """Around the cells, in the middle of its edge of one pixel."""
        return QRectF(0.5, 0.5, math.ceil(self.document.idealWidth()) - 1, self.height - 1)

    def cell_area(self, line: int, column: int) -> QRect:
        area = self.document.documentLayout().blockBoundingRect(self._first_block(line, column))
        return area.toRect().adjusted(-CELL_PADDING, -CELL_PADDING, CELL_PADDING, CELL_PADDING)

    def line_tops(self) -> list[int]:
        layout = self.document.documentLayout()
        blocks = (self._first_block(number, 0) for number in range(self._table.rows()))
        return [round(layout.blockBoundingRect(block).top()) - CELL_PADDING for block in blocks]

    def text(self, start: int, end: int) -> str:
        """Cells separated by tabs, lines by newlines, as spreadsheets take them."""
        lines = []
        for row in range(self._table.rows()):
            cells = []
            for column in range(self._table.columns()):
                cell = self._table.cellAt(row, column)
                first, last = cell.firstPosition(), cell.lastPosition()
                if first < end and last >= start:
                    first, last = max(first, start), min(last, end)
                    cells.append(documents.text_between(self.document, first, last))
            if cells:
                lines.append("\t".join(cells))
        return "\n".join(lines)

    def plain_text(self) -> str:
        return documents.plain_text(self.document)

    def _first_block(self, line: int, column: int) -> QTextBlock:
        return self._table.cellAt(line, column).firstCursorPosition().block()

    def _fill(self, first: int, before: int) -> None:
        """Write the lines from `first` on; there was something in the first `before`."""
        columns = len(self._block.columns)
        for number, line in enumerate(self._block.lines[first:], first):
            for column, spans in enumerate(line[:columns]):
                self._fill_cell(number, column, spans, empty=number >= before)

    def _fill_cell(self, number: int, column: int, spans: tuple[Span, ...], *, empty: bool) -> None:
        cell = self._table.cellAt(number, column)
        cursor = cell.firstCursorPosition()
        if not empty:
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        paragraph = Paragraph(spans)
        cursor.setBlockFormat(self._cell_format(paragraph, self._block.columns[column]))
        is_header = number == 0 and not self._block.continued
        for span in spans:
            if span.formula:
                self._draw_formulas()
                self.waiting |= insert_formula(cursor, span, paragraph, self._formats)
                continue
            shown = Span(span.text, bold=True) if is_header and not span.code else span
            cursor.insertText(shown.text, self._formats.char(shown, paragraph))

    def _cell_format(self, paragraph: Paragraph, alignment: str) -> QTextBlockFormat:
        is_plain = not any(span.formula for span in paragraph.spans)
        if is_plain and alignment in self._plain:
            return self._plain[alignment]
        made = self._formats.block(paragraph, first=True)
        made.setAlignment(_ALIGNMENTS[alignment])
        if is_plain:
            self._plain[alignment] = made
        return made

    def _draw_formulas(self) -> None:
        if not self._draws_formulas:
            self._draws_formulas = True
            layout = self.document.documentLayout()
            layout.registerHandler(OBJECT_TYPE, self._formats.formulas)


def _format(widths: Sequence[int]) -> QTextTableFormat:
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
