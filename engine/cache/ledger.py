"""The ledger: which token ids every cache sequence holds, exactly.

Each change to the backend's cache goes through here, so the two cannot drift apart; `verify` says
so where it matters. Inference thread only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backends.base import Backend, Chunk


@dataclass(slots=True)
class CachedSequence:
    """One cache line: the ids it holds, whose they are, and who uses it now.

    `conversation` None means free. `request` is set while a request reads or writes here.
    `last_used` orders sequences by age.
    """

    number: int
    ids: list[int] = field(default_factory=list)
    conversation: str | None = None
    request: int | None = None
    last_used: int = 0

    @property
    def idle(self) -> bool:
        return self.request is None


class Ledger:
    """All sequences of one loaded model."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.sequences = [CachedSequence(number) for number in range(backend.sequences)]
        self._uses = 0

    def forward(self, batch: Sequence[Chunk], *, abortable: bool) -> bool:
        """Read the chunks; see `Backend.forward`. The ledger grows only by what was read."""
        if not self._backend.forward(batch, abortable=abortable):
            return False
        for chunk in batch:
            self.sequences[chunk.sequence].ids.extend(chunk.ids)
        return True

    def rewind(self, number: int, length: int) -> int:
        """Cut a sequence to at most `length` tokens; returns what it kept."""
        sequence = self.sequences[number]
        if length >= len(sequence.ids):
            return len(sequence.ids)
        kept = self._backend.rewind(number, length)
        del sequence.ids[kept:]
        return kept

    def fork(self, source: int, target: int) -> None:
        """Make `target` a copy of `source`; what it held before is gone."""
        self.clear(target)
        self._backend.fork(source, target)
        self.sequences[target].ids = list(self.sequences[source].ids)

    def clear(self, number: int) -> None:
        """Empty a sequence and set it free."""
        sequence = self.sequences[number]
        if sequence.ids:
            self._backend.rewind(number, 0)
        sequence.ids = []
        sequence.conversation = None

    def claim(self, number: int, *, conversation: str, request: int) -> CachedSequence:
        """Give a sequence to a request."""
        sequence = self.sequences[number]
        sequence.conversation = conversation
        sequence.request = request
        self.touch(sequence)
        return sequence

    def release(self, number: int) -> None:
        """The request is over; what it read and wrote stays for the next one."""
        sequence = self.sequences[number]
        sequence.request = None
        self.touch(sequence)

    def touch(self, sequence: CachedSequence) -> None:
        self._uses += 1
        sequence.last_used = self._uses

    def forget(self, conversation: str) -> None:
        """Free all idle sequences of a conversation."""
        for sequence in self.sequences:
            if sequence.conversation == conversation and sequence.idle:
                self.clear(sequence.number)

    def oldest_idle(self, *, but: int | None = None) -> CachedSequence | None:
        """The idle sequence not used for the longest time, free ones first."""
        idle = [s for s in self.sequences if s.idle and s.number != but]
        return min(idle, key=lambda s: (bool(s.ids), s.last_used), default=None)

    def evict(self) -> bool:
        """Make room: clear the oldest idle sequence that holds anything. False when none does."""
        idle = [s for s in self.sequences if s.idle and s.ids]
        if not idle:
            return False
        self.clear(min(idle, key=lambda s: s.last_used).number)
        return True

    def verify(self, number: int) -> None:
        """The ledger holds exactly what the cache holds."""
        held, known = self._backend.length(number), len(self.sequences[number].ids)
        assert held == known, f"sequence {number} holds {held} tokens, the ledger says {known}"


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """How many ids at the start of both are the same."""
    for position, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return position
    return min(len(left), len(right))
