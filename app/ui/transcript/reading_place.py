"""Where the user reads: the one place that must not move, whatever becomes of the heights."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtWidgets import QScrollBar, QWidget

from app.ui.transcript.column import Anchor, Column

STICKY_PX = 64
"""This near to the end, the view follows what is written."""
LINE_STEP = 48


class ReadingPlace:
    """Keeps the scroll bar in line with the column.

    While `follows`, the end stays in sight; otherwise the first row that begins in the viewport
    stays where it is. `placing` is set while the bar is moved from here and not by the user.
    """

    def __init__(self, column: Column, *, bar: QScrollBar, viewport: QWidget) -> None:
        self.follows = True
        self.placing = False
        self._column = column
        self._bar = bar
        self._viewport = viewport
        self._anchor: Anchor | None = None
        bar.setSingleStep(LINE_STEP)

    @property
    def top(self) -> int:
        return self._bar.value()

    @property
    def bottom(self) -> int:
        return self.top + self._viewport.height()

    @property
    def far_from_end(self) -> bool:
        return not self.follows and self._bar.maximum() - self._bar.value() > STICKY_PX

    def settle(self) -> bool:
        """Make every visible row exact; whether visible rows have moved all the same."""
        self._column.add_up()
        while True:
            self._place()
            if not self._column.measure(self.top, self.bottom):
                break
        before, self._anchor = self._anchor, self._column.anchor(self.top, self.bottom)
        return self._anchor != before

    def scrolled(self, *, up: bool) -> None:
        """The user has moved the bar; any step up leaves the end at once."""
        self.follows = not up and self._bar.maximum() - self._bar.value() <= STICKY_PX
        self._anchor = self._column.anchor(self.top, self.bottom)

    def keep_among(self, message_ids: Container[str]) -> None:
        """Before other messages are shown: hold on to a row of one that stays."""
        self._anchor = self._column.anchor(self.top, self.bottom, among=message_ids)

    def _place(self) -> None:
        self.placing = True
        self._bar.setRange(0, max(0, self._column.height - self._viewport.height()))
        self._bar.setPageStep(max(1, self._viewport.height() - LINE_STEP))
        if self.follows:
            self._bar.setValue(self._bar.maximum())
        elif self._anchor is not None:
            self._bar.setValue(self._column.scroll_for(self._anchor))
        self.placing = False
