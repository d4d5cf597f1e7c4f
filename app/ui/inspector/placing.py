"""Where the inspector stands: beside the conversation, or over it in a window with little room."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

WIDE_WIDTH = 1200


class InspectorPlace:
    """`over` says that the inspector lies over the conversation, at the right of `middle`."""

    def __init__(self, inspector: QWidget, *, middle: QWidget, layout: QHBoxLayout) -> None:
        self._inspector = inspector
        self._middle = middle
        self._layout = layout
        self.over = False
        layout.addWidget(inspector)

    def fit(self, window_width: int) -> bool:
        """Take the place that fits the window; whether it is another kind of place than before."""
        over, before = window_width < WIDE_WIDTH, self.over
        self.over = over
        if over and not before:
            self._layout.removeWidget(self._inspector)
        elif before and not over:
            self._layout.addWidget(self._inspector)
        if over:
            width = self._inspector.width()
            left = self._middle.width() - width
            self._inspector.setGeometry(left, 0, width, self._middle.height())
            self._inspector.raise_()
        return over != before
