"""The tags at the right of a conversation's row: a dot and a name each, at most two."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from app.ui.language import number
from app.ui.theme import SIZE_SECTION, Theme

MOST_CHIPS = 2
_DOT, _GAP, _BETWEEN = 6.0, 4.0, 8.0
_WIDEST = 56
_SHARE = 0.4
"""A title keeps at least the rest of the row."""


def tag_color(name: str, theme: Theme) -> QColor:
    """The same for a name at every start."""
    colors = theme.code_colors
    choice = (
        colors.function,
        colors.string,
        colors.number,
        colors.keyword,
        colors.builtin,
        theme.error,
    )
    return choice[crc32(name.casefold().encode()) % len(choice)]


def paint_chips(painter: QPainter, area: QRectF, tags: Sequence[str], theme: Theme) -> float:
    """Paint into the right of the area; the width that is taken, the gap before it included."""
    font = theme.fonts.ui(SIZE_SECTION)
    metrics = QFontMetrics(font)
    more = f"+{number(len(tags) - MOST_CHIPS)}" if len(tags) > MOST_CHIPS else ""
    names = [
        metrics.elidedText(name, Qt.TextElideMode.ElideRight, _WIDEST) for name in tags[:MOST_CHIPS]
    ]
    widths = [_DOT + _GAP + metrics.horizontalAdvance(name) for name in names]
    while len(widths) > 1 and sum(widths) + _BETWEEN * len(widths) > area.width() * _SHARE:
        widths.pop()
        more = f"+{number(len(tags) - len(widths))}"
    more_width = metrics.horizontalAdvance(more) + _BETWEEN if more else 0.0
    taken = sum(widths) + _BETWEEN * len(widths) + more_width
    left = area.right() - taken + _BETWEEN
    painter.setFont(font)
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    for name, tag, width in zip(names, tags, widths, strict=False):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tag_color(tag, theme))
        painter.drawEllipse(QPointF(left + _DOT / 2, area.center().y()), _DOT / 2, _DOT / 2)
        painter.setPen(theme.hint)
        words = QRectF(left + _DOT + _GAP, area.top(), width, area.height())
        painter.drawText(words, middle, name)
        left += width + _BETWEEN
    if more:
        painter.setPen(theme.hint)
        painter.drawText(QRectF(left, area.top(), more_width, area.height()), middle, more)
    return taken
