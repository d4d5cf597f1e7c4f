"""Marks around the parts of messages, and what is left of them in a rendering.

A mark is a random number, the part's running number and a closing digit. It stands inside the
outer white space of its part, so that a template may trim the part as ever. A call has one mark,
behind its name, which stays a legal name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from typing import Any

from engine.prompt.literal import Literals
from engine.prompt.rendering import NO_STOPS, Place, Rendering, Stops, stop_between
from engine.types import Role

_NUMBER_DIGITS = 6
_OPEN, _CLOSE, _NAME = "0", "1", "2"

Found = dict[Place, list[tuple[str, int]]]
"""The marks of each part in a rendering: their kinds and positions."""


class Marks:
    """Puts marks around the parts of messages of the given roles, and reads them back.

    `names`: calls are marked, too.
    """

    def __init__(
        self,
        literals: Literals,
        *,
        nonce: str,
        stops: Stops = NO_STOPS,
        roles: Collection[Role] = (),
        names: bool = False,
    ) -> None:
        self._literals = literals
        self._nonce = nonce
        self._stops = stops
        self._roles = roles
        self._names = names
        self._places: list[Place] = []
        self._name_lengths: dict[Place, int] = {}

    def part(self, text: str, place: Place, role: Role) -> str:
        """The text of a part as it is handed to the template."""
        masked = self._literals.mask(text)
        inner = masked.strip()
        if role not in self._roles or not inner:
            return masked
        number = self._number(place)
        start = masked.index(inner)
        end = start + len(inner)
        return f"{masked[:start]}{number}{_OPEN}{inner}{number}{_CLOSE}{masked[end:]}"

    def name(self, text: str, place: Place) -> str:
        """The name of a call as it is handed to the template."""
        masked = self._literals.mask(text)
        if not self._names:
            return masked
        self._name_lengths[place] = len(text)
        return f"{masked}{self._number(place)}{_NAME}"

    def data(self, value: Any) -> Any:
        """Names, arguments and schemas as they are handed to the template."""
        return self._literals.mask_data(value)

    def read(self, rendered: str) -> Rendering:
        """Take marks and nonces out of what the template made."""
        pattern = re.compile(
            f"{self._nonce}([0-9]{{{_NUMBER_DIGITS}}})([{_OPEN}{_CLOSE}{_NAME}])"
            f"|{self._literals.nonce}"
        )
        pieces: list[str] = []
        found: Found = {}
        cuts, read, length = list[int](), 0, 0
        for match in pattern.finditer(rendered):
            pieces.append(rendered[read : match.start()])
            length += match.start() - read
            read = match.end()
            if match[1] is None:
                cuts.append(length)
            else:
                found.setdefault(self._places[int(match[1])], []).append((match[2], length))
        pieces.append(rendered[read:])
        return self._rendering("".join(pieces), cuts, found)

    def _rendering(self, text: str, cuts: list[int], found: Found) -> Rendering:
        starts = sorted(self._starts(found))
        stops = self._stops.find(text, cuts)
        parts = {}
        for place, marks in found.items():
            (kind, first), (_, last) = marks[0], marks[-1]
            if kind == _NAME:
                start = first - self._name_lengths[place]
                following = starts[bisect_right(starts, start) :] or [len(text)]
                stop = stop_between(first, following[0], stops)
                parts[place] = (start, first if stop is None else stop)
            elif [kind for kind, _ in marks] == [_OPEN, _CLOSE]:
                parts[place] = (first, last)
        return Rendering(
            text=text,
            parts=parts,
            cuts=tuple(cuts),
            dropped=frozenset(place for place in self._places if place not in found),
            starts=tuple(starts),
            ends=tuple(sorted(end for _, end in parts.values())),
            stops=stops,
        )

    def _starts(self, found: Found) -> set[int]:
        names = {
            marks[0][1] - self._name_lengths[place]
            for place, marks in found.items()
            if marks[0][0] == _NAME
        }
        openers = {at for marks in found.values() for kind, at in marks if kind == _OPEN}
        return names | openers

    def _number(self, place: Place) -> str:
        self._places.append(place)
        return f"{self._nonce}{len(self._places) - 1:0{_NUMBER_DIGITS}}"
