"""Checkpoints: states to go back to where a model's cache cannot simply be cut.

Each sequence keeps a few, sorted by length. When there are too many, the one whose neighbours lie
closest together goes, so that a far way back stays as possible as a short one:

    kept     0 ─── 400 ─── 900 ─── 950 ─── 1,400        950 goes: 900 and 1,400 are closest
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

KEPT = 16
KEPT_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What `Backend.checkpoint` gave when the sequence held `length` tokens."""

    length: int
    state: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one sequence may keep; the newest checkpoint stays whatever it takes."""

    count: int = KEPT
    size_bytes: int = KEPT_BYTES


STANDARD = Limits()


def newest_within(checkpoints: Sequence[Checkpoint], length: int) -> Checkpoint | None:
    """The longest checkpoint of at most `length` tokens."""
    return next((each for each in reversed(checkpoints) if each.length <= length), None)


def add(checkpoints: list[Checkpoint], new: Checkpoint, limits: Limits) -> None:
    """Append the checkpoint of a sequence's present end, then drop what is too much, in place."""
    assert not checkpoints or checkpoints[-1].length < new.length, "checkpoints are in order"
    checkpoints.append(new)
    while len(checkpoints) > 1 and _too_much(checkpoints, limits):
        del checkpoints[_least_missed(checkpoints)]


def cut(checkpoints: list[Checkpoint], length: int) -> None:
    """Drop, in place, what lies past the `length` tokens a sequence still holds."""
    checkpoints[:] = [each for each in checkpoints if each.length <= length]


def _too_much(checkpoints: Sequence[Checkpoint], limits: Limits) -> bool:
    size_bytes = sum(len(each.state) for each in checkpoints)
    return len(checkpoints) > limits.count or size_bytes > limits.size_bytes


def _least_missed(checkpoints: Sequence[Checkpoint]) -> int:
    """Index of the one between the closest neighbours, never the last; before the first is 0."""
    lengths = [0, *(each.length for each in checkpoints)]
    gaps = [after - before for before, after in pairwise(lengths)]
    spans = [before + after for before, after in pairwise(gaps)]
    return spans.index(min(spans))
