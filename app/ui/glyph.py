"""Parley's sign: three rounded bars on the accent, as in icons/app.svg."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from app.ui.theme import Theme

# Left edge and height of each bar, and their common width, as shares of the side.
_BARS = ((0.265, 0.26), (0.45, 0.52), (0.635, 0.36))
_BAR_WIDTH = 0.1
_CORNER = 0.28


def paint_glyph(painter: QPainter, area: QRectF, *, ground: QColor, bars: QColor) -> None:
    side = area.width()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(area, side * _CORNER, side * _CORNER)
    painter.setBrush(bars)
    for left, height in _BARS:
        bar = QRectF(0, 0, side * _BAR_WIDTH, side * height)
        bar.moveCenter(area.center())
        bar.moveLeft(area.left() + side * left)
        painter.drawRoundedRect(bar, bar.width() / 2, bar.width() / 2)


def window_icon(theme: Theme) -> QIcon:
    icon = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        area = QRectF(pixmap.rect())
        paint_glyph(painter, area, ground=theme.accent, bars=theme.on_accent)
        painter.end()
        icon.addPixmap(pixmap)
    return icon


class Glyph(QWidget):
    def __init__(self, theme: Theme, side: int) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(QSize(side, side))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect())
        paint_glyph(painter, area, ground=self._theme.accent, bars=self._theme.on_accent)
