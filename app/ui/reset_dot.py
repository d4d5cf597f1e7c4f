"""A dot beside a value that is not the usual one; a click goes back to that."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QToolButton

from app.ui.icons import filled_icon
from app.ui.language import tr

_SIZE = 14


class ResetDot(QToolButton):
    """Style sheets know it by the object name "reset"."""

    def __init__(self, name: str, default: str) -> None:
        super().__init__()
        self.setObjectName("reset")
        self.setFixedSize(_SIZE, _SIZE)
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setAccessibleName(tr("Reset {name}", name=name))
        self.show_default(default)

    def show_default(self, default: str) -> None:
        """What a click goes back to."""
        self.setToolTip(tr("Back to {default}", default=default))

    def set_color(self, color: QColor) -> None:
        self.setIcon(_dot(color))


def _dot(color: QColor) -> QIcon:
    """6 px of colour in the middle."""
    return filled_icon(color, _SIZE, lambda painter: painter.drawEllipse(4, 4, 6, 6))
