"""Where the next id of a round comes from: the request, the engine itself, or the sampler."""

from __future__ import annotations

from engine.backends.base import Allowed, Backend
from engine.choices import choice_of
from engine.round import RunningRound
from engine.token_choices import TokenChoice

Taken = tuple[int, TokenChoice | None]
"""An id, and what it was chosen from, where that is recorded."""


class Choosing:
    """Over one backend's logits; holds no rounds."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def next_id(self, round: RunningRound) -> Taken | None:
        """The next id of a round whose prompt is read; None at the end of the turn.

        Raises ComputeFailed when the form of the answer cannot be followed any longer.
        """
        forced = round.command.forced_ids
        if forced is not None:
            return self._forced(round, forced)
        allowed = None if round.constraint is None else round.constraint.mask()
        id, choice = self._pending(round, allowed) or self._sampled(round, allowed)
        if self._backend.tokenizer.is_end(id):
            return None
        if round.constraint is not None:
            round.constraint.accept(id)
        return id, choice

    def _forced(self, round: RunningRound, ids: tuple[int, ...]) -> Taken | None:
        if round.written == len(ids):
            return None
        round.sampler.accept(ids[round.written])
        return ids[round.written], None

    def _pending(self, round: RunningRound, allowed: Allowed | None) -> Taken | None:
        """An id that need not be sampled; None when there is none, or it would break the form."""
        if not round.pending:
            return None
        id = round.pending.popleft()
        if allowed is not None and not allowed[id]:
            round.pending.clear()
            return None
        round.sampler.accept(id)
        return id, None

    def _sampled(self, round: RunningRound, allowed: Allowed | None) -> Taken:
        sequence, count = round.sequence.number, round.command.likeliest
        if round.greedy is not None and round.reader.in_frame:
            id = self._backend.sample(sequence, round.greedy, allowed)
            round.sampler.accept(id)
        else:
            id = self._backend.sample(sequence, round.sampler, allowed)
        return id, choice_of(self._backend, sequence, id, count) if count > 0 else None
