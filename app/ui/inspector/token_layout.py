"""Tokens in lines: where each one stands at a width."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

CHIP_PADDING = 5
GAP = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """A token as it is painted: its text in one line, the name of its colours.

    A `chip` has a frame; after one that `breaks`, a new line begins.
    """

    text: str
    tone: str
    chip: bool = False
    breaks: bool = False


def visible(text: str) -> str:
    """Control characters as signs, so that a token fits into a line and none is invisible."""
    return text.replace("\r", "␍").replace("\n", "↵").replace("\t", "⇥") or "∅"


class TokenLayout:
    """Grows at its end; what is there is laid out for one width."""

    def __init__(self, advance: Callable[[str], float], width: float) -> None:
        """`advance` tells the width of a text in pixels; each text is measured once."""
        self.cells: list[Cell] = []
        self._advance = advance
        self._width = width
        self._known: dict[str, float] = {}
        self._widths: list[float] = []
        self._lefts: list[float] = []
        self._starts: list[int] = []
        """The first cell of each line."""
        self._x = 0.0
        self._ended = True

    def add(self, cell: Cell) -> None:
        own = self._measured(cell.text)
        if cell.chip:
            own += 2 * CHIP_PADDING
        self.cells.append(cell)
        self._widths.append(own)
        self._set(cell, own)

    def set_width(self, width: float) -> None:
        """Lay everything out again for another width."""
        self._width = width
        self._lefts.clear()
        self._starts.clear()
        self._x, self._ended = 0.0, True
        for cell, own in zip(self.cells, self._widths, strict=True):
            self._set(cell, own)

    def _measured(self, text: str) -> float:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._advance(text)
        return known

    def _set(self, cell: Cell, own: float) -> None:
        """Put a cell behind the one before, or into a new line."""
        if self._ended or (self._x and self._x + own > self._width):
            self._starts.append(len(self._lefts))
            self._x = 0.0
        self._lefts.append(self._x)
        self._x += own + GAP
        self._ended = cell.breaks

    @property
    def lines(self) -> int:
        return len(self._starts)

    def line_of(self, index: int) -> int:
        return bisect_right(self._starts, index) - 1

    def in_line(self, line: int) -> range:
        """The cells of a line."""
        ends = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.cells)
        return range(self._starts[line], ends)

    def span(self, index: int) -> tuple[float, float]:
        """Left edge and width of a cell."""
        return self._lefts[index], self._widths[index]

    def at(self, line: int, x: float) -> int | None:
        """The cell in a line at this place."""
        if not 0 <= line < self.lines:
            return None
        for index in self.in_line(line):
            left, width = self.span(index)
            if left <= x < left + width + GAP:
                return index
        return None
