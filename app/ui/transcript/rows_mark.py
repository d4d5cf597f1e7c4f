"""The line above which the model sees nothing any more, with the summary that stands in for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.domain.conversation import Mark
from app.ui.language import mark, tr
from app.ui.theme import GAP_MESSAGE, SIZE_META
from app.ui.transcript.blocks import LINE_BREAK, Paragraph, Span
from app.ui.transcript.folding import RowState
from app.ui.transcript.look import Look
from app.ui.transcript.prose_document import ProseDocument
from app.ui.transcript.row import Act, Canvas, Row, Spot, Target, Toggle, Unfold
from app.ui.transcript.rows_message import paint_card

LINE_HEIGHT = 22
PADDING = 14
SENTENCE = mark("The model no longer sees above here")
SUMMARISED = mark("The model sees a summary of what is above")
UNDO = mark("Undo")


class MarkRow(Row):
    """A line with a sentence and Undo on it; a summary folds out below."""

    def __init__(self, look: Look, mark: Mark, state: RowState) -> None:
        super().__init__()
        self._look = look
        self._summary = mark.summary
        self._state = state
        self._sentence = tr(SUMMARISED) if mark.summary else tr(SENTENCE)
        self._undo = tr(UNDO)
        self._text = ProseDocument(look.small)
        self._text.fill((Paragraph((Span(mark.summary.replace("\n", LINE_BREAK)),)),))

    def toggle(self, target: Toggle | Unfold = Toggle()) -> None:  # noqa: ARG002, B008
        self._state.open = not self._open
        self.changed()

    def described(self) -> str:
        return self._sentence

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        sentence, undo = self._areas(canvas.width)
        painter.setPen(theme.border)
        middle = LINE_HEIGHT // 2
        painter.drawLine(0, middle, sentence.left() - 10, middle)
        painter.drawLine(undo.right() + 10, middle, canvas.width, middle)
        painter.setFont(theme.fonts.ui(SIZE_META))
        painter.setPen(theme.text if canvas.hovered == Toggle() else theme.secondary)
        painter.drawText(sentence, Qt.AlignmentFlag.AlignVCenter, self._sentence)
        if self._summary:
            name = "chevron-down" if self._open else "chevron-right"
            icon = self._look.icon(name, theme.secondary, painter, size=14)
            painter.drawPixmap(QPointF(sentence.right() - 14, middle - 7), icon)
        painter.setPen(theme.text if canvas.hovered == Act("undo") else theme.accent)
        painter.drawText(undo, Qt.AlignmentFlag.AlignVCenter, self._undo)
        if self._open:
            self._paint_summary(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        sentence, undo = self._areas(width)
        if undo.contains(point):
            return Act("undo")
        return Toggle() if self._summary and sentence.contains(point) else None

    def spots(self, width: int) -> Sequence[Spot]:
        sentence, undo = self._areas(width)
        more = [Spot(Toggle(), sentence, self._sentence, self._open)] if self._summary else []
        return [*more, Spot(Act("undo"), undo, self._undo)]

    @property
    def length(self) -> int:
        return self._text.length if self._open else 0

    def position_at(self, point: QPoint, width: int) -> int:
        self.height(width)
        return self._text.position_at(point - self._text_corner)

    def caret_at(self, position: int, width: int) -> QRect:
        self.height(width)
        return self._text.caret_at(position).translated(self._text_corner)

    def word_at(self, position: int) -> tuple[int, int]:
        return self._text.word_at(position)

    def text(self, start: int, end: int) -> str:
        return self._text.text(start, end)

    def plain_text(self) -> str:
        return self._text.plain_text()

    @property
    def _open(self) -> bool:
        return bool(self._state.open)

    @property
    def _text_corner(self) -> QPoint:
        return QPoint(PADDING, LINE_HEIGHT + PADDING + 4)

    def _areas(self, width: int) -> tuple[QRect, QRect]:
        """Where sentence (with its chevron) and Undo are, together in the middle."""
        metrics = QFontMetrics(self._look.theme.fonts.ui(SIZE_META))
        first = metrics.horizontalAdvance(self._sentence) + (18 if self._summary else 0)
        second = metrics.horizontalAdvance(self._undo)
        left = (width - first - 10 - second) // 2
        sentence = QRect(left, 0, first, LINE_HEIGHT)
        return sentence, QRect(left + first + 10, 0, second, LINE_HEIGHT)

    def _paint_summary(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        height = self.height(canvas.width) - self._space_below
        card = QRect(0, LINE_HEIGHT + 4, canvas.width, height - LINE_HEIGHT - 4)
        paint_card(painter, card, fill=theme.code, edge=theme.border)
        painter.save()
        painter.translate(self._text_corner)
        everything = QRectF(0, 0, canvas.width, height)
        self._text.draw(
            painter, clip=everything, selection=canvas.selection, highlights=canvas.highlights
        )
        painter.restore()

    @property
    def _space_below(self) -> int:
        """Up to the message, as much as between messages."""
        return GAP_MESSAGE - self.gap

    def _measure(self, width: int) -> int:
        text = self._text.set_width(max(width - 2 * PADDING, 60))
        summary = text + 2 * PADDING + 4 if self._open else 0
        return LINE_HEIGHT + summary + self._space_below
