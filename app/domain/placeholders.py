"""What is left open in a prompt of the library: `{{name}}`, or `{{name|usual value}}`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

CLIPBOARD, DATE, SELECTION = "clipboard", "date", "selection"
"""Names that are filled in by the program, where it can."""

_OPEN = re.compile(r"\{\{[ \t]*([^{}|\s](?:[^{}|\n]*?[^{}|\s])?)[ \t]*(?:\|([^{}\n]*))?\}\}")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """From `start` to `end` in the text; `usual` is what stands there unless it is changed."""

    start: int
    end: int
    name: str
    usual: str = ""


def placeholders(text: str) -> list[Placeholder]:
    """In the order they stand."""
    return [
        Placeholder(found.start(), found.end(), found[1], (found[2] or "").strip())
        for found in _OPEN.finditer(text)
    ]


def names_in(text: str) -> tuple[str, ...]:
    """Each name once."""
    return tuple(dict.fromkeys(one.name for one in placeholders(text)))


def unfilled(text: str, names: Collection[str]) -> list[Placeholder]:
    """Those of these names that are still open in a text."""
    return [one for one in placeholders(text) if one.name in names]


@dataclass(frozen=True, slots=True)
class FilledIn:
    """`text` with what is known; `usual` are the ranges, start and end, of usual values in it, and
    `names` those still to be filled in.
    """

    text: str
    usual: tuple[tuple[int, int], ...]
    names: frozenset[str]


def filled_in(text: str, known: Mapping[str, str]) -> FilledIn:
    """Put in what is known, then usual values; an empty value is not known."""
    pieces: list[str] = []
    usual: list[tuple[int, int]] = []
    names: set[str] = set()
    at = length = 0
    for one in placeholders(text):
        value = known.get(one.name) or one.usual or text[one.start : one.end]
        pieces += (text[at : one.start], value)
        start = length + one.start - at
        length, at = start + len(value), one.end
        if not known.get(one.name):
            if one.usual:
                usual.append((start, length))
            else:
                names.add(one.name)
    return FilledIn("".join((*pieces, text[at:])), tuple(usual), frozenset(names))
