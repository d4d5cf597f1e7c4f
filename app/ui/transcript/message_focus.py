"""Which message the keyboard is on, with a ring around it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPen

from app.ui.theme import RADIUS_CARD, Theme
from app.ui.transcript.column import Column
from app.ui.transcript.message_item import MessageItem

RING = 2
DISTANCE = 8
"""Between the ring and the message."""


class MessageFocus:
    """`shown` while the transcript has the keyboard."""

    def __init__(self, column: Column) -> None:
        self._column = column
        self._message_id = ""
        self.shown = False

    @property
    def item(self) -> MessageItem | None:
        return self._column.find(self._message_id)

    def set(self, item: MessageItem | None) -> None:
        self._message_id = item.id if item else ""

    def step(self, by: int, *, top: int, bottom: int) -> MessageItem | None:
        """Go to the next message (1) or the one before (-1); first to one that is on screen."""
        items = self._column.items
        current = self.item
        if current is not None:
            number = self._column.number(current) + by
            self.set(items[max(0, min(number, len(items) - 1))])
            return self.item
        visible = [item for item, _ in self._column.within(top, bottom)]
        if visible:
            self.set(visible[0 if by > 0 else -1])
        return self.item

    def paint_ring(self, painter: QPainter, theme: Theme) -> None:
        """The painter is set to the column."""
        if not self.shown or self.item is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.accent, RING))
        painter.drawRoundedRect(QRectF(self._area(self.item)), RADIUS_CARD, RADIUS_CARD)
        painter.restore()

    def _area(self, item: MessageItem) -> QRect:
        width = self._column.width
        area = QRect(0, self._column.top(item), width, item.height(width))
        return area.adjusted(-DISTANCE, -DISTANCE, DISTANCE, DISTANCE)
