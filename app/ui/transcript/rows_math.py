"""A formula on lines of its own: centred, scrolled sideways when it is too wide."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from app.ui.language import tr
from app.ui.theme import RADIUS_ITEM, SIZE_META
from app.ui.transcript.blocks import LINE_BREAK, OBJECT, Equation, Paragraph, Span
from app.ui.transcript.fades import paint_fades
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.math.inline import SCALE
from app.ui.transcript.math.renderer import Formula
from app.ui.transcript.prose_document import ProseDocument
from app.ui.transcript.quotes import left_of, paint_quotes
from app.ui.transcript.row import Canvas, CopyCode, Row, Spot, Target, Tip
from app.ui.transcript.rows_buttons import COPIED

PADDING = 6
COPY_WIDTH = 56
COPY_HEIGHT = 22


class MathRow(Row):
    """One position long, so that it is selected as a whole; its text is the source."""

    def __init__(self, block: Equation, look: Look, formats: ProseFormats) -> None:
        super().__init__()
        self._look = look
        self._formats = formats
        self._size = formats.font.pixelSize() * SCALE
        self._scroll = 0
        self._show(block)

    def show(self, block: Equation) -> None:
        """Take the block that has grown out of the one before.

        What has been drawn stays while the rest, half written, cannot be: the source in between
        would flicker.
        """
        self._show(block, hold=not self._formula.error)
        self.changed()

    @property
    def waiting(self) -> bool:
        return self._waiting

    def look_again(self) -> bool:
        if not self._waiting:
            return False
        self._show(self._block, hold=self._held)
        self.changed()
        return True

    def complete(self) -> None:
        if self._held:
            self._show(self._block)
            self.changed()

    @property
    def length(self) -> int:
        return 1

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        color = self._look.theme.border
        paint_quotes(painter, self._block.quotes, color, height=self.height(canvas.width))
        inside = self._inside(canvas.width)
        color = self._formats.color
        if canvas.selection and canvas.selection[0] < canvas.selection[1]:
            painter.fillRect(inside, self._look.theme.selection)
            color = self._look.theme.text
        if self._source:
            self._paint_source(painter, canvas)
            return
        painter.save()
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = self._formula_left(canvas.width)
        self._formula.paint(painter, left, self._baseline, size=self._size, color=color)
        painter.restore()
        overflow = self._overflow(canvas.width)
        if overflow:
            color = self._look.theme.window
            paint_fades(
                painter, inside, color, left=self._scroll > 0, right=self._scroll < overflow
            )
        self._paint_copy(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        if self._copy_area(width).contains(point):
            return CopyCode(self._block.markup)
        return Tip(self._formula.error) if self._formula.error else None

    def spots(self, width: int) -> Sequence[Spot]:
        return [Spot(CopyCode(self._block.markup), self._copy_area(width), tr("Copy formula"))]

    def text(self, start: int, end: int) -> str:
        return self._block.markup if start < end else ""

    def plain_text(self) -> str:
        return OBJECT

    def caret_at(self, position: int, width: int) -> QRect:
        left = self._formula_left(width) + position * self._formula.width(self._size)
        return QRect(round(left), 0, 1, self.height(width))

    def speech(self) -> str:
        return self._formula.speech

    def word_at(self, position: int) -> tuple[int, int]:  # noqa: ARG002
        return 0, 1

    def position_at(self, point: QPoint, width: int) -> int:
        return int(point.x() > self._formula_left(width) + self._formula.width(self._size) / 2)

    def scroll_sideways(self, pixels: int, width: int) -> bool:
        target = max(0, min(self._scroll + pixels, self._overflow(width)))
        moved = target != self._scroll
        self._scroll = target
        return moved

    def _show(self, block: Equation, *, hold: bool = False) -> None:
        """To `hold` is to keep the picture of before for what cannot be drawn."""
        self._block = block
        formula = self._look.math.render(block.source, True)
        self._waiting = formula.waiting
        self._held = hold and bool(formula.error)
        if not self._held:
            self._formula: Formula = formula
        self._source: ProseDocument | None = None
        if self._formula.error:
            self._source = ProseDocument(self._formats)
            span = Span(block.markup.replace("\n", LINE_BREAK), formula=block.source, display=True)
            self._source.fill((Paragraph((span,)),))

    def _measure(self, width: int) -> int:
        if self._source:
            return self._source.set_width(width - self._left) + 2 * PADDING
        formula = self._formula
        height = formula.ascent(self._size) + formula.descent(self._size)
        return math.ceil(height) + 2 * PADDING

    @property
    def _left(self) -> int:
        return left_of(self._block.depth, self._block.quotes)

    @property
    def _baseline(self) -> float:
        return PADDING + self._formula.ascent(self._size)

    def _inside(self, width: int) -> QRect:
        return QRect(self._left, 0, width - self._left, self.height(width))

    def _overflow(self, width: int) -> int:
        """How far the formula reaches beyond the column, in pixels."""
        return max(0, math.ceil(self._formula.width(self._size)) - (width - self._left))

    def _formula_left(self, width: int) -> float:
        room = width - self._left - self._formula.width(self._size)
        if room > 0:
            return self._left + room / 2
        self._scroll = min(self._scroll, self._overflow(width))
        return self._left - self._scroll

    def _copy_area(self, width: int) -> QRect:
        top = max((self.height(width) - COPY_HEIGHT) // 2, 0)
        return QRect(width - COPY_WIDTH, top, COPY_WIDTH, COPY_HEIGHT)

    def _paint_copy(self, painter: QPainter, canvas: Canvas) -> None:
        """Shown under the mouse only: a page of formulas is to be quiet."""
        copy = CopyCode(self._block.markup)
        done = canvas.done == copy
        if not done and canvas.hovered != copy:
            return
        theme = self._look.theme
        area = self._copy_area(canvas.width)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.window)
        painter.drawRoundedRect(QRectF(area), RADIUS_ITEM, RADIUS_ITEM)
        painter.setFont(theme.fonts.ui(SIZE_META, QFont.Weight.Medium))
        painter.setPen(theme.ok if done else theme.text)
        label = tr(COPIED) if done else tr("Copy")
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, label)
        painter.restore()

    def _paint_source(self, painter: QPainter, canvas: Canvas) -> None:
        assert self._source is not None
        self._source.set_width(canvas.width - self._left)
        painter.save()
        painter.translate(self._left, PADDING)
        self._source.draw(painter, clip=QRectF(canvas.clip.translated(-self._left, -PADDING)))
        painter.restore()
