"""What every backend must keep of `engine.backends.base`, as checks to run on any of them.

    with open_case(open_backend, path, ...) as case:
        check(case)          # for each check of CHECKS

Reading in pieces, again, in another sequence or next to others must not change what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from engine.backends.base import Backend, Chunk, OpenBackend
from engine.errors import OutOfMemory
from engine.models import LoadOptions
from engine.types import Sampling

GREEDY = Sampling(temperature=0)
TEXT = "What is the capital of France? The user asks and the assistant answers: it is Paris. "


@dataclass(frozen=True, kw_only=True)
class Case:
    """A fresh backend and a prompt of 96 ids for it.

    How far logits may be apart: `tight` when the same ids were read into the same cells, only cut
    in another way (0 demands equality); `loose` when they lie elsewhere, next to other sequences
    or were read one at a time, which native code does in another order of sums.
    """

    backend: Backend
    ids: list[int]
    tight: float = 0.0
    loose: float = 0.0

    def read(self, sequence: int, ids: Sequence[int]) -> None:
        assert self.backend.forward([Chunk(sequence, ids, wants_logits=True)])

    def logits(self, sequence: int) -> list[float]:
        return list(self.backend.logits(sequence))

    def fresh_logits(self, sequence: int, ids: Sequence[int]) -> list[float]:
        """What the model says after exactly these ids, read at once."""
        self.backend.rewind(sequence, 0)
        self.read(sequence, ids)
        return self.logits(sequence)


@contextmanager
def open_case(
    open_backend: OpenBackend,
    path: Path,
    options: LoadOptions | None = None,
    *,
    tight: float = 0.0,
    loose: float = 0.0,
) -> Iterator[Case]:
    backend = open_backend(str(path), options or LoadOptions(), lambda _: None)
    try:
        ids = (backend.tokenizer.encode(TEXT * 8, special=False))[:96]
        yield Case(backend=backend, ids=ids, tight=tight, loose=loose)
    finally:
        backend.close()


def distance(some: Sequence[float], others: Sequence[float]) -> float:
    assert len(some) == len(others)
    return max(abs(one - other) for one, other in zip(some, others, strict=True))


# ---- reading


def chunks_equal_the_whole(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    case.backend.rewind(0, 0)
    for start in range(0, len(case.ids), 7):
        case.read(0, case.ids[start : start + 7])
    assert case.backend.length(0) == len(case.ids)
    assert distance(case.logits(0), whole) <= case.tight


def a_wrong_token_shows(case: Case) -> None:
    """Guards the other checks: their comparison must notice one wrong id."""
    whole = case.fresh_logits(0, case.ids)
    wrong = [*case.ids[:-4], case.ids[-4] + 1, *case.ids[-3:]]
    assert distance(case.fresh_logits(0, wrong), whole) > case.loose


def sequences_of_one_batch_do_not_mix(case: Case) -> None:
    one, other = case.ids[:50], case.ids[30:]
    alone = [case.fresh_logits(0, one), case.fresh_logits(0, other)]
    case.backend.rewind(0, 0)
    case.backend.forward([Chunk(2, one, True), Chunk(1, other, True)])
    assert [case.backend.length(sequence) for sequence in (0, 1, 2)] == [0, len(other), len(one)]
    assert distance(case.logits(2), alone[0]) <= case.loose
    assert distance(case.logits(1), alone[1]) <= case.loose


def a_chunk_without_logits_is_read(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    case.backend.rewind(0, 0)
    case.backend.forward([Chunk(0, case.ids[:-1], False)])
    case.read(0, case.ids[-1:])
    assert distance(case.logits(0), whole) <= case.loose


# ---- rewind, fork, snapshot


def rewind_tells_what_it_kept(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    assert case.backend.rewind(0, len(case.ids) + 5) == len(case.ids)
    kept = case.backend.rewind(0, 60)
    assert kept == (60 if case.backend.info.capabilities.rewinds_freely else kept)
    assert case.backend.length(0) == kept <= 60
    case.read(0, case.ids[kept:])
    assert distance(case.logits(0), whole) <= case.tight


def a_fork_is_independent(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    other = case.fresh_logits(0, [*case.ids[:60], *case.ids[:10]])
    case.backend.rewind(0, 0)
    case.read(0, case.ids[:60])
    case.read(3, case.ids[:5])
    case.backend.fork(0, 3)
    assert [case.backend.length(0), case.backend.length(3)] == [60, 60]
    case.read(3, case.ids[:10])
    assert distance(case.logits(3), other) <= case.loose
    case.read(0, case.ids[60:])
    assert distance(case.logits(0), whole) <= case.loose
    case.backend.rewind(0, 0)
    assert case.backend.length(3) == 70


def a_snapshot_comes_back_in_another_sequence(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    case.backend.rewind(0, 0)
    case.read(0, case.ids[:60])
    state = case.backend.snapshot(0)
    case.backend.rewind(0, 0)
    case.read(1, case.ids[:9])
    assert case.backend.restore(1, state, 60)
    assert [case.backend.length(0), case.backend.length(1)] == [0, 60]
    case.read(1, case.ids[60:])
    assert distance(case.logits(1), whole) <= case.loose


def a_damaged_snapshot_is_refused(case: Case) -> None:
    case.read(0, case.ids[:60])
    state = case.backend.snapshot(0)
    damaged = (state[: len(state) // 2], state + b"more", b"", b"\xff" * 64, b"\0" * len(state))
    for broken in damaged:
        assert not case.backend.restore(1, broken, 60)
        assert case.backend.length(1) == 0
    assert not case.backend.restore(1, state, 59)
    assert [case.backend.length(0), case.backend.length(1)] == [60, 0]


# ---- checkpoints


def a_checkpoint_is_a_way_back(case: Case) -> None:
    """Twice, from different ways on: the same ids then give what they gave."""
    whole = case.fresh_logits(0, case.ids)
    case.backend.rewind(0, 0)
    case.read(0, case.ids[:60])
    state = case.backend.checkpoint(0)
    for way in (case.ids[:20], case.ids[10:]):
        case.read(0, way)
        assert case.backend.restore_checkpoint(0, state, 60)
        assert case.backend.length(0) == 60
    case.read(0, case.ids[60:])
    assert distance(case.logits(0), whole) <= case.tight


def a_fork_goes_back_alone(case: Case) -> None:
    whole = case.fresh_logits(0, case.ids)
    case.backend.rewind(0, 0)
    case.read(0, case.ids[:60])
    state = case.backend.checkpoint(0)
    case.read(0, case.ids[60:80])
    case.backend.fork(0, 2)
    case.read(2, case.ids[:9])
    assert case.backend.restore_checkpoint(2, state, 60)
    assert [case.backend.length(0), case.backend.length(2)] == [80, 60]
    for sequence, start in ((2, 60), (0, 80)):
        case.read(sequence, case.ids[start:])
        assert distance(case.logits(sequence), whole) <= case.loose


def a_checkpoint_of_another_length_is_refused(case: Case) -> None:
    """Unless the model rewinds freely, which needs nothing from it."""
    case.read(0, case.ids[:60])
    state = case.backend.checkpoint(0)
    free = case.backend.info.capabilities.rewinds_freely
    for damaged, length in ((state, 50), (state, 70), (state[:-9], 60), (b"\0" * len(state), 60)):
        case.backend.rewind(0, 0)
        case.read(0, case.ids[:65])
        done = case.backend.restore_checkpoint(0, damaged, length)
        assert done == (free and length <= 65)
        assert case.backend.length(0) == (length if done else 0)


def can_rewind_foretells_rewind(case: Case) -> None:
    for length in (0, 1, 59, 60, 70):
        case.backend.rewind(0, 0)
        case.read(0, case.ids[:60])
        foretold = case.backend.can_rewind(0, length)
        assert case.backend.length(0) == 60
        assert (case.backend.rewind(0, length) == min(60, length)) == foretold


# ---- abort and full cells


def an_early_abort_reads_nothing_once(case: Case) -> None:
    case.read(0, case.ids[:10])
    case.backend.abort()
    chunk = [Chunk(0, case.ids[10:], True)]
    assert not case.backend.forward(chunk, abortable=True)
    assert case.backend.length(0) == 10
    assert case.backend.forward(chunk, abortable=True)
    assert case.backend.length(0) == len(case.ids)


def abort_leaves_other_steps_alone(case: Case) -> None:
    case.backend.abort()
    assert case.backend.forward([Chunk(0, case.ids, True)])
    assert case.backend.length(0) == len(case.ids)


def full_cells_leave_the_lengths(case: Case) -> None:
    case.read(0, case.ids[:20])
    case.read(1, case.ids[:30])
    many = (case.ids * (case.backend.cells // len(case.ids) + 1))[: case.backend.cells]
    with pytest.raises(OutOfMemory):
        case.backend.forward([Chunk(1, case.ids[:3], True), Chunk(0, many, True)])
    assert [case.backend.length(0), case.backend.length(1)] == [20, 30]
    case.read(0, case.ids[20:])


# ---- choosing


def greedy_takes_the_likeliest(case: Case) -> None:
    logits = case.fresh_logits(0, case.ids)
    best = max(range(len(logits)), key=logits.__getitem__)
    assert case.backend.sample(0, case.backend.new_sampler(GREEDY)) == best
    top = case.backend.log_probabilities(0, 5)
    assert top[0].id == best
    assert [each.log_probability for each in top] == sorted(
        (each.log_probability for each in top), reverse=True
    )
    unlikely = min(range(len(logits)), key=logits.__getitem__)
    assert case.backend.log_probabilities(0, 5, also=best) == top
    *same, last = case.backend.log_probabilities(0, 5, also=unlikely)
    assert (same, last.id) == (top, unlikely)


def the_same_seed_chooses_the_same(case: Case) -> None:
    case.read(0, case.ids)
    hot = Sampling(temperature=5.0, top_k=0, top_p=1.0, min_p=0.0)
    first = case.backend.new_sampler(hot)
    ids = [case.backend.sample(0, first) for _ in range(20)]
    again = case.backend.new_sampler(replace(hot, seed=first.seed))
    other = case.backend.new_sampler(replace(hot, seed=first.seed ^ 1))
    assert [case.backend.sample(0, again) for _ in range(20)] == ids
    assert [case.backend.sample(0, other) for _ in range(20)] != ids


def penalties_remember_what_was_accepted(case: Case) -> None:
    case.read(0, case.ids)
    best = case.backend.sample(0, case.backend.new_sampler(GREEDY))
    sampler = case.backend.new_sampler(Sampling(temperature=0, frequency_penalty=5.0))
    assert case.backend.sample(0, sampler) == best
    for _ in range(20):
        sampler.accept(best)
    assert case.backend.sample(0, sampler) != best
    sampler.close()
    sampler.close()


def a_masked_token_is_never_chosen(case: Case) -> None:
    """Among the allowed ids the sampler chooses as ever, and nothing else changes."""
    logits = case.fresh_logits(0, case.ids)
    ranked = sorted(range(len(logits)), key=lambda id: -logits[id])
    some = ranked[3:40:4]
    allowed = np.zeros(len(logits), dtype=np.bool_)
    allowed[some] = True
    hot = case.backend.new_sampler(Sampling(temperature=5.0, top_k=0, top_p=1.0, min_p=0.0, seed=1))
    chosen = {case.backend.sample(0, hot, allowed) for _ in range(60)}
    assert len(chosen) > 1
    assert chosen <= set(some)
    assert case.backend.sample(0, case.backend.new_sampler(GREEDY), allowed) == some[0]
    allowed[some[:-1]] = False
    assert case.backend.sample(0, hot, allowed) == some[-1]
    assert case.logits(0) == logits
    assert case.backend.sample(0, case.backend.new_sampler(GREEDY)) == ranked[0]


def a_choice_under_a_mask_is_remembered(case: Case) -> None:
    case.read(0, case.ids)
    best = case.backend.sample(0, case.backend.new_sampler(GREEDY))
    only = np.zeros(case.backend.tokenizer.size, dtype=np.bool_)
    only[best] = True
    sampler = case.backend.new_sampler(Sampling(temperature=0, frequency_penalty=5.0))
    assert [case.backend.sample(0, sampler, only) for _ in range(20)] == [best] * 20
    assert case.backend.sample(0, sampler) != best


# ---- tokenizer and the end


def text_comes_back_as_it_was(case: Case) -> None:
    tokenizer = case.backend.tokenizer
    text = "Grüße, 天气 🙂\n\n  two spaces"
    ids = tokenizer.encode(text, special=False)
    assert b"".join(map(tokenizer.piece, ids)).decode() == text
    assert tokenizer.encode("", special=False) == []


def special_text_is_control_only_when_asked(case: Case) -> None:
    tokenizer = case.backend.tokenizer
    control = [id for id in tokenizer.special_pieces() if tokenizer.is_control(id)]
    text = tokenizer.special_pieces()[control[0]]
    assert tokenizer.encode(text, special=True) == [control[0]]
    assert not any(map(tokenizer.is_control, tokenizer.encode(text, special=False)))
    assert tokenizer.piece(control[0]).decode() == text


def closing_twice_is_fine(case: Case) -> None:
    case.backend.close()
    case.backend.close()


CACHE_CHECKS: tuple[Callable[[Case], None], ...] = (
    chunks_equal_the_whole,
    a_wrong_token_shows,
    sequences_of_one_batch_do_not_mix,
    a_chunk_without_logits_is_read,
    rewind_tells_what_it_kept,
    a_fork_is_independent,
    a_snapshot_comes_back_in_another_sequence,
    a_damaged_snapshot_is_refused,
    a_checkpoint_is_a_way_back,
    a_fork_goes_back_alone,
    a_checkpoint_of_another_length_is_refused,
    can_rewind_foretells_rewind,
)
CHECKS = (
    *CACHE_CHECKS,
    an_early_abort_reads_nothing_once,
    abort_leaves_other_steps_alone,
    full_cells_leave_the_lengths,
    greedy_takes_the_likeliest,
    the_same_seed_chooses_the_same,
    penalties_remember_what_was_accepted,
    a_masked_token_is_never_chosen,
    a_choice_under_a_mask_is_remembered,
    text_comes_back_as_it_was,
    special_text_is_control_only_when_asked,
    closing_twice_is_fine,
)
