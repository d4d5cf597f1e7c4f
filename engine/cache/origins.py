"""What the ids in each cache sequence came from, and what was given up: material for causes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cache.ledger import CachedSequence, common_prefix
from engine.types import Message, PromptRequest

REMEMBERED_EVICTIONS = 16


@dataclass(frozen=True, slots=True)
class Origin:
    """A sequence holds the prompt of `request` and, when it is over, the model's `answer`.

    `ahead_from`: ids from this position on were read ahead, before anyone asked for them.
    """

    request: PromptRequest
    answer: Message | None = None
    ahead_from: int | None = None


class Origins:
    """By number of a sequence. Of cleared sequences nothing is asked any more."""

    def __init__(self) -> None:
        self._origins: dict[int, Origin] = {}
        self._evicted: deque[tuple[str, tuple[int, ...]]] = deque(maxlen=REMEMBERED_EVICTIONS)

    def of(self, sequence: CachedSequence) -> Origin | None:
        return self._origins.get(sequence.number) if sequence.ids else None

    def began(self, number: int, request: PromptRequest) -> None:
        """The sequence now belongs to this prompt."""
        self._origins[number] = Origin(request)

    def answered(self, number: int, answer: Message) -> None:
        self._origins[number] = replace(self._origins[number], answer=answer)

    def read_ahead(self, source: int, target: int, position: int) -> None:
        """`target`, a fork of `source`, is read on from `position`."""
        self._origins[target] = replace(self._origins[source], ahead_from=position)

    def evicted(self, sequence: CachedSequence) -> None:
        """Remember what is about to be cleared to make room."""
        if sequence.conversation is not None:
            self._evicted.append((sequence.conversation, tuple(sequence.ids)))

    def longest_evicted(self, conversation: str, ids: Sequence[int]) -> int:
        """How much of `ids` an evicted sequence of the conversation held."""
        gone = (held for owner, held in self._evicted if owner == conversation)
        return max((common_prefix(held, ids) for held in gone), default=0)

    def forget(self, conversation: str) -> None:
        kept = [entry for entry in self._evicted if entry[0] != conversation]
        self._evicted = deque(kept, maxlen=REMEMBERED_EVICTIONS)
