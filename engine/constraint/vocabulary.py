"""A model's vocabulary as llguidance takes it, and the matchers made with it.

Nothing of llguidance is imported before the first constraint is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.backends.base import Tokenizer
from engine.constraint.matching import GrammarConstraint, error_of
from engine.errors import Unsupported

if TYPE_CHECKING:
    from llguidance import LLTokenizer

_SPECIAL = b"\xff"
"""Begins the name of a token that no text can be made of."""


class GrammarVocabulary:
    """Made once for a model: about a second for 150,000 tokens.

    `markers` are the special tokens a grammar may name; text in an answer never contains one.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self.markers = {
            text: id
            for id, text in tokenizer.special_pieces().items()
            if len(text) > 1 and not text.isspace()
        }
        self._native = self._load()

    def constraint(self, grammar: str) -> GrammarConstraint:
        """Start a grammar (Lark, or what llguidance makes of a schema). Raises Unsupported."""
        from llguidance import LLMatcher, LLParserLimits

        limits = LLParserLimits(verbose_errors=False)
        matcher = LLMatcher(self._native, grammar, log_level=0, limits=limits)
        if matcher.is_error():
            raise Unsupported(f"The answer cannot be held to this form: {error_of(matcher)}.")
        return GrammarConstraint(matcher, size=self._tokenizer.size)

    def _load(self) -> LLTokenizer:
        from llguidance import LLTokenizer, TokenizerWrapper

        ends = [id for id in range(self._tokenizer.size) if self._tokenizer.is_end(id)]
        if not ends:
            raise Unsupported("The model has no token that ends an answer, which a form needs.")
        return LLTokenizer(
            TokenizerWrapper(_Wrapped(self._tokenizer, self.markers)), eos_token=ends
        )


class _Wrapped:
    """The attributes llguidance's wrapper reads; called with bytes, it gives their ids."""

    def __init__(self, tokenizer: Tokenizer, markers: dict[str, int]) -> None:
        self._tokenizer = tokenizer
        special = {*markers.values(), *filter(tokenizer.is_control, range(tokenizer.size))}
        self.special_token_ids = sorted(special)
        self.eos_token_id = tokenizer.eos
        self.bos_token_id = tokenizer.bos
        self.tokens = [
            (_SPECIAL if id in special else b"") + tokenizer.piece(id)
            for id in range(tokenizer.size)
        ]

    def __call__(self, text: bytes) -> list[int]:
        words = text.decode("utf-8", "replace")
        return self._tokenizer.encode(words, special=False, continues=True)
