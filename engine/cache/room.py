"""Which idle sequence makes room for others.

First go free sequences, then those another sequence of the same conversation can go back to, then
older branches, and last the newest sequence of each conversation.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.cache.branches import cells_held, newest_of_conversation, superseded
from engine.cache.keeping import Keeping
from engine.cache.ledger import CachedSequence, Ledger
from engine.cache.origins import Origins


class Room:
    """Finds and makes room. What is given up is remembered, so that a later receipt can say so,
    and goes to disk first when it is worth it."""

    def __init__(self, *, ledger: Ledger, origins: Origins, keeping: Keeping | None) -> None:
        self._ledger = ledger
        self._origins = origins
        self._keeping = keeping

    def spare(self, *, but: Collection[int] = ()) -> CachedSequence | None:
        """The idle sequence to take for a new use; it may hold something yet."""
        return next(iter(self._in_order(but)), None)

    def dispensable(self, *, conversation: str, but: Collection[int]) -> CachedSequence | None:
        """A spare sequence for work nobody asked for: no other conversation loses its newest."""
        spare = self.spare(but=but)
        if spare is None or not spare.ids or spare.conversation == conversation:
            return spare
        missed = not superseded(spare, self._ledger) and newest_of_conversation(spare, self._ledger)
        return None if missed else spare

    def clear(self, sequence: CachedSequence) -> None:
        """Empty a sequence for another use."""
        self.give_up(sequence)
        self._ledger.clear(sequence.number)

    def give_up(self, sequence: CachedSequence) -> None:
        """What the sequence holds is about to be lost, wholly or in part."""
        if sequence.ids and not superseded(sequence, self._ledger):
            if self._keeping is not None:
                self._keeping.keep_if_worth(sequence)
            self._origins.evicted(sequence)

    def evict(self, *, but: Collection[int] = ()) -> bool:
        """Clear the idle sequence least missed of those that hold tokens; False: there is none."""
        sequence = self._first_to_go(but)
        if sequence is not None:
            self.clear(sequence)
        return sequence is not None

    def over_budget(self, budget_tokens: int) -> CachedSequence | None:
        """The next to go while idle sequences beside the newest hold more than the budget."""
        idle = [s for s in self._ledger.sequences if s.idle and s.ids]
        if len(idle) < 2:
            return None
        newest = max(idle, key=lambda s: s.last_used)
        beside = cells_held([newest, *idle]) - len(newest.ids)
        return self._first_to_go({newest.number}) if beside > budget_tokens else None

    def _first_to_go(self, but: Collection[int]) -> CachedSequence | None:
        return next((s for s in self._in_order(but) if s.ids), None)

    def _in_order(self, but: Collection[int]) -> list[CachedSequence]:
        idle = [s for s in self._ledger.sequences if s.idle and s.number not in but]
        return sorted(idle, key=self._worth)

    def _worth(self, sequence: CachedSequence) -> tuple[bool, bool, bool, int]:
        holds = bool(sequence.ids)
        needed = holds and not superseded(sequence, self._ledger)
        newest = needed and newest_of_conversation(sequence, self._ledger)
        return holds, needed, newest, sequence.last_used
