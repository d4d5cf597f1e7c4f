"""A small map of the branches of a conversation: a dot for each message, to be clicked on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from app.domain.branches import Dot
from app.ui.language import tr
from app.ui.theme import Theme

STEP_X = 26
STEP_Y = 24
MARGIN = 18
RADIUS = 5.0
_KEYS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class BranchMap(QWidget):
    """Arrow keys go from dot to dot, Enter shows the branch through it.

    Signals:
        chosen(str): the branch through the message of this id is to be shown
        current_changed(str): the mouse or the keyboard is at the message of this id; "" at none
    """

    chosen = Signal(str)
    current_changed = Signal(str)

    def __init__(self, dots: list[Dot], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._dots = dots
        self._by_id = {dot.message_id: dot for dot in dots}
        self.current = next((dot for dot in reversed(dots) if dot.shown), None)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Map of the branches"))
        self.setFixedSize(self.sizeHint())
        self._describe()

    def sizeHint(self) -> QSize:
        rows = max((dot.row for dot in self._dots), default=0)
        columns = max((dot.column for dot in self._dots), default=0)
        return QSize(2 * MARGIN + columns * STEP_X, 2 * MARGIN + rows * STEP_Y)

    def place(self, dot: Dot) -> QPoint:
        """The middle of a dot."""
        return QPoint(MARGIN + dot.column * STEP_X, MARGIN + dot.row * STEP_Y)

    def dot_at(self, point: QPoint) -> Dot | None:
        near = QRect(point, QSize(1, 1)).adjusted(-9, -9, 9, 9)
        return next((dot for dot in self._dots if near.contains(self.place(dot))), None)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            visible = event.rect().adjusted(-STEP_X, -STEP_Y, STEP_X, STEP_Y)
            for shown in (False, True):
                for dot in self._dots:
                    if dot.shown == shown:
                        self._paint_line(painter, dot, visible)
            for dot in self._dots:
                if visible.contains(self.place(dot)):
                    self._paint_dot(painter, dot)

    def _paint_line(self, painter: QPainter, dot: Dot, visible: QRect) -> None:
        """From a dot up to its parent's row, then across to it."""
        parent = self._by_id.get(dot.parent or "")
        if parent is None:
            return
        start, end = self.place(parent), self.place(dot)
        if not visible.intersects(QRect(start, end).normalized().adjusted(-1, -1, 1, 1)):
            return
        painter.setPen(QPen(self._color(dot), 2 if dot.shown else 1.5))
        if start.x() != end.x():
            corner = QPoint(end.x(), start.y() + STEP_Y // 2)
            painter.drawLine(QPointF(start.x(), corner.y()), QPointF(corner))
            painter.drawLine(QPointF(start), QPointF(start.x(), corner.y()))
            start = corner
        painter.drawLine(QPointF(start), QPointF(end))

    def _paint_dot(self, painter: QPainter, dot: Dot) -> None:
        """Questions are rings, answers are full."""
        theme, middle = self._theme, QPointF(self.place(dot))
        if dot is self.current:
            painter.setPen(QPen(theme.text, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, RADIUS + 4, RADIUS + 4)
        painter.setPen(QPen(self._color(dot), 2))
        painter.setBrush(theme.raised if dot.role == "user" else self._color(dot))
        painter.drawEllipse(middle, RADIUS, RADIUS)

    def _color(self, dot: Dot) -> QColor:
        return self._theme.accent if dot.shown else self._theme.hint

    # ---- mouse and keyboard

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        dot = self.dot_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if dot else Qt.CursorShape.ArrowCursor)
        if dot is not None:
            self._go_to(dot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dot = self.dot_at(event.position().toPoint())
        if dot is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(dot.message_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _KEYS.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self.current is not None:
                self.chosen.emit(self.current.message_id)
        elif step is not None:
            self._go_to(self._beside(*step))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            dot = self.dot_at(event.pos())
            QToolTip.showText(event.globalPos(), dot.words if dot else "", self)
            return True
        return super().event(event)

    def _beside(self, rows: int, columns: int) -> Dot | None:
        """The parent, the first child, or the nearest dot of the same row."""
        current = self.current
        if current is None:
            return None
        if rows < 0:
            return self._by_id.get(current.parent or "")
        if rows > 0:
            below = [dot for dot in self._dots if dot.parent == current.message_id]
            return next((dot for dot in below if dot.shown), below[0] if below else None)
        row = [dot for dot in self._dots if dot.row == current.row]
        beside = [dot for dot in row if (dot.column - current.column) * columns > 0]
        return min(beside, key=lambda dot: abs(dot.column - current.column), default=None)

    def _go_to(self, dot: Dot | None) -> None:
        if dot is None or dot is self.current:
            return
        self.current = dot
        self._describe()
        self.update()
        self.current_changed.emit(dot.message_id)

    def _describe(self) -> None:
        if self.current is not None:
            words = self.current.words
            is_question = self.current.role == "user"
            self.setAccessibleDescription(
                tr("Question: {words}", words=words)
                if is_question
                else tr("Answer: {words}", words=words)
            )
