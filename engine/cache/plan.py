"""What of the cache a prompt can use.

The last prompt token is always read, since its logits are wanted. The source with most reusable
tokens wins: a live sequence, or a snapshot on disk; on a tie a live one, the one that can be
extended in place first. A sequence whose ids are all a prefix of the prompt is extended in place;
otherwise its tail is another branch of somebody's conversation, so the common part is forked and
the tail lives on:

    ledger   a b c d e f           prompt  a b c X Y
    forked   a b c                 read          X Y
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cache.ledger import CachedSequence, Ledger, common_prefix
from engine.cache.room import Room
from engine.cache.snapshots import SnapshotMatch


@dataclass(frozen=True, slots=True)
class Source:
    """Where a prompt's first `tokens` ids come from: a live sequence, a snapshot, or (0) nowhere.

    `shared` ids are the same in both; a model that cannot rewind keeps fewer of them.
    """

    sequence: CachedSequence | None = None
    snapshot: SnapshotMatch | None = None
    tokens: int = 0
    shared: int = 0

    @property
    def extends(self) -> bool:
        """Whether the prompt goes on where an idle sequence ends."""
        sequence = self.sequence
        return sequence is not None and sequence.idle and self.tokens == len(sequence.ids)

    @property
    def went_back(self) -> bool:
        """Whether the model's cache could not be cut where the prompt needs it."""
        return self.tokens < self.shared


@dataclass(frozen=True, slots=True)
class Reuse:
    """What a prompt has from the cache and why it has not more: its part of the receipt."""

    reused: int
    restored: int
    read_ahead: int = 0
    first_difference: int | None = None
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """`target` becomes a prefix of the prompt, out of `source`; it may be the source itself."""

    source: Source
    target: CachedSequence


def best_source(
    ids: Sequence[int], *, ledger: Ledger, conversation: str, snapshot: SnapshotMatch | None = None
) -> Source:
    """The source with most reusable tokens."""
    live = [_live_source(ids, sequence, ledger) for sequence in ledger.sequences]
    best = max(live, key=lambda source: _rank(source, conversation))
    if snapshot is not None and snapshot.usable > best.tokens:
        return Source(snapshot=snapshot, tokens=snapshot.usable, shared=snapshot.usable)
    return best if best.tokens else Source()


def closest_of_conversation(
    ids: Sequence[int], *, ledger: Ledger, conversation: str
) -> CachedSequence | None:
    """The live sequence of a conversation that has most in common with a prompt."""
    own = [s for s in ledger.sequences if s.ids and s.conversation == conversation]
    return max(own, key=lambda s: (common_prefix(s.ids, ids), s.last_used), default=None)


def plan(source: Source, *, room: Room, forks: bool, keep_source: bool = False) -> Plan | None:
    """Find the sequence to work in; None when all that could be are busy.

    With `keep_source` the source must stay as it is.
    """
    if source.extends and not keep_source:
        assert source.sequence is not None
        return Plan(source, source.sequence)
    if source.sequence is None:
        spare = room.spare()
        return None if spare is None else Plan(source, spare)
    spare = room.spare(but={source.sequence.number}) if forks else None
    if spare is None and source.sequence.idle and not keep_source:
        spare = source.sequence  # the only sequence there is: its tail goes
    return None if spare is None else Plan(source, spare)


def carry_out(plan: Plan, ids: Sequence[int], *, ledger: Ledger, room: Room) -> int:
    """Bring the target to a prefix of `ids` out of a live source; returns the tokens it holds."""
    source, target = plan.source.sequence, plan.target
    if source is not target:
        room.clear(target)
    elif plan.source.tokens < len(target.ids):
        room.give_up(target)
    if source is not None and source is not target:
        ledger.fork(source.number, target.number)
    kept = ledger.rewind(target.number, plan.source.tokens)
    ledger.verify(target.number)
    assert target.ids == list(ids[:kept])
    return kept


def _live_source(ids: Sequence[int], sequence: CachedSequence, ledger: Ledger) -> Source:
    shared = min(common_prefix(sequence.ids, ids), len(ids) - 1)
    usable = ledger.can_keep(sequence, shared) if shared else 0
    return Source(sequence=sequence, tokens=usable, shared=shared)


def _rank(source: Source, conversation: str) -> tuple[int, bool, bool, bool, int]:
    sequence = source.sequence
    assert sequence is not None
    own = sequence.conversation == conversation
    return source.tokens, source.extends, not source.went_back, own, sequence.last_used
