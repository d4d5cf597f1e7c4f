"""From one list of rows to the next in steps that a view can follow: what stays keeps its
selection, its place under the keyboard and the scroll position."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moved:
    """The row at `start` goes to stand at `end`, counted after it was taken out."""

    start: int
    end: int


def runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours among ascending numbers."""
    first = before = None
    for place in places:
        if first is None or before is None or place != before + 1:
            if first is not None and before is not None:
                yield first, before
            first = place
        before = place
    if first is not None and before is not None:
        yield first, before


def single_move(before: Sequence[Hashable], after: Sequence[Hashable]) -> Moved | None:
    """The one row whose move makes the one order into the other; None when it takes more.

    Both have the same members.
    """
    differing = [number for number, key in enumerate(before) if key != after[number]]
    if not differing:
        return None
    start, end = differing[0], differing[-1]
    old, new = list(before[start : end + 1]), list(after[start : end + 1])
    if old[1:] + old[:1] == new:
        return Moved(start, end)
    if old[-1:] + old[:-1] == new:
        return Moved(end, start)
    return None
