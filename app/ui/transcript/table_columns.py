"""How wide the columns of a table are: as their content, or what fits, but never unreadable."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.ui.transcript.blocks import LINE_BREAK, Span
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.math.inline import SCALE

LEAST_WIDTH = 110
"""A column with more to say is never narrower; the table is scrolled sideways instead."""

Widths = tuple[int, ...]


def line_widths(
    line: Sequence[tuple[Span, ...]], count: int, formats: ProseFormats, *, bold: bool
) -> Widths:
    """The width that a line takes in each of `count` columns when nothing is wrapped, in pixels."""
    widths = [math.ceil(_cell_width(cell, formats, bold=bold)) + 1 for cell in line[:count]]
    return (*widths, *[0] * (count - len(widths)))


def fitted(natural: Sequence[int], room: int) -> list[int]:
    """Narrow columns keep their width; the others share what is left of `room`."""
    widths = list(natural)
    wide = sorted(range(len(widths)), key=lambda column: widths[column], reverse=True)
    for count in range(1, len(wide) + 1):
        over = sum(widths) - room
        if over <= 0:
            break
        shared = wide[:count]
        lower = natural[wide[count]] if count < len(wide) else 0
        target = max((sum(widths[i] for i in shared) - over) // count, lower, LEAST_WIDTH)
        for column in shared:
            widths[column] = min(widths[column], target)
    return widths


def _cell_width(cell: Sequence[Span], formats: ProseFormats, *, bold: bool) -> float:
    widest = line = 0.0
    for span in cell:
        if span.formula and not formats.math.render(span.formula, span.display).error:
            size = formats.font.pixelSize() * SCALE
            line += formats.math.render(span.formula, span.display).width(size) + 2
            continue
        shown = Span(span.text, bold=True) if bold and not span.code else span
        metrics = formats.metrics(shown)
        first, *others = span.text.split(LINE_BREAK)
        line += metrics.horizontalAdvance(first)
        for text in others:
            widest = max(widest, line)
            line = metrics.horizontalAdvance(text)
    return max(widest, line)
