"""A code card: header with language and Copy, coloured lines, scrolled sideways when too wide."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QTextCursor,
    QTextDocument,
)

from app.ui.theme import RADIUS_CARD, SIZE_META
from app.ui.transcript import documents
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Code
from app.ui.transcript.formats import INDENT
from app.ui.transcript.highlight import LONGEST_LINE
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, CopyCode, Row, Target

HEADER_HEIGHT = 34
PADDING = 14
PADDING_TOP = 10
PADDING_BOTTOM = 14
COPY_WIDTH = 84
WRAPPED_LINE = 2000
"""Lines too long to lay out are shown in pieces of this many characters."""


class CodeRow(Row):
    """Its height is a matter of counting lines; the document is made when the row is painted."""

    def __init__(self, block: Code, look: Look) -> None:
        super().__init__()
        self._look = look
        self._block = block
        self._lines = _shown_lines(block.text)
        self._document: QTextDocument | None = None
        self._plain_from = 0
        self._safe_line = 0
        self._scroll = 0

    def show(self, block: Code) -> None:
        """Take the block that has grown out of the one before; only its end is laid out again."""
        old, self._block = self._block, block
        self._lines = _shown_lines(block.text)
        grown = old.language == block.language and block.text.startswith(old.text)
        if self._document and grown and not self._too_long:
            self._append(block.text[len(old.text) :])
        else:
            self._document = None
        self.changed()

    @property
    def length(self) -> int:
        return self._filled().characterCount() - 1

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        card = QRect(self._left, 0, canvas.width - self._left, self.height(canvas.width))
        self._paint_card(painter, card)
        self._paint_header(painter, card, canvas)
        inside = self._inside(canvas.width)
        painter.save()
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        origin = self._origin(canvas.width)
        painter.translate(origin)
        visible = QRectF(inside.intersected(canvas.clip)).translated(-origin)
        self._filled()
        self._color_to(int(visible.bottom()) // self._look.code.line_height)
        documents.draw(
            self._filled(),
            painter,
            clip=visible,
            color=self._look.theme.text,
            selection=canvas.selection,
            selection_color=self._look.theme.selection,
            highlights=canvas.highlights,
        )
        painter.restore()
        self._paint_fades(painter, inside)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        if point.y() < HEADER_HEIGHT and width - COPY_WIDTH <= point.x() <= width:
            return CopyCode(self._block.text)
        return None

    def position_at(self, point: QPoint, width: int) -> int:
        place = QPointF(point) - self._origin(width)
        return documents.position_at(self._filled(), place)

    def caret_at(self, position: int, width: int) -> QRect:
        caret = documents.caret_at(self._filled(), position)
        return caret.translated(self._origin(width).toPoint())

    def word_at(self, position: int) -> tuple[int, int]:
        return documents.word_at(self._filled(), position)

    def text(self, start: int, end: int) -> str:
        return documents.text_between(self._filled(), start, end)

    def plain_text(self) -> str:
        return "\n".join(self._lines)

    def markdown(self) -> str:
        return as_markdown(self._block)

    def scroll_sideways(self, pixels: int, width: int) -> bool:
        target = max(0, min(self._scroll + pixels, self._overflow(width)))
        moved = target != self._scroll
        self._scroll = target
        return moved

    def release(self) -> None:
        self._document = None

    def _measure(self, width: int) -> int:  # noqa: ARG002
        code = len(self._lines) * self._look.code.line_height
        return HEADER_HEIGHT + PADDING_TOP + code + PADDING_BOTTOM

    @property
    def _left(self) -> int:
        return self._block.depth * INDENT

    def _inside(self, width: int) -> QRect:
        """The part of the card where the code shows."""
        height = self._measure(width) - HEADER_HEIGHT - 2
        return QRect(self._left + 1, HEADER_HEIGHT + 1, width - self._left - 2, height)

    def _origin(self, width: int) -> QPointF:
        self._scroll = min(self._scroll, self._overflow(width))
        return QPointF(self._left + PADDING - self._scroll, HEADER_HEIGHT + PADDING_TOP)

    def _overflow(self, width: int) -> int:
        """How far the longest line reaches beyond the card, in pixels."""
        room = width - self._left - 2 * PADDING
        return max(0, round(self._filled().idealWidth()) - room)

    @property
    def _too_long(self) -> bool:
        """Whether a line is shown in pieces; such code stays plain."""
        return len(self._lines) > self._block.text.count("\n") + 1

    def _filled(self) -> QTextDocument:
        if self._document is None:
            self._document = documents.new_document(self._look.code.font, wrap=False)
            QTextCursor(self._document).setBlockFormat(self._look.code.block)
            self._plain_from = self._safe_line = 0
            self._append("\n".join(self._lines))
        self._look.live.use(self)
        return self._document

    def _append(self, text: str) -> None:
        assert self._document is not None
        self._plain_from = min(self._plain_from, self._document.blockCount() - 1)
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text, self._look.code.plain)

    def _color_to(self, last: int) -> None:
        """Colour up to line `last`, from the nearest line that reading may start at."""
        lexer = self._look.highlighter.lexer(self._block.language)
        last = min(last, len(self._lines) - 1)
        if lexer is None or self._too_long or last < self._plain_from:
            return
        assert self._document is not None
        start = self._safe_line
        block = self._document.findBlockByNumber(start)
        begin = block.position()
        lines = self._look.highlighter.lines(lexer, self._lines[start : last + 1])
        for number, line in zip(range(start, last + 1), lines, strict=False):
            block.layout().setFormats(line.formats)
            if line.safe:
                self._safe_line = number
            block = block.next()
        self._plain_from = last + 1
        end = block.position() if block.isValid() else self._document.characterCount()
        self._document.markContentsDirty(begin, end - begin)

    def _paint_card(self, painter: QPainter, card: QRect) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.theme.border, 1))
        painter.setBrush(self._look.theme.code)
        edge = QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, RADIUS_CARD, RADIUS_CARD)
        painter.restore()
        line = QRect(card.left() + 1, HEADER_HEIGHT, card.width() - 2, 1)
        painter.fillRect(line, self._look.theme.border_soft)

    def _paint_header(self, painter: QPainter, card: QRect, canvas: Canvas) -> None:
        theme = self._look.theme
        copy = CopyCode(self._block.text)
        header = QRect(card.left() + PADDING, 0, card.width() - 2 * PADDING, HEADER_HEIGHT)
        painter.setFont(theme.fonts.ui(SIZE_META, QFont.Weight.Medium))
        painter.setPen(theme.secondary)
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(header, flags | Qt.AlignmentFlag.AlignLeft, self._block.language or "text")
        done = canvas.done == copy
        color = theme.ok if done else theme.text if canvas.hovered == copy else theme.secondary
        painter.setPen(color)
        painter.drawText(
            header, flags | Qt.AlignmentFlag.AlignRight, "Copied ✓" if done else "Copy"
        )

    def _paint_fades(self, painter: QPainter, inside: QRect) -> None:
        """The edges where more code waits fade out."""
        overflow = self._overflow(inside.width() + self._left + 2)
        if self._scroll < overflow:
            self._paint_fade(painter, inside, inside.right())
        if self._scroll > 0:
            self._paint_fade(painter, inside, inside.left())

    def _paint_fade(self, painter: QPainter, inside: QRect, edge: int) -> None:
        inner = edge - 24 if edge == inside.right() else edge + 24
        gradient = QLinearGradient(edge, 0, inner, 0)
        clear = self._look.theme.code.toRgb()
        clear.setAlpha(0)
        gradient.setColorAt(0, self._look.theme.code)
        gradient.setColorAt(1, clear)
        path = QPainterPath()
        path.addRect(QRectF(min(edge, inner), inside.top(), 25, inside.height() - RADIUS_CARD))
        painter.fillPath(path, gradient)


def _shown_lines(text: str) -> list[str]:
    lines = text.split("\n")
    if all(len(line) <= LONGEST_LINE for line in lines):
        return lines
    return [piece for line in lines for piece in _pieces(line)]


def _pieces(line: str) -> Iterable[str]:
    return (line[i : i + WRAPPED_LINE] for i in range(0, max(len(line), 1), WRAPPED_LINE))
