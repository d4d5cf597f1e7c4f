"""Where the user reads: the one place that must not move, whatever becomes of the heights."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollBar, QWidget

from app.ui.transcript.column import Anchor, Column

STICKY_PX = 64
"""This near to the end, the view follows what is written."""
LINE_STEP = 48

Kept = tuple[str, int, int]
"""The id of a message, the number of its row, and how far that is below the viewport's top."""


class ReadingPlace:
    """Keeps the scroll bar in line with the column.

    While `follows`, the end stays in sight; otherwise the first row that begins in the viewport
    stays where it is. `placing` is set while the bar is moved from here and not by the user.
    """

    def __init__(self, column: Column, *, bar: QScrollBar, viewport: QWidget) -> None:
        self.follows = True
        self.placing = False
        self.column = column
        self._bar = bar
        self.viewport = viewport
        self._anchor: Anchor | None = None
        bar.setSingleStep(LINE_STEP)

    @property
    def top(self) -> int:
        return self._bar.value()

    @property
    def left(self) -> int:
        """Where the column begins in the viewport."""
        return (self.viewport.width() - self.column.width) // 2

    @property
    def bottom(self) -> int:
        return self.top + self.viewport.height()

    @property
    def far_from_end(self) -> bool:
        return not self.follows and self._bar.maximum() - self._bar.value() > STICKY_PX

    @property
    def page(self) -> int:
        return self._bar.pageStep()

    def to_column(self, point: QPoint) -> QPoint:
        """From the viewport to the column."""
        return QPoint(point.x() - self.left, point.y() + self.top)

    def overshoot(self, point: QPoint) -> int:
        """How far a point is above (negative) or below the viewport."""
        return min(point.y(), 0) + max(point.y() - self.viewport.height(), 0)

    def go_to(self, top: int) -> None:
        """As if the user had moved the bar."""
        self._bar.setValue(top)

    def go_to_end(self) -> None:
        self.follows = True
        self._bar.setValue(self._bar.maximum())

    def reveal(self, top: int, bottom: int) -> None:
        """Scroll as little as is needed to show this strip, its top when it is too high."""
        if bottom > self.bottom:
            self.go_to(min(top, bottom - self.viewport.height()))
        elif top < self.top:
            self.go_to(top)

    def settle(self) -> None:
        """Make every visible row exact, and keep what is read where it is."""
        self.column.add_up()
        while True:
            self._place()
            if not self.column.measure(self.top, self.bottom):
                break
        self._anchor = self.column.anchor(self.top, self.bottom)

    def scrolled(self, *, up: bool) -> None:
        """The user has moved the bar; any step up leaves the end at once."""
        self.follows = not up and self._bar.maximum() - self._bar.value() <= STICKY_PX
        self._anchor = self.column.anchor(self.top, self.bottom)

    def keep_among(self, message_ids: Container[str]) -> None:
        """Before other messages are shown: hold on to a row of one that stays."""
        self._anchor = self.column.anchor(self.top, self.bottom, among=message_ids)

    @property
    def kept(self) -> Kept | None:
        """What is read, for another view of the same messages; None while the end is followed."""
        anchor = self._anchor
        return (
            None if self.follows or anchor is None else (anchor.item.id, anchor.row, anchor.offset)
        )

    def read_on_at(self, kept: Kept) -> None:
        """Hold on to what another view showed; it is placed when this one is next settled."""
        message_id, row, offset = kept
        if item := self.column.find(message_id):
            self.follows = False
            self._anchor = Anchor(item, row, offset)

    def _place(self) -> None:
        self.placing = True
        self._bar.setRange(0, max(0, self.column.height - self.viewport.height()))
        self._bar.setPageStep(max(1, self.viewport.height() - LINE_STEP))
        if self.follows:
            self._bar.setValue(self._bar.maximum())
        elif self._anchor is not None:
            self._bar.setValue(self.column.scroll_for(self._anchor))
        self.placing = False
