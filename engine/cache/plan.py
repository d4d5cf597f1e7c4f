"""What of the cache a prompt can use, and why not more.

The last prompt token is always read, since its logits are wanted. A sequence whose ids are all a
prefix of the prompt is extended in place; otherwise its tail is another branch of somebody's
conversation, so the common part is forked and the tail lives on:

    ledger   a b c d e f           prompt  a b c X Y
    forked   a b c                 read          X Y
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cache.ledger import CachedSequence, Ledger, common_prefix

NEW = "nothing of this conversation was in the cache"


@dataclass(frozen=True, slots=True)
class Plan:
    """`source` gives `reused` tokens to `target`; the same number twice means in place.

    `source` None: `target` starts empty. `first_difference` and `cause` tell why the source's
    ledger was not reused to its end.
    """

    target: int
    source: int | None
    reused: int
    first_difference: int | None = None
    cause: str = ""


def plan(ids: Sequence[int], *, ledger: Ledger, conversation: str, forks: bool) -> Plan | None:
    """Choose the cheapest way to a cache that holds `ids` less the last; None when all are busy."""
    source, shared = _best_source(ids, ledger, conversation)
    reused = min(shared, len(ids) - 1)
    if source is None or reused == 0:
        target = ledger.oldest_idle()
        return None if target is None else Plan(target.number, None, 0, cause=NEW)
    difference = None if shared == len(source.ids) else shared
    extends = source.idle and shared == len(source.ids) == reused
    target = source if extends or not forks else ledger.oldest_idle(but=source.number)
    if target is None and source.idle:
        target = source  # the only sequence there is: its tail goes
    if target is None or not target.idle:
        return None
    return Plan(target.number, source.number, reused, difference, _cause(ids, source, shared))


def carry_out(plan: Plan, ids: Sequence[int], ledger: Ledger) -> int:
    """Bring the target to a prefix of `ids`; returns how many tokens it holds then.

    A model that cannot rewind freely may keep less than planned.
    """
    if plan.source is None:
        ledger.clear(plan.target)
        return 0
    if plan.source != plan.target:
        ledger.fork(plan.source, plan.target)
    kept = ledger.rewind(plan.target, plan.reused)
    ledger.verify(plan.target)
    assert ledger.sequences[plan.target].ids == list(ids[:kept])
    return kept


def _best_source(
    ids: Sequence[int], ledger: Ledger, conversation: str
) -> tuple[CachedSequence | None, int]:
    """The sequence with the longest common prefix; on a tie the conversation's own, then newest."""
    best: CachedSequence | None = None
    best_rank: tuple[int, bool, bool, int] = (0, False, False, 0)
    for sequence in ledger.sequences:
        shared = common_prefix(sequence.ids, ids)
        own = sequence.conversation == conversation
        rank = (shared, own, shared == len(sequence.ids), sequence.last_used)
        if shared and rank > best_rank:
            best, best_rank = sequence, rank
    return best, best_rank[0]


def _cause(ids: Sequence[int], source: CachedSequence, shared: int) -> str:
    if shared == len(source.ids):
        return ""
    if shared == len(ids):
        return "the prompt ends before what the cache held"
    return f"the prompt differs from what the cache held, at token {shared:,}"
