"""The tokens of a prompt for people to look at: one by one for who reads them, columns on the way.

A long prompt has many, and the loop has answers to write while it is packed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from engine.types import Role


class PromptToken(NamedTuple):
    """One token of a prompt, from the message with this key and role; "" and None belong to none.

    `part` is the number of the part in it, None what the template wrote around the parts.
    `special`: a control token.
    """

    id: int
    text: str
    message: str
    role: Role | None
    part: int | None
    special: bool


class Stretch(NamedTuple):
    """Neighbouring tokens up to number `end` that come from one place."""

    end: int
    message: str
    role: Role | None
    part: int | None


@dataclass(frozen=True, slots=True)
class PromptTokens(Sequence[PromptToken]):
    """`texts` has each id's text once, `stretches` cover all ids, `special` are control tokens."""

    ids: tuple[int, ...]
    texts: Mapping[int, str]
    special: frozenset[int]
    stretches: tuple[Stretch, ...]

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, index: int) -> PromptToken: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PromptToken]: ...
    def __getitem__(self, index: int | slice) -> PromptToken | Sequence[PromptToken]:
        numbers = range(len(self.ids))[index]
        if isinstance(numbers, range):
            return tuple(map(self._at, numbers))
        return self._at(numbers)

    def __iter__(self) -> Iterator[PromptToken]:
        texts, special, start = self.texts, self.special, 0
        for end, message, role, part in self.stretches:
            for id in self.ids[start:end]:
                yield PromptToken(id, texts[id], message, role, part, id in special)
            start = end

    def _at(self, number: int) -> PromptToken:
        place = self.stretches[bisect_right(self.stretches, number, key=_end)]
        id = self.ids[number]
        text, special = self.texts[id], id in self.special
        return PromptToken(id, text, place.message, place.role, place.part, special)


def _end(stretch: Stretch) -> int:
    return stretch.end
