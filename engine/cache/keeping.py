"""When a sequence goes to disk: if reading it again would take longer than anyone likes to wait."""

from __future__ import annotations

from collections.abc import Callable

from engine.cache.branches import superseded
from engine.cache.ledger import CachedSequence, Ledger
from engine.cache.snapshots import SnapshotStore


class Keeping:
    """Decides what to write, and writes it. `tokens_per_second` is the measured reading speed."""

    def __init__(
        self,
        *,
        store: SnapshotStore,
        ledger: Ledger,
        worth_s: float,
        tokens_per_second: Callable[[], float],
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._worth_s = worth_s
        self._tokens_per_second = tokens_per_second
        self._refused: dict[int, tuple[int, ...]] = {}

    def due(self) -> CachedSequence | None:
        """The newest idle sequence that should be on disk and is not."""
        idle = [sequence for sequence in self._ledger.sequences if sequence.idle]
        newest_first = sorted(idle, key=lambda sequence: -sequence.last_used)
        return next(filter(self._is_due, newest_first), None)

    def keep(self, sequence: CachedSequence) -> bool:
        """Write a sequence; one that could not be written is not tried again as it is."""
        written = self._store.write(self._ledger.snapshot(sequence.number))
        if not written:
            self._refused[sequence.number] = tuple(sequence.ids)
        return written

    def keep_if_worth(self, sequence: CachedSequence) -> bool:
        """Write a sequence that is about to be given up."""
        return self._is_due(sequence) and self.keep(sequence)

    def _is_due(self, sequence: CachedSequence) -> bool:
        ids = sequence.ids
        if not ids or superseded(sequence, self._ledger):
            return False
        if not self._ledger.may_go_to_disk(sequence):
            return False
        if self._refused.get(sequence.number) == tuple(ids) or self._store.holds(ids):
            return False
        match = self._store.best(ids)
        unread = len(ids) - (0 if match is None else match.usable)
        return unread / self._tokens_per_second() > self._worth_s
