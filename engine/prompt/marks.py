"""Marks around the parts of messages, and what is left of them in a rendering.

A mark is a random number, the part's running number and a closing digit. It stands inside the
outer white space of its part, so that a template may trim the part as ever.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.prompt.literal import Literals
from engine.types import Role

_NUMBER_DIGITS = 6
_OPEN, _CLOSE = "0", "1"


class Place(NamedTuple):
    """A part, by the positions of its message in the request and of itself in the message."""

    message: int
    part: int


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendering freed from marks and nonces.

    `parts` says at which characters of `text` a part was printed; a part that was dropped, printed
    twice or torn apart is missing. The text is to be cut at `cuts` before it is tokenised.
    """

    text: str
    parts: dict[Place, tuple[int, int]]
    cuts: tuple[int, ...]
    ends: tuple[int, ...]
    """Where parts end, in order."""

    def end_before(self, position: int) -> int:
        """Where the last part that ends at or before a character ends."""
        before = bisect_right(self.ends, position)
        return self.ends[before - 1] if before else 0


class Marks:
    """Puts marks around the parts of messages of the given roles, and reads them back."""

    def __init__(self, literals: Literals, *, nonce: str, roles: Collection[Role]) -> None:
        self._literals = literals
        self._nonce = nonce
        self._roles = roles
        self._places: list[Place] = []

    def part(self, text: str, place: Place, role: Role) -> str:
        """The text of a part as it is handed to the template."""
        masked = self._literals.mask(text)
        inner = masked.strip()
        if role not in self._roles or not inner:
            return masked
        number = f"{self._nonce}{len(self._places):0{_NUMBER_DIGITS}}"
        self._places.append(place)
        start = masked.index(inner)
        end = start + len(inner)
        return f"{masked[:start]}{number}{_OPEN}{inner}{number}{_CLOSE}{masked[end:]}"

    def data(self, value: Any) -> Any:
        """Names, arguments and schemas as they are handed to the template."""
        return self._literals.mask_data(value)

    def read(self, rendered: str) -> Rendering:
        """Take marks and nonces out of what the template made."""
        pattern = re.compile(
            f"{self._nonce}([0-9]{{{_NUMBER_DIGITS}}})([{_OPEN}{_CLOSE}])|{self._literals.nonce}"
        )
        pieces: list[str] = []
        edges: dict[Place, list[tuple[str, int]]] = {}
        cuts, read, length = [], 0, 0
        for match in pattern.finditer(rendered):
            pieces.append(rendered[read : match.start()])
            length += match.start() - read
            read = match.end()
            if match[1] is None:
                cuts.append(length)
            else:
                edges.setdefault(self._places[int(match[1])], []).append((match[2], length))
        pieces.append(rendered[read:])
        parts = _whole(edges)
        ends = sorted(end for _, end in parts.values())
        return Rendering("".join(pieces), parts, tuple(cuts), tuple(ends))


def _whole(edges: dict[Place, list[tuple[str, int]]]) -> dict[Place, tuple[int, int]]:
    """The parts whose marks came back as one pair."""
    return {
        place: (found[0][1], found[1][1])
        for place, found in edges.items()
        if [kind for kind, _ in found] == [_OPEN, _CLOSE]
    }
