"""A grammar at work: llguidance's matcher as a `Constraint`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.backends.base import Allowed
from engine.errors import ComputeFailed

if TYPE_CHECKING:
    from llguidance import LLMatcher

_WORD_BITS = 32


class GrammarConstraint:
    """Keeps `Constraint`. What the grammar leaves no choice about costs no look at the vocabulary:
    there the mask allows the one id that the tokenizer would write."""

    def __init__(self, matcher: LLMatcher, *, size: int) -> None:
        self._matcher = matcher
        self._size = size
        self._words = np.zeros(-(-size // _WORD_BITS), dtype=np.uint32)

    def mask(self) -> Allowed:
        forced = self._matcher.compute_ff_tokens()
        if forced:
            only = np.zeros(self._size, dtype=np.bool_)
            only[forced[0]] = True
            return only
        self._matcher.unsafe_compute_mask_ptr(self._words.ctypes.data, self._words.nbytes)
        self._check()
        bits = np.unpackbits(self._words.view(np.uint8), count=self._size, bitorder="little")
        return bits.view(np.bool_)

    def accept(self, id: int) -> None:
        self._matcher.consume_token(id)
        self._check()

    @property
    def is_complete(self) -> bool:
        return self._matcher.is_accepting()

    def _check(self) -> None:
        if self._matcher.is_error():
            raise ComputeFailed(
                f"The answer could not be held to its form any longer: {error_of(self._matcher)}."
            )


def error_of(matcher: LLMatcher) -> str:
    """What llguidance has to say, in one line without a full stop."""
    return " ".join(matcher.get_error().split()).rstrip(".")
