"""In the foot of the composer: what Enter does, as long as there is room to say it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class KeysHint(QLabel):
    """Takes the room that the others leave, and shows nothing rather than half a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @property
    def fits(self) -> bool:
        return self.sizeHint().width() <= self.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.fits:
            super().paintEvent(event)
