"""A scroll bar that keeps its room but shows nothing while there is nothing to scroll."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QScrollBar


class QuietScrollBar(QScrollBar):
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)
