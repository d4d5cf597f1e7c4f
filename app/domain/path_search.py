"""Files of a folder by a few letters of their path, fast enough for every key that is typed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain

from app.domain.fuzzy import match

_MOST_RANKED = 200


class PathSearch:
    """Over the paths of one folder, with `/` between their parts."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._joined = "\n".join(path.replace("\n", " ") for path in paths).lower()
        self._starts = _starts(self._joined)

    def find(self, typed: str, most: int) -> list[tuple[str, tuple[int, ...]]]:
        """The paths that fit best, with the places of the letters found.

        A name that begins with what was typed comes first, then one that holds it, then a path
        that does, then letters in their order.
        """
        typed = typed.lower()
        if not typed:
            return [(path, ()) for path in self._paths[:most]]
        found = self._candidates(typed)
        ranked = sorted(found, key=lambda number: self._rank(typed, self._paths[number]))
        return [(path, _places(typed, path)) for path in (self._paths[n] for n in ranked[:most])]

    def _candidates(self, typed: str) -> dict[int, None]:
        """Numbers of paths; where there are too many, those that hold all of it in one piece."""
        found: dict[int, None] = {}
        for hit in chain(self._exact(f"/{typed}"), self._exact(typed), self._scattered(typed)):
            found[bisect_right(self._starts, hit) - 1] = None
            if len(found) >= _MOST_RANKED:
                break
        return found

    def _exact(self, typed: str) -> Iterator[int]:
        at = self._joined.find(typed)
        while at >= 0:
            yield at
            at = self._joined.find(typed, at + 1)

    def _scattered(self, typed: str) -> Iterator[int]:
        steps = (rf"[^\n{re.escape(c)}]*+{re.escape(c)}" for c in typed)
        for hit in re.finditer("^" + "".join(steps), self._joined, re.MULTILINE):
            yield hit.start()

    def _rank(self, typed: str, path: str) -> tuple[int, float, int]:
        lowered = path.lower()
        name = lowered.rpartition("/")[2]
        fit = match(typed, path)
        holds = (name.startswith(typed), typed in name, typed in lowered, True)
        return holds.index(True), -(fit.score if fit else 0.0), len(path)


def _starts(joined: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", joined))]


def _places(typed: str, path: str) -> tuple[int, ...]:
    lowered = path.lower()
    at = lowered.rfind(typed)
    if at >= 0:
        return tuple(range(at, at + len(typed)))
    fit = match(typed, path)
    return fit.places if fit else ()
