"""Text of one QTextDocument in a fixed-width face, as a row inside a card."""

from __future__ import annotations

import math
from abc import abstractmethod

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QTextCursor, QTextDocument

from app.ui.transcript import documents
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row


class DocumentRow(Row):
    """The document is made when it is needed and let go when others need room."""

    gap = 6

    def __init__(self, look: Look, *, inset: int, wrap: bool) -> None:
        """`inset`: pixels around the text."""
        super().__init__()
        self._look = look
        self._inset = inset
        self._wrap = wrap
        self._document: QTextDocument | None = None

    @property
    def length(self) -> int:
        return self._filled().characterCount() - 1

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        document = self._laid_out(canvas.width)
        self._paint_behind(painter, QRect(0, 0, canvas.width, self.height(canvas.width)))
        painter.save()
        painter.translate(self._inset, self._inset)
        documents.draw(
            document,
            painter,
            clip=QRectF(canvas.clip).translated(-self._inset, -self._inset),
            color=self._look.theme.text,
            selection=canvas.selection,
            theme=self._look.theme,
            highlights=canvas.highlights,
        )
        painter.restore()

    def position_at(self, point: QPoint, width: int) -> int:
        place = QPointF(point) - QPointF(self._inset, self._inset)
        return documents.position_at(self._laid_out(width), place)

    def caret_at(self, position: int, width: int) -> QRect:
        caret = documents.caret_at(self._laid_out(width), position)
        return caret.translated(self._inset, self._inset)

    def word_at(self, position: int) -> tuple[int, int]:
        return documents.word_at(self._filled(), position)

    def text(self, start: int, end: int) -> str:
        text = documents.text_between(self._filled(), start, end)
        return text.replace("\N{NO-BREAK SPACE}", " ")

    def plain_text(self) -> str:
        return documents.plain_text(self._filled())

    def release(self) -> None:
        self._document = None

    @abstractmethod
    def _fill(self, cursor: QTextCursor) -> None: ...

    @abstractmethod
    def _paint_behind(self, painter: QPainter, area: QRect) -> None:
        """Paint what is no text."""

    def _measure(self, width: int) -> int:
        return math.ceil(self._laid_out(width).size().height()) + 2 * self._inset

    def _laid_out(self, width: int) -> QTextDocument:
        document = self._filled()
        if document.textWidth() != width - 2 * self._inset:
            document.setTextWidth(width - 2 * self._inset)
        return document

    def _filled(self) -> QTextDocument:
        if self._document is None:
            self._document = documents.new_document(self._look.code.font, wrap=self._wrap)
            cursor = QTextCursor(self._document)
            cursor.beginEditBlock()
            self._fill(cursor)
            cursor.endEditBlock()
        self._look.live.use(self)
        return self._document
