"""One running request: where its prompt is, what it sampled, what it cost."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backends.base import Chunk, Sampler
from engine.cache.ledger import CachedSequence
from engine.cache.plan import Plan
from engine.output.reader import OutputReader
from engine.types import Ending, Generate, Receipt, Round


@dataclass(slots=True)
class RunningRound:
    """A request that has its sequence.

    `unread` are the prompt ids not yet in the cache; `next_id` is the id sampled last and not in
    the cache yet. Exactly one of both is non-empty until the round is over.
    """

    command: Generate
    prompt_ids: Sequence[int]
    plan: Plan
    reused: int
    sequence: CachedSequence
    sampler: Sampler
    reader: OutputReader
    asked_at_s: float
    unread: deque[int] = field(default_factory=deque)
    next_id: int | None = None
    written: int = 0
    unreported_ids: list[int] = field(default_factory=list)
    read: int = 0
    prefill_seconds: float = 0.0
    first_token_at_s: float | None = None
    last_token_at_s: float = 0.0
    stop_wanted: bool = False

    @property
    def prefilling(self) -> bool:
        return bool(self.unread)

    def chunk(self, limit: int) -> Chunk:
        """What to read next: up to `limit` prompt ids, or the id sampled last."""
        if self.unread:
            ids = [self.unread[i] for i in range(min(limit, len(self.unread)))]
            return Chunk(self.sequence.number, ids, wants_logits=len(ids) == len(self.unread))
        assert self.next_id is not None
        return Chunk(self.sequence.number, [self.next_id], wants_logits=True)

    def chunk_read(self, chunk: Chunk, seconds: float) -> None:
        """The chunk is in the cache now; `seconds` is the step's time if it was prefill."""
        if not self.unread:
            self.next_id = None
            return
        for _ in chunk.ids:
            self.unread.popleft()
        self.read += len(chunk.ids)
        self.prefill_seconds += seconds

    def sampled(self, id: int, now_s: float) -> None:
        self.next_id = id
        self.written += 1
        self.unreported_ids.append(id)
        self.last_token_at_s = now_s
        if self.first_token_at_s is None:
            self.first_token_at_s = now_s

    def report_ids(self) -> tuple[int, ...]:
        """The ids sampled since the last call."""
        ids, self.unreported_ids = tuple(self.unreported_ids), []
        return ids

    def receipt(self, model: str) -> Receipt:
        first = self.first_token_at_s
        return Receipt(
            prompt=len(self.prompt_ids),
            reused=self.reused,
            restored=0,
            read=self.read,
            written=self.written,
            first_difference=self.plan.first_difference,
            cause=self.plan.cause,
            seconds_to_first_token=0.0 if first is None else first - self.asked_at_s,
            prefill_seconds=self.prefill_seconds,
            decode_seconds=0.0 if first is None else self.last_token_at_s - first,
            seed=self.sampler.seed,
            model=model,
        )

    def result(self, ending: Ending, tokenizer: str, model: str) -> Round:
        ids = tuple(self.reader.ids)
        return Round(ids=ids, tokenizer=tokenizer, ending=ending, receipt=self.receipt(model))
