"""A thin bar of coloured parts that can be pointed at and clicked, and a ring that fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.theme import Theme

_HEIGHT = 8
_ROOM = 16
"""The bar lies in the middle of a strip that is easier to hit."""
AMBER, RED = 0.8, 0.95


@dataclass(frozen=True, slots=True)
class BarPart:
    """`subject` is told when the part is clicked; "" when there is nothing to lead to."""

    amount: float
    color: QColor
    tip: str
    subject: str = ""


class PartsBar(QWidget):
    """As wide as its whole; what the parts leave is empty.

    Signals:
        clicked(str): the subject of the part
    """

    clicked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._parts: list[BarPart] = []
        self._whole = 1.0
        self.setFixedHeight(_ROOM)
        self.setMouseTracking(True)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_parts(self, parts: Sequence[BarPart], whole: float) -> None:
        self._parts = list(parts)
        self._whole = max(whole, sum(part.amount for part in parts), 1.0)
        self.update()

    def part_at(self, x: float) -> BarPart | None:
        right = 0.0
        for part in self._parts:
            right += self._pixels(part)
            if x < right:
                return part
        return None

    def _pixels(self, part: BarPart) -> float:
        return part.amount / self._whole * self.width()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        track = QRectF(0, (self.height() - _HEIGHT) / 2, self.width(), _HEIGHT)
        shape.addRoundedRect(track, _HEIGHT / 2, _HEIGHT / 2)
        painter.setClipPath(shape)
        painter.fillRect(track, self._theme.border)
        left, last = 0.0, None
        for part in self._parts:
            width = self._pixels(part)
            gap = 1 if last == part.subject or width < 3 else 0
            painter.fillRect(QRectF(left, track.y(), max(width - gap, 0.5), _HEIGHT), part.color)
            left, last = left + width, part.subject

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position().x())
        self.setToolTip(part.tip if part else "")
        leads = part is not None and bool(part.subject)
        shapes = Qt.CursorShape
        self.setCursor(shapes.PointingHandCursor if leads else shapes.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        part = self.part_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and part is not None and part.subject:
            self.clicked.emit(part.subject)


class Ring(QWidget):
    """How full something is: amber from 80 %, red from 95 %."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share = 0.0
        self.setFixedSize(14, 14)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_share(self, share: float) -> None:
        self._share = min(max(share, 0.0), 1.0)
        self.update()

    @property
    def color(self) -> QColor:
        theme = self._theme
        if self._share >= RED:
            return theme.error
        return theme.warning if self._share >= AMBER else theme.accent

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(QPen(self._theme.border, 2))
        painter.drawEllipse(area)
        painter.setPen(QPen(self.color, 2))
        painter.drawArc(area, 90 * 16, -round(self._share * 360 * 16))
