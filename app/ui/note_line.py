"""What there is to say about a draft, below its text."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent

from app.ui.form import Wrapped


class NoteLine(Wrapped):
    """As high as its words need at its width: what a layout asks a wrapped label for is the height
    at a width of the label's own choice, and the buttons below would be drawn over it."""

    def __init__(self) -> None:
        super().__init__(tone="hint")
        self.hide()

    def say(self, sentence: str, *, tone: str) -> None:
        """Nothing is said with "", and takes no room."""
        self.setText(sentence)
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().polish(self)
        self._fit()
        self.setVisible(bool(sentence))

    def hasHeightForWidth(self) -> bool:
        """Its height is set: a layout need not ask for another."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        if self.text():
            self.setMinimumHeight(0)  # which is the least that is answered below
            self.setFixedHeight(self.heightForWidth(self.width()))
