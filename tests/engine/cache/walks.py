"""Random walks through a ledger, and the checker that compares each with a fresh read.

A step is a tuple of its name and numbers; sequences 0 to WALKED - 1 are walked, the last one of
the backend is only used to read afresh.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from engine.backends.base import Backend, Chunk, OpenBackend
from engine.cache.ledger import Ledger
from engine.models import LoadOptions
from tests.engine.backends.conformance import distance

WALKED = 3
LONGEST = 300
Step = tuple[Any, ...]

_sequences = st.integers(0, WALKED - 1)
_shares = st.sampled_from([0.97, 1.0, 0.6, 0.3, 0.0])
_sizes = st.sampled_from([2, 3, 5, 8, 13, 40, 70])
_seeds = st.integers(0, 1000)

STEPS_ALONE = st.one_of(
    st.tuples(st.just("append"), st.just(0), _sizes, _seeds),
    st.tuples(st.just("rewind"), st.just(0), _shares),
    st.tuples(st.just("checkpoint"), st.just(0)),
    st.tuples(st.just("excursion"), st.just(0), _sizes, _seeds),
    st.tuples(st.just("bring_back"), st.just(0), st.just(0), _shares),
)
STEPS = st.one_of(
    st.tuples(st.just("append"), _sequences, st.one_of(st.just(1), _sizes), _seeds),
    st.tuples(st.just("append_to_all"), _sizes, _seeds),
    st.tuples(st.just("rewind"), _sequences, _shares),
    st.tuples(st.just("fork"), _sequences, _sequences),
    st.tuples(st.just("checkpoint"), _sequences),
    st.tuples(st.just("excursion"), _sequences, _sizes, _seeds),
    st.tuples(st.just("bring_back"), _sequences, _sequences, _shares),
    st.tuples(st.just("clear"), _sequences),
)


@dataclass(frozen=True, kw_only=True)
class Tolerance:
    """How far a logit may be off; the likeliest token must be the same where its lead is more than
    twice that. 0 demands equal bits."""

    logits: float


class Walk:
    """Does each step on the ledger and on plain lists, which say what must come out."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.ledger = Ledger(backend)
        self.expected: list[list[int]] = [[] for _ in range(WALKED)]

    def take(self, steps: Sequence[Step]) -> None:
        for name, *arguments in steps:
            getattr(self, f"_{name}")(*arguments)
            self.check_books()

    def check_books(self) -> None:
        for number, ids in enumerate(self.expected):
            assert self.ledger.sequences[number].ids == ids
            assert self.backend.length(number) == len(ids)
            self.ledger.verify(number)

    def check(self, number: int, tolerance: Tolerance) -> None:
        """The books are right; after two more tokens the model says what a fresh read gives."""
        self.check_books()
        probe = [17, 18]
        self.read([Chunk(number, probe, wants_logits=True)])
        walked = self.backend.logits(number)
        ids = self.expected[number]
        fresh = self._fresh(ids, number if tolerance.logits == 0 else self.backend.sequences - 1)
        compare(walked, fresh, tolerance)

    def _fresh(self, ids: Sequence[int], number: int) -> Sequence[float]:
        self.backend.rewind(number, 0)
        assert self.backend.forward([Chunk(number, ids, wants_logits=True)])
        logits = self.backend.logits(number)
        if number >= WALKED:
            self.backend.rewind(number, 0)
        return logits

    # ---- steps

    def _append(self, number: int, size: int, seed: int) -> None:
        if len(self.expected[number]) + size <= LONGEST:
            self.read([Chunk(number, self._text(size, seed), wants_logits=True)])

    def _append_to_all(self, size: int, seed: int) -> None:
        chunks = [
            Chunk(number, self._text(size + number, seed + number), wants_logits=number == 1)
            for number in range(WALKED)
            if len(self.expected[number]) + size + number <= LONGEST
        ]
        if chunks:
            self.read(chunks)

    def read(self, chunks: Sequence[Chunk]) -> None:
        assert self.ledger.forward(chunks, abortable=False)
        for chunk in chunks:
            self.expected[chunk.sequence] += chunk.ids

    def _rewind(self, number: int, share: float) -> None:
        ids = self.expected[number]
        length = int(share * len(ids))
        promised = self.ledger.can_keep(self.ledger.sequences[number], length)
        kept = self.ledger.rewind(number, length)
        assert kept == promised <= length
        del ids[kept:]

    def _fork(self, source: int, target: int) -> None:
        if source != target:
            self.ledger.fork(source, target)
            self.expected[target] = list(self.expected[source])

    def _checkpoint(self, number: int) -> None:
        self.ledger.checkpoint(number)

    def _excursion(self, number: int, size: int, seed: int) -> None:
        """To a checkpoint, on from there, and back: all of it must still be there."""
        length = len(self.expected[number])
        self._checkpoint(number)
        self._append(number, size, seed)
        assert self.ledger.rewind(number, length) == length
        del self.expected[number][length:]

    def _bring_back(self, source: int, target: int, share: float) -> None:
        ids = self.expected[source]
        if ids:
            length = int(share * len(ids))
            snapshot = self.ledger.snapshot(source)
            kept = self.ledger.restore(target, snapshot, length)
            free = self.backend.info.capabilities.rewinds_freely
            assert kept == length if free else kept <= length
            self.expected[target] = ids[:kept]

    def _clear(self, number: int) -> None:
        self.ledger.clear(number)
        self.expected[number] = []

    def _text(self, size: int, seed: int) -> list[int]:
        span = self.backend.tokenizer.size - 10
        return [10 + (seed * 31 + 7 * position * position) % span for position in range(size)]


def compare(walked: Sequence[float], fresh: Sequence[float], tolerance: Tolerance) -> None:
    assert distance(walked, fresh) <= tolerance.logits
    best, second = sorted(fresh, reverse=True)[:2]
    if best - second > 2 * tolerance.logits:
        assert max(range(len(walked)), key=walked.__getitem__) == list(fresh).index(best)


@contextmanager
def opened(open_backend: OpenBackend, path: Path, options: LoadOptions) -> Iterator[Backend]:
    backend = open_backend(str(path), options, lambda _: None)
    try:
        yield backend
    finally:
        backend.close()


@contextmanager
def walking(backend: Backend) -> Iterator[Walk]:
    """A walk that leaves the backend empty for the next one."""
    walk = Walk(backend)
    try:
        yield walk
    finally:
        for number in range(backend.sequences):
            backend.rewind(number, 0)
