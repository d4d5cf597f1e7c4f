"""Walks through constraints: a given text, or whatever chance picks among what is allowed."""

from __future__ import annotations

import random

from engine.constraint.constraint import Constraint
from tests.engine.fake_tokenizer import FakeTokenizer


def refusal(constraint: Constraint, text: str, tokenizer: FakeTokenizer) -> str | None:
    """What of `text` was taken before a token was not allowed; None when all of it was."""
    taken = b""
    for id in tokenizer.encode(text, special=True):
        if not constraint.mask()[id]:
            return taken.decode("utf-8", "replace")
        constraint.accept(id)
        taken += tokenizer.piece(id)
    return None


def allows(constraint: Constraint, text: str, tokenizer: FakeTokenizer) -> bool:
    """Whether exactly this text is an answer."""
    return refusal(constraint, text, tokenizer) is None and constraint.is_complete


def random_answer(constraint: Constraint, tokenizer: FakeTokenizer, seed: int) -> str:
    """An answer drawn with equal chances for every token that may come next."""
    chance = random.Random(seed)
    written = b""
    for _ in range(5000):
        ids = [id for id, allowed in enumerate(constraint.mask()) if allowed]
        id = chance.choice(ids)
        if tokenizer.is_end(id):
            assert constraint.is_complete
            return written.decode()
        constraint.accept(id)
        written += tokenizer.piece(id)
    raise AssertionError(f"never came to an end: {written[-200:]!r}")
