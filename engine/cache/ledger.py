"""The ledger: which token ids every cache sequence holds, exactly.

Each change to the backend's cache goes through here, so the two cannot drift apart; `verify` says
so where it matters. Inference thread only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backends.base import Backend, Chunk
from engine.cache.checkpoints import STANDARD, Checkpoint, Limits, add, cut, newest_within
from engine.cache.logits_check import agrees, likeliest
from engine.cache.snapshot_file import Snapshot, owner_of
from engine.errors import OutOfMemory, SnapshotDamaged

_BLOCK = 256
"""Ids compared at once: whole lists compare ten times as fast as one id after the other."""


@dataclass(slots=True)
class CachedSequence:
    """One cache line: the ids it holds, whose they are, and who uses it now.

    `conversation` None means free. `request` is set while a request reads or writes here.
    `last_used` orders sequences by age. `checkpoints` are sorted by length; always empty for
    models that rewind freely.
    """

    number: int
    ids: list[int] = field(default_factory=list)
    conversation: str | None = None
    request: int | None = None
    last_used: int = 0
    checkpoints: list[Checkpoint] = field(default_factory=list)

    @property
    def idle(self) -> bool:
        return self.request is None


class Ledger:
    """All sequences of one loaded model."""

    def __init__(self, backend: Backend, *, limits: Limits = STANDARD) -> None:
        self._backend = backend
        self._limits = limits
        self._rewinds_freely = backend.info.capabilities.rewinds_freely
        self.sequences = [CachedSequence(number) for number in range(backend.sequences)]
        self._uses = 0
        self._off_disk: set[str] = set()

    def forward(self, batch: Sequence[Chunk], *, abortable: bool) -> bool:
        """Read the chunks; see `Backend.forward`. The ledger grows only by what was read."""
        if not self._backend.forward(batch, abortable=abortable):
            return False
        for chunk in batch:
            self.sequences[chunk.sequence].ids.extend(chunk.ids)
        return True

    # ---- back and aside

    def rewind(self, number: int, length: int) -> int:
        """Cut a sequence to at most `length` tokens; returns what it kept.

        A model that cannot rewind goes back to its newest checkpoint of at most `length` tokens.
        """
        sequence = self.sequences[number]
        if length >= len(sequence.ids):
            return len(sequence.ids)
        checkpoint = newest_within(sequence.checkpoints, length)
        if checkpoint is None or self._backend.can_rewind(number, length):
            kept = self._backend.rewind(number, length)
        else:
            self._backend.restore_checkpoint(number, checkpoint.state, checkpoint.length)
            kept = self._backend.length(number)
        del sequence.ids[kept:]
        cut(sequence.checkpoints, kept)
        return kept

    def can_keep(self, sequence: CachedSequence, length: int) -> int:
        """What `rewind` to `length` tokens would keep; changes nothing."""
        if length >= len(sequence.ids):
            return len(sequence.ids)
        if self._backend.can_rewind(sequence.number, length):
            return length
        checkpoint = newest_within(sequence.checkpoints, length)
        return 0 if checkpoint is None else checkpoint.length

    def checkpoint(self, number: int) -> None:
        """Remember the sequence as it is now, for later rewinds; nothing where those are free."""
        sequence = self.sequences[number]
        length = len(sequence.ids)
        known = newest_within(sequence.checkpoints, length)
        if self._rewinds_freely or not length or (known is not None and known.length == length):
            return
        add(
            sequence.checkpoints,
            Checkpoint(length, self._backend.checkpoint(number)),
            self._limits,
        )

    def fork(self, source: int, target: int) -> None:
        """Make `target` a copy of `source`; what it held before is gone."""
        self.clear(target)
        self._backend.fork(source, target)
        self.sequences[target].ids = list(self.sequences[source].ids)
        self.sequences[target].checkpoints = list(self.sequences[source].checkpoints)

    def clear(self, number: int) -> None:
        """Empty a sequence and set it free."""
        sequence = self.sequences[number]
        if sequence.ids:
            self._backend.rewind(number, 0)
        sequence.ids = []
        sequence.checkpoints = []
        sequence.conversation = None

    # ---- snapshots

    def snapshot(self, number: int) -> Snapshot:
        """The sequence with all that is needed to go on from it later; it is not changed.

        Reads one token on a fork for the sanity check, so newest logits of all sequences are gone.
        """
        sequence = self.sequences[number]
        self.verify(number)
        logits = self._logits_after(number)
        return Snapshot(
            ids=tuple(sequence.ids),
            state=self._backend.snapshot(number),
            checkpoints=tuple(sequence.checkpoints),
            likeliest=() if logits is None else likeliest(logits),
            owner=owner_of(sequence.conversation or ""),
        )

    def restore(self, number: int, snapshot: Snapshot, length: int) -> int:
        """Fill a sequence from a snapshot, then cut it to `length` tokens; returns what it kept.

        0 when too few cells are free for the whole of it.
        Raises SnapshotDamaged when the backend refuses the state or the model now says something
        else. The sequence is empty then, and whenever 0 is returned.
        """
        self.clear(number)
        if not self._fill(number, snapshot):
            return 0
        sequence = self.sequences[number]
        sequence.ids = list(snapshot.ids)
        sequence.checkpoints = list(snapshot.checkpoints)
        logits = self._logits_after(number) if snapshot.likeliest else None
        if logits is not None and not agrees(snapshot.likeliest, logits):
            self.clear(number)
            raise SnapshotDamaged("After the restore the model does not say what it said before.")
        return self.rewind(number, length)

    def _fill(self, number: int, snapshot: Snapshot) -> bool:
        """False when there is no room. Raises SnapshotDamaged when room cannot be the reason."""
        if self._backend.restore(number, snapshot.state, len(snapshot.ids)):
            return True
        held = sum(len(sequence.ids) for sequence in self.sequences)
        if held + len(snapshot.ids) <= self._backend.cells:
            raise SnapshotDamaged("The engine did not take the snapshot's state.")
        return False

    def _logits_after(self, number: int) -> Sequence[float] | None:
        """What follows the sequence's last token, which is read again on a fork in a free sequence.

        None when that is not possible, as in models that cannot rewind by one.
        """
        ids = self.sequences[number].ids
        spare = next((s.number for s in self.sequences if s.idle and not s.ids), None)
        if spare is None or not ids or not self._rewinds_freely:
            return None
        self._backend.fork(number, spare)
        try:
            self._backend.rewind(spare, len(ids) - 1)
            self._backend.forward([Chunk(spare, ids[-1:], wants_logits=True)])
            return self._backend.logits(spare)
        except OutOfMemory:
            return None
        finally:
            self._backend.rewind(spare, 0)

    # ---- who uses what

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

    def keep_off_disk(self, conversation: str) -> None:
        """From now on nothing of this conversation may leave the memory."""
        self._off_disk.add(conversation)

    def may_go_to_disk(self, sequence: CachedSequence) -> bool:
        return sequence.conversation not in self._off_disk

    def verify(self, number: int) -> None:
        """The ledger holds exactly what the cache holds."""
        held, known = self._backend.length(number), len(self.sequences[number].ids)
        assert held == known, f"sequence {number} holds {held} tokens, the ledger says {known}"


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """How many ids at the start of both are the same."""
    length = min(len(left), len(right))
    start = 0
    while start < length:
        end = min(start + _BLOCK, length)
        block, other = list(left[start:end]), list(right[start:end])
        if block != other:
            pairs = enumerate(zip(block, other, strict=True))
            return start + next(position for position, (a, b) in pairs if a != b)
        start = end
    return length
