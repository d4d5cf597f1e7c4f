"""Answers in words: the model may call no tool, and begins with no bracket or code fence.

Models that have just called tools go on doing so when they may not, without their markers: a first
letter or digit is all it takes to lead them away from that.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from engine.backends.base import Allowed, Tokenizer

_OPENINGS = (b"{", b"[", b"(", b"<", b"`")


class AllowedWords:
    """What of a vocabulary an answer in words is made of; `markers` are ids that open calls."""

    def __init__(self, tokenizer: Tokenizer, markers: Collection[int]) -> None:
        special = tokenizer.special_pieces()
        self.later = np.ones(tokenizer.size, dtype=np.bool_)
        self.later[list(markers)] = False
        self.first = self.later.copy()
        self.blank: set[int] = set()
        for id in range(tokenizer.size):
            text = tokenizer.piece(id).lstrip()
            if id not in special and not tokenizer.is_control(id):
                self.first[id] &= not text.startswith(_OPENINGS)
            if not text:
                self.blank.add(id)


class WordsConstraint:
    """Keeps `Constraint` for one answer; `begins` says that the prompt ends where it begins, not
    inside of reasoning."""

    is_complete = True

    def __init__(self, words: AllowedWords, *, begins: bool) -> None:
        self._words = words
        self._begins = begins

    def mask(self) -> Allowed:
        return self._words.first if self._begins else self._words.later

    def accept(self, id: int) -> None:
        self._begins = self._begins and id in self._words.blank
