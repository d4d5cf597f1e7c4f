"""Where windows may be: the screen of the main one may be gone or smaller."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

LEAST_SEEN = 80
"""So many pixels of the top edge, to the side and down, can be taken hold of."""


def visible_place(place: QRect, screens: Sequence[QRect]) -> QRect:
    """`place` itself, where enough of its top can be seen; else moved onto the nearest screen and
    no larger than that. `screens` are what is free of bars, the main one first.
    """
    top = QRect(place.left(), place.top(), place.width(), LEAST_SEEN)
    for screen in screens:
        seen = screen.intersected(top)
        if seen.width() >= LEAST_SEEN and seen.height() >= LEAST_SEEN // 2:
            return QRect(place)
    if not screens:
        return QRect(place)
    screen = min(screens, key=lambda one: _distance(one, place))
    moved = QRect(place)
    moved.setSize(place.size().boundedTo(screen.size()))
    moved.moveLeft(max(screen.left(), min(place.left(), screen.right() + 1 - moved.width())))
    moved.moveTop(max(screen.top(), min(place.top(), screen.bottom() + 1 - moved.height())))
    return moved


def _distance(screen: QRect, place: QRect) -> int:
    between = screen.center() - place.center()
    return between.manhattanLength()


def free_area(widget: QWidget) -> QRect:
    """Of the screen on which the widget it is over is. QWidget.screen would let Python's hold on
    the screen end with the widget, for everybody.
    """
    around = widget.parentWidget() or widget
    middle = around.mapToGlobal(around.rect().center())
    screen = QGuiApplication.screenAt(middle) or QGuiApplication.primaryScreen()
    return screen.availableGeometry()
