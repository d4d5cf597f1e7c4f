"""One running request: where its prompt is, what it sampled, what it cost."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field, fields

from engine.backends.base import Chunk, Sampler
from engine.cache.ledger import CachedSequence
from engine.cache.plan import Reuse
from engine.choices import fitted
from engine.constraint.constraint import Constraint
from engine.output.reader import OutputReader
from engine.prompt.assemble import Prompt
from engine.reasoning_limit import ReasoningLimit
from engine.token_choices import TokenChoice, packed
from engine.types import Ending, Generate, Receipt, Round, Sampling


@dataclass(slots=True)
class RunningRound:
    """A request that has its sequence.

    `unread` are the prompt ids not yet in the cache; `next_id` is the id sampled last and not in
    the cache yet. Exactly one of both is non-empty until the round is over. No chunk of the prompt
    goes across `checkpoint_at`, a length of the sequence. `turn` orders prompts by when a piece of
    them was read last. The first `given` ids of the answer were in the prompt. `pending` ids are
    taken next instead of sampled ones. `choices` has one entry for each id of the answer so far, a
    continued start included.
    """

    command: Generate
    prompt: Prompt
    reuse: Reuse
    sequence: CachedSequence
    sampler: Sampler
    reader: OutputReader
    asked_at_s: float
    constraint: Constraint | None = None
    greedy: Sampler | None = None
    limit: ReasoningLimit | None = None
    pending: deque[int] = field(default_factory=deque)
    choices: list[TokenChoice | None] = field(default_factory=list)
    checkpoint_at: int | None = None
    unread: deque[int] = field(default_factory=deque)
    next_id: int | None = None
    turn: int = 0
    given: int = 0
    written: int = 0
    unreported_ids: list[int] = field(default_factory=list)
    read: int = 0
    prefill_seconds: float = 0.0
    first_token_at_s: float | None = None
    last_token_at_s: float = 0.0

    @property
    def prefilling(self) -> bool:
        return bool(self.unread)

    @property
    def may_write_no_more(self) -> bool:
        return self.command.max_tokens is not None and self.written >= self.command.max_tokens

    @property
    def at_checkpoint(self) -> bool:
        return len(self.sequence.ids) == self.checkpoint_at

    def chunk(self, limit: int) -> Chunk:
        """What to read next: up to `limit` prompt ids, or the id sampled last."""
        if self.unread:
            count = min(limit, len(self.unread))
            before = 0 if self.checkpoint_at is None else self.checkpoint_at
            if (ahead := before - len(self.sequence.ids)) > 0:
                count = min(count, ahead)
            ids = [self.unread[i] for i in range(count)]
            return Chunk(self.sequence.number, ids, wants_logits=count == len(self.unread))
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

    def sampled(self, id: int, now_s: float, choice: TokenChoice | None = None) -> None:
        self.next_id = id
        self.written += 1
        self.unreported_ids.append(id)
        self.choices.append(choice)
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
            prompt=len(self.prompt.ids),
            reused=self.reuse.reused,
            restored=self.reuse.restored,
            read=self.read,
            written=self.written,
            first_difference=self.reuse.first_difference,
            cause=self.reuse.cause,
            seconds_to_first_token=0.0 if first is None else first - self.asked_at_s,
            prefill_seconds=self.prefill_seconds,
            decode_seconds=0.0 if first is None else self.last_token_at_s - first,
            seed=self.sampler.seed,
            model=model,
            read_ahead=self.reuse.read_ahead,
            sampling=_changed(self.command.sampling),
        )

    def result(self, ending: Ending, tokenizer: str, model: str) -> Round:
        ids = tuple(self.reader.ids)
        return Round(
            ids=ids,
            tokenizer=tokenizer,
            ending=ending,
            receipt=self.receipt(model),
            choices=packed(fitted(self.choices, ids)),
        )


def _changed(sampling: Sampling) -> str:
    """What is not at its default, as JSON; the receipt has the seed already."""
    default = Sampling()
    changed = {
        entry.name: value
        for entry in fields(Sampling)
        if (value := getattr(sampling, entry.name)) != getattr(default, entry.name)
        and entry.name != "seed"
    }
    return json.dumps(changed, separators=(",", ":"))
