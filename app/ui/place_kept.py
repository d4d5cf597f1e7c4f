"""Keeps where the main window was, and has it drawn anew for a screen of another resolution."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.placing import visible_place
from app.ui.window_state import StateFile


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
        window.installEventFilter(self)

    def restore(self) -> None:
        """Size, place and whether it was maximised; on a screen that is there."""
        window = self._window
        saved = QByteArray.fromBase64(self._state_file.state.geometry.encode())
        if saved.isEmpty() or not window.restoreGeometry(saved):
            return
        if window.isMaximized() or window.isFullScreen():
            return
        main = QGuiApplication.primaryScreen()
        others = [one for one in QGuiApplication.screens() if one is not main]
        screens = [one.availableGeometry() for one in (main, *others)]
        place = visible_place(window.geometry(), screens)
        if place != window.geometry():
            window.setGeometry(place)

    def save(self) -> None:
        geometry = self._window.saveGeometry().toBase64().data()
        self._state_file.state.geometry = bytes(geometry).decode()
        self._state_file.save()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.screen_changed.emit()
        return False
