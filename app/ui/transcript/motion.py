"""Panels that close by themselves: shrinking, or held open while somebody reads in them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.ui.transcript.column import Column
from app.ui.transcript.row import Row

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

FRAME_MS = 16


class Motion(QObject):
    """`reduced`: nothing moves by itself.

    Signals:
        moved(): heights have changed; visible text has to be kept in its place
    """

    moved = Signal()

    def __init__(self, column: Column, parent: QObject) -> None:
        super().__init__(parent)
        self.reduced = False
        self._column = column
        self._items: list[MessageItem] = []
        self._timer = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)

    def follow(self, item: MessageItem) -> None:
        """Look at an item that has just changed, before it is placed."""
        if any(panel.closing and self.reduced for panel in item.panels):
            self._finish(item)
        if item not in self._items and any(p.closing or p.held for p in item.panels):
            self._items.append(item)
        if any(panel.closing for panel in item.panels):
            self._timer.start()

    def leave_all_but(self, row: Row | None) -> None:
        """The mouse is over this row now, so that no other is being read in."""
        for item in list(self._items):
            for panel in item.panels:
                if panel is not row:
                    panel.let_go()
            self.follow(item)
        if self.reduced and self._items:
            self._on_frame()

    def clear(self) -> None:
        """Other messages are shown."""
        self._items.clear()
        self._timer.stop()

    def _on_frame(self) -> None:
        now_s = time.monotonic()
        self._items = [item for item in self._items if self._is_shown(item)]
        for item in list(self._items):
            for panel in item.panels:
                if panel.closing:
                    panel.step(now_s)
            item.rearrange()
            self._column.touch(item)
            if not any(panel.closing or panel.held for panel in item.panels):
                self._items.remove(item)
        if not any(panel.closing for item in self._items for panel in item.panels):
            self._timer.stop()
        self.moved.emit()

    def _is_shown(self, item: MessageItem) -> bool:
        return item.built and self._column.find(item.id) is item

    def _finish(self, item: MessageItem) -> None:
        for panel in item.panels:
            if panel.closing:
                panel.finish_closing()
        item.rearrange()
        self._column.touch(item)
