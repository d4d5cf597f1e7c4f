"""A question in its bubble, or the room the editor takes while it is edited."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter

from app.ui.theme import RADIUS_BUBBLE
from app.ui.transcript.blocks import Paragraph, Span
from app.ui.transcript.look import Look
from app.ui.transcript.prose_document import ProseDocument
from app.ui.transcript.row import Canvas, Row

WIDEST = 0.8
"""Of the column."""
PADDING_SIDE = 18
PADDING_TOP = 11
PADDING_BOTTOM = 13


class BubbleRow(Row):
    """What the user wrote, literally."""

    def __init__(self, look: Look, text: str) -> None:
        super().__init__()
        self._look = look
        self._text = text
        self._document: ProseDocument | None = None
        self._text_width = 0

    @property
    def length(self) -> int:
        return self._filled().length

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        height = self.height(canvas.width)
        document = self._laid_out(canvas.width)
        left = self._left(canvas.width)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.theme.bubble)
        bubble = QRectF(left, 0, canvas.width - left, height)
        painter.drawRoundedRect(bubble, RADIUS_BUBBLE, RADIUS_BUBBLE)
        painter.translate(left + PADDING_SIDE, PADDING_TOP)
        clip = QRectF(canvas.clip).translated(-left - PADDING_SIDE, -PADDING_TOP)
        document.draw(painter, clip=clip, selection=canvas.selection, highlights=canvas.highlights)
        painter.restore()

    def position_at(self, point: QPoint, width: int) -> int:
        return self._laid_out(width).position_at(point - self._corner(width))

    def caret_at(self, position: int, width: int) -> QRect:
        return self._laid_out(width).caret_at(position).translated(self._corner(width))

    def word_at(self, position: int) -> tuple[int, int]:
        return self._filled().word_at(position)

    def text(self, start: int, end: int) -> str:
        return self._filled().text(start, end)

    def plain_text(self) -> str:
        return self._filled().plain_text()

    def markdown(self) -> str:
        return self._text

    def release(self) -> None:
        self._document = None

    def _measure(self, width: int) -> int:
        room = int(width * WIDEST) - 2 * PADDING_SIDE
        document = self._filled()
        document.set_width(room)
        self._text_width = min(document.ideal_width() + 1, room)
        return document.set_width(self._text_width) + PADDING_TOP + PADDING_BOTTOM

    def _estimate(self, width: int) -> int:
        room = int(width * WIDEST) - 2 * PADDING_SIDE
        lines = sum(int(len(line) * 7.6 / room) + 1 for line in self._text.split("\n"))
        return lines * self._look.prose.line_height(0) + PADDING_TOP + PADDING_BOTTOM

    def _left(self, width: int) -> int:
        self.height(width)
        return width - self._text_width - 2 * PADDING_SIDE

    def _corner(self, width: int) -> QPoint:
        return QPoint(self._left(width) + PADDING_SIDE, PADDING_TOP)

    def _laid_out(self, width: int) -> ProseDocument:
        self.height(width)
        document = self._filled()
        document.set_width(self._text_width)
        return document

    def _filled(self) -> ProseDocument:
        if self._document is None:
            self._document = ProseDocument(self._look.prose)
            self._document.fill((Paragraph((Span(self._text),)),))
        self._look.live.use(self)
        return self._document


class EditorRow(Row):
    """Keeps the place of the editor widget that lies over it."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self._wanted = height

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        """The widget paints itself."""

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return self._wanted
