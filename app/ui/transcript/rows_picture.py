"""A picture that a tool returned, at most as wide as its card."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from app.ui.language import tr
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row

TALLEST = 360
SMALLEST = 16


class PictureRow(Row):
    """Never larger than the picture is, so that it stays sharp."""

    gap = 6

    def __init__(self, look: Look, image: QImage) -> None:
        super().__init__()
        self._look = look
        self._image = image

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        area = QRect(0, 0, 0, 0)
        area.setSize(self._size(canvas.width))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, self._image)
        painter.setPen(QPen(self._look.theme.border_soft, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.restore()

    def described(self) -> str:
        width, height = self._image.width(), self._image.height()
        return tr("Picture, {width} by {height} pixels", width=width, height=height)

    def _measure(self, width: int) -> int:
        return self._size(width).height()

    def _size(self, width: int) -> QSize:
        size = self._image.size()
        room = QSize(width, TALLEST)
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return size.expandedTo(QSize(SMALLEST, SMALLEST))
