"""Answers in words: the model may call no tool, and does not begin with what its calls begin with.

Small models that have just called tools go on doing so when they may not, without their markers,
behind whatever sign is left to them. A word in front is all it takes against that: where a format
has calls without markers, no answer begins with a bracket or a code fence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from engine.backends.base import Allowed, Tokenizer


@dataclass(frozen=True, slots=True)
class Openings:
    """How a family writes: the texts that `calls` begin with, and those around `answers`."""

    calls: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    def markers(self, special: Iterable[str]) -> set[str]:
        """Those of the special tokens that are in calls only."""
        return {
            text
            for text in special
            if any(text in call for call in self.calls)
            and not any(text in answer for answer in self.answers)
        }


NO_OPENINGS = Openings()
_BARE = ("{", "[")
"""Openings of calls without markers."""
_LEADS = ("{", "[", "(", "=", "`")
"""What small models put in front of such calls, or in their place."""
_CLEAR_LETTERS = 3
"""Of a tag: "<tab" is not on the way to "<tool_call>"."""


class AllowedWords:
    """What of a vocabulary an answer in words is made of.

    `markers` are ids that open calls. `openings` are texts that do, in families that have no such
    id for it; they count only where the answer begins. `reasoning` is the id that ends reasoning,
    behind which it begins, too.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        markers: Collection[int],
        openings: Collection[str],
        reasoning: int | None = None,
    ) -> None:
        self.later = np.ones(tokenizer.size, dtype=np.bool_)
        self.later[list(markers)] = False
        self.reasoning = reasoning
        leads = _LEADS if any(text in _BARE for text in openings) else ()
        self._openings = tuple(text.lstrip().encode() for text in (*openings, *leads))
        self._pieces = [tokenizer.piece(id) for id in range(tokenizer.size)]
        special = tokenizer.special_pieces()
        self._texts = [
            id for id in range(tokenizer.size) if id not in special and not tokenizer.is_control(id)
        ]
        self._begun: dict[bytes, Allowed] = {}

    def behind(self, begun: bytes) -> Allowed:
        """Which ids may follow a beginning that may still become an opening."""
        if begun not in self._begun:
            allowed = self.later.copy()
            opening = [id for id in self._texts if self._opens((begun + self._pieces[id]).lstrip())]
            allowed[opening] = False
            self._begun[begun] = allowed
        return self._begun[begun]

    def begun_by(self, begun: bytes, id: int) -> bytes | None:
        """The beginning with one more id; None when it cannot become an opening any more."""
        text = (begun + self._pieces[id]).lstrip()
        return text if any(opening.startswith(text) for opening in self._openings) else None

    def _opens(self, text: bytes) -> bool:
        """Whether a text is an opening, or so much of a tag that there is no doubt."""
        if text.startswith(self._openings):
            return True
        is_clear = not text[:1].isalpha() and sum(map(_is_letter, text)) >= _CLEAR_LETTERS
        return is_clear and any(opening.startswith(text) for opening in self._openings)


class WordsConstraint:
    """Keeps `Constraint` for one answer; `begins` says that the prompt ends where it begins, not
    inside of reasoning."""

    is_complete = True

    def __init__(self, words: AllowedWords, *, begins: bool) -> None:
        self._words = words
        self._begun: bytes | None = b"" if begins else None

    def mask(self) -> Allowed:
        return self._words.later if self._begun is None else self._words.behind(self._begun)

    def accept(self, id: int) -> None:
        if id == self._words.reasoning:
            self._begun = b""
        elif self._begun is not None:
            self._begun = self._words.begun_by(self._begun, id)


def _is_letter(byte: int) -> bool:
    return byte < 128 and chr(byte).isalpha()
