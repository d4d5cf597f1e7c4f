"""The rows around an answer's text: its head, and its state while it is made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.ui.language import tr
from app.ui.theme import RADIUS_AVATAR, RADIUS_CARD, SIZE_META, SIZE_UI, Theme
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row

HEAD_HEIGHT = 22
GLYPH = 20
STATUS_HEIGHT = 26
PULSE_S = 1.2


class HeadRow(Row):
    """Glyph, model and time."""

    def __init__(self, look: Look, *, name: str, time: str) -> None:
        super().__init__()
        self._look = look
        self._name = name
        self._time = time

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        paint_glyph(painter, theme, QPointF(0, 1))
        area = QRect(GLYPH + 9, 0, canvas.width - GLYPH - 9, HEAD_HEIGHT)
        font = theme.fonts.ui(SIZE_UI, QFont.Weight.DemiBold)
        _draw_text(painter, area, self._name, font=font, color=theme.text)
        area.setLeft(area.left() + QFontMetrics(font).horizontalAdvance(self._name) + 8)
        _draw_text(painter, area, self._time, font=theme.fonts.ui(SIZE_META), color=theme.hint)

    def speech(self) -> str:
        return f"{self._name}, {self._time}"

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return HEAD_HEIGHT


@dataclass(frozen=True, slots=True)
class Progress:
    """What a running answer is waiting for; `fraction` is drawn as a bar when it is known."""

    sentence: str = ""
    fraction: float | None = None


class StatusRow(Row):
    """A soft pulse of three dots, with a sentence and a bar when there is more to say."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._progress = Progress()
        self._seconds = 0.0

    def show(self, progress: Progress) -> None:
        self._progress = progress

    def tick(self, now_s: float) -> None:
        self._seconds = now_s

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        self._paint_dots(painter)
        area = QRect(44, 0, canvas.width - 44, STATUS_HEIGHT)
        font = theme.fonts.ui(SIZE_UI)
        _draw_text(painter, area, self._progress.sentence, font=font, color=theme.secondary)
        if self._progress.fraction is not None:
            left = area.left() + QFontMetrics(font).horizontalAdvance(self._progress.sentence) + 14
            self._paint_bar(painter, left, self._progress.fraction)

    def _paint_dots(self, painter: QPainter) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for index in range(3):
            phase = (self._seconds / PULSE_S - index / 6) % 1
            color = QColor(self._look.theme.accent)
            color.setAlphaF(0.3 + 0.7 * max(0.0, math.cos(2 * math.pi * phase)))
            painter.setBrush(color)
            painter.drawEllipse(QRectF(3 + index * 12, STATUS_HEIGHT / 2 - 3, 6, 6))
        painter.restore()

    def _paint_bar(self, painter: QPainter, left: int, fraction: float) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bar = QRectF(left, STATUS_HEIGHT / 2 - 2, 140, 4)
        painter.setBrush(self._look.theme.border)
        painter.drawRoundedRect(bar, 2, 2)
        bar.setWidth(max(4.0, bar.width() * min(fraction, 1.0)))
        painter.setBrush(self._look.theme.accent)
        painter.drawRoundedRect(bar, 2, 2)
        painter.restore()

    def speech(self) -> str:
        return self._progress.sentence or tr("Waiting for the first word")

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return STATUS_HEIGHT


def paint_glyph(painter: QPainter, theme: Theme, corner: QPointF) -> None:
    """The mark of an answer: three bars in a rounded square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.accent)
    painter.drawRoundedRect(QRectF(corner.x(), corner.y(), GLYPH, GLYPH), RADIUS_AVATAR, 6)
    painter.setBrush(theme.on_accent)
    for left, height in ((5.2, 6), (9.1, 10), (13, 6)):
        bar = QRectF(corner.x() + left, corner.y() + (GLYPH - height) / 2, 1.8, height)
        painter.drawRoundedRect(bar, 0.9, 0.9)
    painter.restore()


def paint_card(painter: QPainter, area: QRect, *, fill: QColor, edge: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(edge)
    painter.setBrush(fill)
    outline = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(outline, RADIUS_CARD, RADIUS_CARD)
    painter.restore()


def _draw_text(painter: QPainter, area: QRect, text: str, *, font: QFont, color: QColor) -> None:
    painter.setFont(font)
    painter.setPen(color)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(area, flags, text)
