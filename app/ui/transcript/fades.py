"""Edges of what is scrolled sideways fade out where more of it waits."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QLinearGradient, QPainter

FADE_WIDTH = 24


def paint_fades(
    painter: QPainter, inside: QRect, color: QColor, *, left: bool, right: bool
) -> None:
    """Into `color`, the background, at the sides where something is hidden."""
    if right:
        _paint_fade(painter, inside, color, edge=inside.right() + 1, inner=-FADE_WIDTH)
    if left:
        _paint_fade(painter, inside, color, edge=inside.left(), inner=FADE_WIDTH)


def _paint_fade(painter: QPainter, inside: QRect, color: QColor, *, edge: int, inner: int) -> None:
    clear = QColor(color)
    clear.setAlpha(0)
    gradient = QLinearGradient(edge, 0, edge + inner, 0)
    gradient.setColorAt(0, color)
    gradient.setColorAt(1, clear)
    area = QRectF(min(edge, edge + inner), inside.top(), FADE_WIDTH, inside.height())
    painter.fillRect(area, gradient)
