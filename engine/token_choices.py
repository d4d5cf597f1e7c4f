"""What stood to choose from at each token of a round.

Hardly anyone looks at it, and as objects it is most of what an answer takes in memory: 1.1 kB for a
token with five alternatives. So a round holds it packed, a seventh of that, and whoever shows it
unpacks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Likely:
    """A token the model could have written; `probability` before sampling, 0 to 1."""

    id: int
    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """What stood to choose from when a token was sampled: it, and the likeliest, falling."""

    taken: Likely
    likeliest: tuple[Likely, ...]


Choices = tuple[TokenChoice | None, ...]
"""One for each token of a round, None where it was not recorded; empty when nothing was."""


def packed(choices: Iterable[TokenChoice | None]) -> bytes:
    """As JSON: one list for each token, the taken one first, each [id, text, probability] with six
    digits of it. Empty when there are none.
    """
    written = [
        [_values(one) for one in (choice.taken, *choice.likeliest)] if choice else None
        for choice in choices
    ]
    if not written:
        return b""
    return json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()


def unpacked(packed: bytes) -> Choices:
    """Raises ValueError or TypeError when it is none of ours."""
    entries = json.loads(packed) if packed else []
    return tuple(None if entry is None else _choice_of(entry) for entry in entries)


def _values(likely: Likely) -> list[object]:
    return [likely.id, likely.text, round(likely.probability, 6)]


def _choice_of(entry: list[tuple[int, str, float]]) -> TokenChoice:
    taken, *likeliest = (Likely(*values) for values in entry)
    return TokenChoice(taken, tuple(likeliest))
