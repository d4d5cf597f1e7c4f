"""The reasoning panel: open while the model thinks, closed once it answers; the user may decide."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QLinearGradient, QPainter

from app.ui.theme import SIZE_UI
from app.ui.transcript.folding import BODY_GUESS, HEADER_HEIGHT, PADDING, FoldingRow
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Toggle

BODY_CAP = BODY_GUESS
FADE = 32


class PanelRow(FoldingRow):
    """While it streams the body is at most `BODY_CAP` pixels high and shows its end; a panel that
    the user opened shows everything.
    """

    def __init__(self, look: Look, chosen: bool | None) -> None:
        super().__init__(look, look.muted, chosen)
        self._text = ""
        self._thinking = False
        self._seconds = 0.0

    def show(self, text: str, *, thinking: bool, seconds: float) -> None:
        if (text, thinking) != (self._text, self._thinking):
            self._text, self._thinking = text, thinking
            self.changed()
        self._seconds = seconds
        if self.open:
            self._fill()

    def tick(self, seconds: float) -> None:
        self._seconds = seconds

    @property
    def thinking(self) -> bool:
        return self._thinking

    @property
    def title(self) -> str:
        if self._thinking:
            return f"Thinking… {int(self._seconds)} s"
        return f"Thought for {_duration(self._seconds)}" if self._seconds else "Thought"

    @property
    def _opens_itself(self) -> bool:
        return self._thinking

    def _fill(self) -> None:
        self._flow.show(self._text, final=not self._thinking)

    def _body_height(self) -> int:
        capped = self._thinking and self._chosen is None
        return min(self._stack.height, BODY_CAP) if capped else self._stack.height

    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent if self._thinking else theme.hint)
        painter.drawEllipse(QRectF(PADDING - 3, HEADER_HEIGHT / 2 - 3, 6, 6))
        painter.restore()
        hovered = canvas.hovered == Toggle()
        color = theme.text if hovered else theme.secondary
        font = theme.fonts.ui(SIZE_UI, QFont.Weight.Medium)
        painter.setFont(font)
        painter.setPen(color)
        left = PADDING + 12
        area = QRect(left, 0, canvas.width - left, HEADER_HEIGHT)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self.title)
        left += QFontMetrics(font).horizontalAdvance(self.title) + 6
        name = "chevron-down" if self.open else "chevron-right"
        icon = self._look.icon(name, color, painter, size=16)
        painter.drawPixmap(QPoint(left, HEADER_HEIGHT // 2 - 8), icon)

    def _paint_body(self, painter: QPainter, canvas: Canvas) -> None:
        super()._paint_body(painter, canvas)
        if self._body_top(canvas.width) < HEADER_HEIGHT:
            self._paint_fade(painter, self._body(canvas.width))

    def _paint_fade(self, painter: QPainter, body: QRect) -> None:
        gradient = QLinearGradient(QPointF(body.topLeft()), QPointF(0, body.top() + FADE))
        clear = self._look.theme.code.toRgb()
        clear.setAlpha(0)
        gradient.setColorAt(0, self._look.theme.code)
        gradient.setColorAt(1, clear)
        painter.fillRect(QRect(body.left(), body.top(), body.width(), FADE), gradient)


def _duration(seconds: float) -> str:
    whole = max(1, round(seconds))
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"
