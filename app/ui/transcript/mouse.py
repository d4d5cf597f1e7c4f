"""From the mouse events of the viewport to what they mean to the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.ui.transcript.pointer import Pointer

_SHIFT = Qt.KeyboardModifier.ShiftModifier


class Mouse(QObject):
    """Signals:
    pressed(): the left button went down
    """

    pressed = Signal()

    def __init__(self, pointer: Pointer, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._pointer = pointer
        viewport.setMouseTracking(True)
        viewport.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):
            self._turn_wheel(event)
            return True
        if isinstance(event, QMouseEvent):
            self._move_or_click(event)
            return True
        if event.type() == QEvent.Type.Leave:
            self._pointer.leave()
        return super().eventFilter(watched, event)

    def _move_or_click(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if event.type() == QEvent.Type.MouseMove:
            self._pointer.move(place)
        elif event.button() != Qt.MouseButton.LeftButton:
            return
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._pointer.release(place)
        else:  # a second click comes as a double click
            self.pressed.emit()
            self._pointer.press(place, extend=bool(event.modifiers() & _SHIFT))

    def _turn_wheel(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta()
        self._pointer.turn_wheel(
            event.position().toPoint(),
            pixels if not pixels.isNull() else event.angleDelta() / 2,
            shift=bool(event.modifiers() & _SHIFT),
        )
        event.accept()
