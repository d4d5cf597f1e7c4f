"""The moment the window is seen first: what would slow it down waits for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

LATEST_MS = 300
"""A window that starts hidden or minimised is not painted; then it goes on without."""


class FirstPaint(QObject):
    """Signals:
    done(): the window has been painted, or is not going to be soon; emitted once
    """

    done = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self, singleShot=True, interval=LATEST_MS)
        self._timer.timeout.connect(self._finish)
        self._timer.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Children are painted after the window itself, in the same go."""
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            self._timer.start(0)
        return super().eventFilter(watched, event)

    def _finish(self) -> None:
        self._window.removeEventFilter(self)
        self.done.emit()
