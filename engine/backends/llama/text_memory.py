"""Remembers how texts were tokenised: those of a conversation come again at every turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

Tokenize = Callable[[str, bool], list[int]]


class TextMemory:
    """Calls `tokenize` for texts it does not know; holds `characters` of text at most.

    The text used longest ago is forgotten first.
    """

    def __init__(self, tokenize: Tokenize, *, characters: int) -> None:
        self._tokenize = tokenize
        self._room = characters
        self._known: OrderedDict[tuple[str, bool], tuple[int, ...]] = OrderedDict()

    def ids(self, text: str, special: bool) -> list[int]:
        key = (text, special)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return list(known)
        ids = self._tokenize(text, special)
        self._room -= len(text)
        self._known[key] = tuple(ids)
        while self._room < 0:
            (forgotten, _), _ = self._known.popitem(last=False)
            self._room += len(forgotten)
        return ids
