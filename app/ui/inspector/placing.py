"""Where the inspector stands: beside the conversation, or over it where that has no room."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.theme import INSPECTOR_WIDTH

LEAST_COLUMN_WIDTH = 440
"""Pixels in which a conversation can be read and written."""
ROOM_BESIDE = LEAST_COLUMN_WIDTH + INSPECTOR_WIDTH
"""For the conversation and the inspector beside it."""


class InspectorPlace:
    """`over` says that the inspector lies over the conversation, at the right of `middle`."""

    def __init__(self, middle: QWidget, layout: QHBoxLayout) -> None:
        self._inspector: QWidget | None = None
        self._middle = middle
        self._layout = layout
        self.over = False

    def take(self, inspector: QWidget) -> None:
        """Give the inspector its place, hidden."""
        self._inspector = inspector
        inspector.hide()
        if self.over:
            inspector.setParent(self._middle)
            self._lay_over(inspector)
        else:
            self._layout.addWidget(inspector)

    def fit(self, room: int) -> bool:
        """Take the place that fits into so many pixels, which conversation and inspector share;
        whether it is another kind of place than before.
        """
        over, before = room < ROOM_BESIDE, self.over
        self.over = over
        if self._inspector is not None:
            self._place(self._inspector, before=before)
        return over != before

    def _place(self, inspector: QWidget, *, before: bool) -> None:
        if self.over and not before:
            self._layout.removeWidget(inspector)
        elif before and not self.over:
            self._layout.addWidget(inspector)
        if self.over:
            self._lay_over(inspector)

    def _lay_over(self, inspector: QWidget) -> None:
        width = inspector.width()
        left = self._middle.width() - width
        inspector.setGeometry(left, 0, width, self._middle.height())
        inspector.raise_()
