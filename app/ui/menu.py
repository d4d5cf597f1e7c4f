"""Menus that look like the other surfaces: round corners, and marks drawn with the theme's pen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QMenu, QWidget

_CHECK = ((3.5, 8.5), (6.5, 11.5), (12.5, 5.0))
_CHEVRON = ((6.0, 4.0), (10.0, 8.0), (6.0, 12.0))
"""Lines in a square of 16 pixels."""
_SIDE = 16


class Menu(QMenu):
    """Draws its own marks, as a style sheet takes pictures from files only."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("round", True)
        # Without these, the corners outside the border are painted or have a shadow.
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        self.setWindowFlags(self.windowFlags() | flags)

    def clear(self) -> None:
        """Qt takes the actions away, but keeps the menus behind them and their groups."""
        super().clear()
        for child in self.children():
            if isinstance(child, (Menu, QActionGroup)):
                child.deleteLater()

    def add_submenu(self, title: str) -> Menu:
        """A menu in this one, with its style sheet and font."""
        submenu = Menu(self)
        submenu.setTitle(title)
        submenu.setStyleSheet(self.styleSheet())
        submenu.setFont(self.font())
        self.addMenu(submenu)
        return submenu

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            color = self.palette().color(QPalette.ColorRole.WindowText)
            painter.setPen(QPen(color, 1.6, Qt.PenStyle.SolidLine, cap, join))
            for action in self.actions():
                area = self.actionGeometry(action)
                if action.isChecked():
                    _draw(painter, _CHECK, area, area.left() + 8)
                if isinstance(action.menu(), QMenu):
                    _draw(painter, _CHEVRON, area, area.right() - 8 - _SIDE)


def _draw(
    painter: QPainter, lines: tuple[tuple[float, float], ...], area: QRect, left: int
) -> None:
    top = area.center().y() + 1 - _SIDE // 2
    painter.drawPolyline(QPolygonF([QPointF(left + x, top + y) for x, y in lines]))
