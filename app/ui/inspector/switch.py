"""A switch: a label, and a track whose knob lies right while it is on."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from app.ui.theme import SIZE_META, Theme

_TRACK = QRectF(0, 0, 30, 16)
_KNOB_RADIUS = 6


class Switch(QAbstractButton):
    def __init__(self, text: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.fonts.ui(SIZE_META))
        self.update()

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(text + 12 + round(_TRACK.width()) + 2, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, on = self._theme, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.secondary)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
        track = _TRACK.translated(
            self.width() - _TRACK.width() - 1, (self.height() - _TRACK.height()) / 2
        )
        focus = QPen(theme.text, 2) if self.hasFocus() else Qt.PenStyle.NoPen
        painter.setPen(focus)
        painter.setBrush(theme.accent if on else theme.hint)
        painter.drawRoundedRect(track, 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.on_accent if on else theme.raised)
        x = track.right() - 8 if on else track.left() + 8
        painter.drawEllipse(QPointF(x, track.center().y()), _KNOB_RADIUS, _KNOB_RADIUS)
