"""A rendering and what is known about it: where parts stand, where to cut it, where turns stop."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """A part, by the positions of its message in the request and of itself in the message."""

    message: int
    part: int


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendering freed from marks and nonces.

    `parts` says at which characters of `text` a part was printed; a part that was dropped, printed
    twice or torn apart is missing. A call goes from its name to where its turn stops. `dropped` are
    the parts of which nothing is there. The text is to be cut at `cuts` before it is tokenised.
    `starts` and `ends` are where things said begin and end, `stops` where the template prints a
    token that ends a turn, all in order.
    """

    text: str
    parts: dict[Place, tuple[int, int]]
    cuts: tuple[int, ...]
    dropped: frozenset[Place]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    stops: tuple[int, ...]

    def end_before(self, position: int) -> int:
        """Where the last part that ends at or before a character ends."""
        before = bisect_right(self.ends, position)
        return self.ends[before - 1] if before else 0

    def starts_between(self, first: int, last: int) -> int:
        """How many things said begin from one character up to another."""
        return bisect_left(self.starts, last) - bisect_left(self.starts, first)

    def next_start(self, position: int) -> int:
        """Where the first thing said at or after a character begins, or the text ends."""
        return _at_or_after(position, self.starts, default=len(self.text))

    def next_stop(self, position: int) -> int | None:
        """Where the turn that a character is in stops; None when the template does not say."""
        return stop_between(position, self.next_start(position), self.stops)


class Stops:
    """The tokens of a vocabulary that end a turn, as texts to find in a rendering."""

    def __init__(self, pieces: Iterable[str]) -> None:
        texts = sorted({piece for piece in pieces if piece}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, texts))) if texts else None

    def find(self, text: str, cuts: Sequence[int]) -> tuple[int, ...]:
        """Where they begin, in order; what is cut is none."""
        if self._pattern is None:
            return ()
        found = ((match.start(), match.end()) for match in self._pattern.finditer(text))
        return tuple(
            start for start, end in found if _at_or_after(start + 1, cuts, default=end) >= end
        )


NO_STOPS = Stops(())


def stop_between(first: int, last: int, stops: Sequence[int]) -> int | None:
    """The first stop from one character to another, both included."""
    stop = _at_or_after(first, stops, default=last + 1)
    return stop if stop <= last else None


def _at_or_after(position: int, positions: Sequence[int], *, default: int) -> int:
    after = bisect_left(positions, position)
    return positions[after] if after < len(positions) else default
