"""Keeps where the main window was, and has it drawn anew for a screen of another resolution."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.placing import visible_place
from app.ui.window_state import StateFile

SETTLED_MS = 500
"""X11 tells the size of a maximised window before it says that it is maximised."""


class PlaceKept(QObject):
    """Lives as long as `window`.

    Signals:
        screen_changed(): pixels are larger or smaller than before; what was drawn is of no use
    """

    screen_changed = Signal()

    def __init__(self, window: QWidget, state_file: StateFile) -> None:
        super().__init__(window)
        self._window = window
        self._state_file = state_file
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.timeout.connect(self._note_place)
        window.installEventFilter(self)

    def restore(self) -> None:
        """Size, place and whether it was maximised; on a screen that is there."""
        window = self._window
        saved = QByteArray.fromBase64(self._state_file.state.geometry.encode())
        if saved.isEmpty() or not window.restoreGeometry(saved):
            return
        if window.isFullScreen():
            return
        if window.isMaximized():
            self._keep_place_below()
            return
        place = visible_place(window.geometry(), _screens())
        if place != window.geometry():
            window.setGeometry(place)

    @property
    def place_below(self) -> QRect | None:
        """What a maximised window goes back to; None while that is not known."""
        numbers = self._state_file.state.place_below
        known = len(numbers) == 4 and all(type(one) is int for one in numbers)
        return QRect(*numbers) if known else None

    def _keep_place_below(self) -> None:
        """The system takes it from the window it is given first."""
        if (place := self.place_below) is not None:
            self._window.setWindowState(Qt.WindowState.WindowNoState)
            self._window.setGeometry(visible_place(place, _screens()))
            self._window.setWindowState(Qt.WindowState.WindowMaximized)

    def _note_place(self) -> None:
        """Qt's own normalGeometry is that of the maximised window where the system maximised it."""
        if not self._window.isMaximized() and not self._window.isFullScreen():
            place = self._window.geometry()
            self._state_file.state.place_below = [
                place.x(),
                place.y(),
                place.width(),
                place.height(),
            ]

    def save(self) -> None:
        geometry = self._window.saveGeometry().toBase64().data()
        self._state_file.state.geometry = bytes(geometry).decode()
        self._state_file.save()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.screen_changed.emit()
        elif event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._settled.start()
        return False


def _screens() -> list[QRect]:
    """What is free of bars, the main one first."""
    main = QGuiApplication.primaryScreen()
    others = [one for one in QGuiApplication.screens() if one is not main]
    return [one.availableGeometry() for one in (main, *others)]
