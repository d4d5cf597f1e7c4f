"""The round button that leads back to the end of the conversation."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.ui.language import tr
from app.ui.transcript.look import Look

SIZE = 36
ICON = 18


class JumpButton(QAbstractButton):
    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.setFixedSize(QSize(SIZE, SIZE))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("Jump to latest"))
        self.setAccessibleName(tr("Jump to latest"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_look(self, look: Look) -> None:
        self._look = look
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.border)
        painter.setBrush(theme.bubble if self.underMouse() else theme.raised)
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        icon = self._look.icon("arrow-down", theme.secondary, painter, size=ICON)
        painter.drawPixmap(QPoint((SIZE - ICON) // 2, (SIZE - ICON) // 2), icon)
        painter.end()
