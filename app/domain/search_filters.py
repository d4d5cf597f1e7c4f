"""Filters typed among the words of a search: `#name`, `tag:name`, `folder:name`.

A name with blanks stands in quotation marks. An unfinished name means the one it fits best, so
that what is found can be seen while it is typed. `#` of no known tag is an ordinary word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.domain.folders import known_as

FilterKind = Literal["tag", "folder"]

_TYPED = re.compile(r'(?<!\S)(#|tag:|folder:)(?:"([^"]*)("?)|(\S*))', re.IGNORECASE)


class Typed(NamedTuple):
    """A filter in the text, from `start` to `end`; `name` as far as it is typed."""

    kind: FilterKind
    name: str
    start: int
    end: int
    is_word: bool
    """Whether it is an ordinary word if there is no such name."""


@dataclass(frozen=True, slots=True)
class Parsed:
    words: str
    tags: tuple[str, ...]
    folder: str | None


def typed_filters(text: str) -> list[Typed]:
    found = []
    for one in _TYPED.finditer(text):
        sign, quoted, _, bare = one.groups()
        kind: FilterKind = "folder" if sign.casefold() == "folder:" else "tag"
        name = quoted if quoted is not None else bare
        found.append(Typed(kind, name, one.start(), one.end(), sign == "#"))
    return found


def parsed(text: str, *, tags: Sequence[str], folders: Sequence[str]) -> Parsed:
    """The words without the filters, and the names that the filters mean."""
    words, wanted_tags, folder = text, list[str](), None
    for typed in reversed(typed_filters(text)):
        names = tags if typed.kind == "tag" else folders
        meant = meaning(typed.name, names)
        if meant is None and typed.is_word and typed.name:
            continue
        words = words[: typed.start] + words[typed.end :]
        if not typed.name:
            continue
        if typed.kind == "tag":
            wanted_tags.append(meant or typed.name)
        else:
            folder = meant or typed.name
    words = words if words == text else " ".join(words.split())
    return Parsed(words, tuple(dict.fromkeys(reversed(wanted_tags))), folder)


def meaning(name: str, names: Sequence[str]) -> str | None:
    """The name that is meant: this one, or the best that fits what is typed of it."""
    if exact := known_as(name, names):
        return exact
    return next(iter(fitting(name, names)), None) if name else None


def fitting(name: str, names: Sequence[str]) -> list[str]:
    """Names that fit what is typed, best first; all of them when nothing is."""
    from app.domain.fuzzy import match

    found = [(fit.score, one) for one in names if (fit := match(name, one)) is not None]
    found.sort(key=lambda pair: -pair[0])
    return [one for _, one in found]


def written(kind: FilterKind, name: str) -> str:
    """A filter as one types it."""
    quoted = f'"{name}"' if " " in name else name
    return f"#{quoted}" if kind == "tag" else f"folder:{quoted}"


def toggled(text: str, kind: FilterKind, name: str) -> str:
    """The text with this filter, or without it where it has it; one folder at a time."""
    had, rest = False, text
    for typed in reversed(typed_filters(text)):
        is_it = typed.kind == kind and known_as(typed.name, [name]) is not None
        had = had or is_it
        if is_it or (kind == "folder" and typed.kind == "folder"):
            rest = rest[: typed.start] + rest[typed.end :]
    rest = " ".join(rest.split())
    return rest if had else f"{rest} {written(kind, name)} ".lstrip()
