"""Positions in a row's text: Qt counts UTF-16 units, Python counts characters."""

from __future__ import annotations


def units(text: str) -> int:
    """How many positions a text takes."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def characters(text: str, position: int) -> int:
    """How many characters stand before a position."""
    if text.isascii():
        return min(position, len(text))
    return len(text.encode("utf-16-le")[: 2 * position].decode("utf-16-le", "ignore"))


def paragraph_around(text: str, position: int) -> tuple[int, int]:
    """First and last position of the line of `text` that this position is in."""
    index = characters(text, position)
    start = text.rfind("\n", 0, index) + 1
    end = text.find("\n", index)
    return units(text[:start]), units(text[: end if end >= 0 else len(text)])
