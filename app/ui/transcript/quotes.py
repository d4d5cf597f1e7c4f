"""Quotes around a block: where it begins then, and the bars at their left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from app.ui.transcript.formats import INDENT, QUOTE_INDENT

BAR_WIDTH = 3


def left_of(depth: int, quotes: Sequence[int]) -> int:
    """Where something begins that is inside of `depth` lists and these quotes, in pixels."""
    return depth * INDENT + len(quotes) * QUOTE_INDENT


def paint_bars(
    painter: QPainter, quotes: Sequence[int], color: QColor, *, tops: Sequence[int], bottom: int
) -> None:
    """One bar for each quote, from its own top."""
    for level, (depth, top) in enumerate(zip(quotes, tops, strict=True)):
        left = left_of(depth, quotes[:level])
        painter.fillRect(QRectF(left, top, BAR_WIDTH, bottom - top), color)


def paint_quotes(painter: QPainter, quotes: Sequence[int], color: QColor, *, height: int) -> None:
    """The bars beside a card that is this high."""
    paint_bars(painter, quotes, color, tops=[0] * len(quotes), bottom=height)
