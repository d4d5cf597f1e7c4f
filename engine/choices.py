"""What stood to choose from when tokens were sampled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import exp

from engine.backends.base import Backend, TokenProbability
from engine.prompt.assemble import Prompt
from engine.token_choices import Choices, Likely, TokenChoice, unpacked
from engine.types import PromptRequest


def choice_of(backend: Backend, sequence: int, taken: int, count: int) -> TokenChoice:
    """The `count` likeliest ids of a sequence's newest logits, and the one taken out of all."""

    def likely(one: TokenProbability) -> Likely:
        text = backend.tokenizer.piece(one.id).decode("utf-8", "replace")
        return Likely(one.id, text, exp(one.log_probability))

    found = backend.log_probabilities(sequence, count, also=taken)
    chosen = next(one for one in found if one.id == taken)
    return TokenChoice(likely(chosen), tuple(map(likely, found[:count])))


def continued_choices(request: PromptRequest, prompt: Prompt) -> list[TokenChoice | None]:
    """One for each id that is gone on with; those of the round, if it still has these ids."""
    nothing: list[TokenChoice | None] = [None] * len(prompt.continued_ids)
    round = request.messages[-1].round if request.continues else None
    if round is None or round.ids != prompt.continued_ids:
        return nothing
    return list(unpacked(round.choices)) or nothing


def fitted(choices: Sequence[TokenChoice | None], ids: Sequence[int]) -> Choices:
    """One for each id; None where that is another now. Empty if none is left."""
    pairs = zip_longest(ids, choices[: len(ids)])
    kept = tuple(one if one is not None and one.taken.id == id else None for id, one in pairs)
    return kept if any(kept) else ()
