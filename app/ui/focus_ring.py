"""The ring around what has the keyboard, the same wherever widgets paint themselves.

Widgets under a style sheet have theirs from `chrome`.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.ui.theme import RADIUS_ITEM, Theme

RING = 2


def paint_focus_ring(
    painter: QPainter, theme: Theme, area: QRect, *, radius: int = RADIUS_ITEM
) -> None:
    """Along the edge of this area, on the inside."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent, RING))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = RING / 2
    painter.drawRoundedRect(QRectF(area).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
