"""Text as it is, in a fixed-width face: raw text, or names with their values beside them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)

from app.ui.theme import RADIUS_ITEM, SIZE_UI
from app.ui.transcript.blocks import LINE_BREAK
from app.ui.transcript.look import Look
from app.ui.transcript.rows_document import DocumentRow

FRAME = 10
GAP_COLUMNS = 16
WIDEST_NAME = 180
LONGEST_LINE = 2000
"""Characters; a longer line is shown in pieces, which lay out much faster."""

Field = tuple[str, str]
"""A name, which may be empty, and a value."""


class FieldsRow(DocumentRow):
    """`framed` draws a panel around it, as raw text has one."""

    def __init__(self, look: Look, fields: tuple[Field, ...], *, framed: bool) -> None:
        super().__init__(look, inset=FRAME if framed else 0, wrap=True)
        self._fields = fields
        self._framed = framed

    def _fill(self, cursor: QTextCursor) -> None:
        block, name_format = self._block_format(), self._name_format()
        for number, (name, value) in enumerate(self._fields):
            if number:
                cursor.insertBlock(block)
            else:
                cursor.setBlockFormat(block)
            if name:
                cursor.insertText(f"{name}\t", name_format)
            cursor.insertText(_in_pieces(value).replace("\n", LINE_BREAK), self._look.code.plain)

    def _block_format(self) -> QTextBlockFormat:
        """Values hang in a column of their own, also where they wrap."""
        result = QTextBlockFormat(self._look.code.block)
        column = self._value_column()
        if column:
            result.setLeftMargin(column)
            result.setTextIndent(-column)
            tab = QTextOption.Tab()
            tab.position = column
            result.setTabPositions([tab])
        return result

    def _value_column(self) -> int:
        metrics = QFontMetrics(self._look.theme.fonts.ui(SIZE_UI))
        widths = [metrics.horizontalAdvance(name) for name, _ in self._fields if name]
        return min(max(widths), WIDEST_NAME) + GAP_COLUMNS if widths else 0

    def _name_format(self) -> QTextCharFormat:
        result = QTextCharFormat()
        result.setFont(self._look.theme.fonts.ui(SIZE_UI))
        result.setForeground(self._look.theme.secondary)
        return result

    def _paint_behind(self, painter: QPainter, area: QRect) -> None:
        if not self._framed:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.theme.border_soft, 1))
        painter.setBrush(self._look.theme.code)
        outline = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(outline, RADIUS_ITEM, RADIUS_ITEM)
        painter.restore()


def _in_pieces(text: str) -> str:
    lines = text.split("\n")
    if all(len(line) <= LONGEST_LINE for line in lines):
        return text
    return "\n".join(
        line[start : start + LONGEST_LINE]
        for line in lines
        for start in range(0, max(len(line), 1), LONGEST_LINE)
    )
