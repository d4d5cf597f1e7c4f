"""Files that the system hands to the running program: a double click on macOS."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent

from app.domain.given_files import given


class FileOpening(QObject):
    """An event filter for the application object, where the system sends such events at all.

    Signals:
        wanted(Given): somebody opened this file with the program
    """

    wanted = Signal(object)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            if event.file():
                self.wanted.emit(given([Path(event.file())]))
            return True
        return super().eventFilter(watched, event)
