"""How the sequences of a ledger overlap."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cache.ledger import CachedSequence, Ledger, common_prefix


def superseded(sequence: CachedSequence, ledger: Ledger) -> bool:
    """Whether a longer sequence of the conversation can go back to all that this one holds."""
    length = len(sequence.ids)
    return any(
        other.conversation == sequence.conversation
        and len(other.ids) > length
        and other.ids[:length] == sequence.ids
        and ledger.can_keep(other, length) == length
        for other in ledger.sequences
    )


def newest_of_conversation(sequence: CachedSequence, ledger: Ledger) -> bool:
    """Whether no other sequence of its conversation was used later."""
    return not any(
        other.ids
        and other.conversation == sequence.conversation
        and other.last_used > sequence.last_used
        for other in ledger.sequences
    )


def cells_held(sequences: Sequence[CachedSequence]) -> int:
    """Tokens the sequences hold together; what they share counts once.

    An estimate from their ids: a sequence restored from disk shares nothing, whatever its ids.
    """
    total = 0
    counted: list[CachedSequence] = []
    for sequence in sequences:
        shared = max((common_prefix(sequence.ids, other.ids) for other in counted), default=0)
        total += len(sequence.ids) - shared
        counted.append(sequence)
    return total
