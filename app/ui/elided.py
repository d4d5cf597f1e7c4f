"""Names that may be longer than their place: their middle is left out, for their ends tell most."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton

_LEAST_WIDTH = 40
ELLIPSIS = "…"


def shortened(name: str, length: int) -> str:
    """No longer than so many characters."""
    if len(name) <= length:
        return name
    tail = (length - 1) // 2
    return f"{name[: length - 1 - tail]}{ELLIPSIS}{name[len(name) - tail :]}"


def elided(metrics: QFontMetrics, name: str, width: int) -> str:
    """No wider than so many pixels."""
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(width, 0))


class ElidedLabel(QLabel):
    """A plain text in one line, as wide as its place; whole in the tooltip where it does not fit.
    `tip` is the tooltip otherwise. It gives way down to `least_width` pixels.
    """

    def __init__(self, text: str = "", *, least_width: int = _LEAST_WIDTH) -> None:
        super().__init__()
        self._least_width = least_width
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.tip = ""
        self._whole = text
        self._fit()

    @property
    def whole(self) -> str:
        return self._whole

    def show_whole(self, text: str, tip: str = "") -> None:
        """Show another text."""
        self._whole, self.tip = text, tip
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        """Room for all of it, so that it grows again when there is room."""
        hint = super().sizeHint()
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(
            min(self._least_width, self.sizeHint().width()), super().minimumSizeHint().height()
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = elided(self.fontMetrics(), self._whole, self.width())
        if shown != self.text():
            self.setText(shown)
        self.setToolTip(self.tip if shown == self._whole else self._whole)


class ElidedButton(QPushButton):
    """A button with a name on it that may be long; `tip` is its tooltip, below the whole name."""

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self._tip = ""

    @property
    def whole(self) -> str:
        return self._whole

    def show_whole(self, text: str, tip: str) -> None:
        self._whole, self._tip = text, tip
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(
            hint.width() - self._width(self.text()) + self._width(self._whole), hint.height()
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(min(2 * _LEAST_WIDTH, self.sizeHint().width()), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)

    def _fit(self) -> None:
        around = super().sizeHint().width() - self._width(self.text())
        whole_fits = self.sizeHint().width() <= self.width()
        name = (
            self._whole
            if whole_fits
            else elided(self.fontMetrics(), self._whole, self.width() - around)
        )
        if name != self.text():
            self.setText(name)
        self.setToolTip(self._tip if whole_fits else f"{self._whole}\n{self._tip}")
