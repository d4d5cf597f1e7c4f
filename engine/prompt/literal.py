"""Content is data: text that spells a special token stays text.

A nonce goes after the first character of each such literal before the template runs; the rendering
is cut there afterwards and both sides are tokenised on their own, so no literal is ever whole.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Any

NONCE_DIGITS = 16
_FIRST, _OTHERS = "7", "012345689"


def draw_nonce(*texts: str) -> str:
    """A random number that is in none of the texts.

    Digits, because templates change letters (upper case, escapes) but not digits; the first digit
    is in no other place, so a nonce is found whole whatever digits stand around it.
    """
    while True:
        nonce = _FIRST + "".join(secrets.choice(_OTHERS) for _ in range(NONCE_DIGITS - 1))
        if not any(nonce in text for text in texts):
            return nonce


class Literals:
    """The special tokens of one vocabulary, as texts to break up."""

    def __init__(self, pieces: Iterable[str], *, nonce: str) -> None:
        self.nonce = nonce
        self._pattern = _pattern(pieces)

    def mask(self, text: str) -> str:
        """`text` with a nonce inside every literal; half characters become question marks."""
        whole = text.encode("utf-8", "replace").decode("utf-8")
        if self._pattern is None:
            return whole
        return self._pattern.sub(lambda match: match[0] + self.nonce, whole)

    def mask_data(self, value: Any) -> Any:
        """JSON data with every string in it masked, keys included."""
        if isinstance(value, str):
            return self.mask(value)
        if isinstance(value, dict):
            return {self.mask(str(key)): self.mask_data(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.mask_data(item) for item in value]
        return value


def _pattern(pieces: Iterable[str]) -> re.Pattern[str] | None:
    """Matches the first character of each literal, overlapping ones too.

    Pieces of white space and single characters are part of ordinary text in some vocabularies.
    """
    rests: dict[str, list[str]] = {}
    for piece in sorted(set(pieces)):
        if len(piece.strip("\u2581")) > 1 and not piece.isspace():
            rests.setdefault(piece[0], []).append(re.escape(piece[1:]))
    if not rests:
        return None
    return re.compile(
        "|".join(f"{re.escape(first)}(?={'|'.join(ends)})" for first, ends in rests.items())
    )
