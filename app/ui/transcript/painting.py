"""Paints a strip of the column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from app.ui.even_weight import even_weight
from app.ui.theme import Theme
from app.ui.transcript.column import Column
from app.ui.transcript.finding import Finding, Match
from app.ui.transcript.message_focus import FocusedSpot, MessageFocus
from app.ui.transcript.pointer import Pointer
from app.ui.transcript.row import Canvas, Highlight, Row, Target

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SOFT, STRONG = 0.18, 0.44
"""How opaque the colour below a match is, and below the current one."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was just copied, and of which message."""

    item: MessageItem
    target: Target


class ColumnPainter:
    def __init__(
        self, column: Column, *, pointer: Pointer, finding: Finding, focus: MessageFocus
    ) -> None:
        self._column = column
        self._pointer = pointer
        self._finding = finding
        self._focus = focus
        self.done: Done | None = None
        self._focused: FocusedSpot | None = None

    def paint(self, painter: QPainter, strip: QRect, theme: Theme) -> None:
        """Paint what lies in `strip` (column coordinates; the painter is set to them)."""
        self._focused = self._focus.spot if self._focus.shown else None
        self._focus.paint_ring(painter, theme)
        for item, top in self._column.within(strip.top(), strip.bottom() + 1):
            first, last = strip.top() - top, strip.bottom() + 1 - top
            for index in item.stack.within(first, last):
                row_top = top + item.stack.top(index)
                painter.save()
                painter.translate(0, row_top)
                canvas = self._canvas(item, index, strip.translated(0, -row_top))
                if matches := self._finding.in_row(item, index):
                    marks = tuple(self._highlights(matches, theme))
                    canvas = replace(canvas, highlights=marks)
                row = item.stack.rows[index]
                even_weight(painter, theme, row.plain_text)
                row.paint(painter, canvas)
                painter.restore()
        self._focus.paint_spot_ring(painter, theme)

    def _canvas(self, item: MessageItem, index: int, clip: QRect) -> Canvas:
        row = item.stack.rows[index]
        return Canvas(
            width=self._column.width,
            clip=clip,
            selection=self._selected(item, index),
            hovered=self._hovered(row),
            done=self.done.target if self.done and self.done.item is item else None,
            active=self._active(item),
        )

    def _hovered(self, row: Row) -> Target | None:
        """What is under the mouse, or has the ring of the keyboard."""
        hit, focused = self._pointer.hit, self._focused
        if focused and focused.row is row:
            return focused.spot.target
        return self._pointer.target if hit and hit.row is row else None

    def _highlights(self, matches: Sequence[Match], theme: Theme) -> Iterator[Highlight]:
        current = self._finding.current
        for match in matches:
            color = QColor(theme.found)
            color.setAlphaF(STRONG if match == current else SOFT)
            yield Highlight(match.start, match.end, color)

    def _selected(self, item: MessageItem, index: int) -> tuple[int, int] | None:
        selection = self._pointer.selection
        if selection is None or selection.empty:
            return None
        number = self._column.number(item)
        if not selection.first.message <= number <= selection.last.message:
            return None
        return selection.in_row(number, index, item.stack.rows[index].length)

    def _active(self, item: MessageItem) -> bool:
        is_last_answer = item is self._column.items[-1] and item.shown.message.role == "assistant"
        has_ring = self._focus.shown and item is self._focus.item
        return is_last_answer or has_ring or item is self._pointer.over
