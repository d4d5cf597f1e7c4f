"""The sanity check lets rounding pass and nothing else."""

from __future__ import annotations

import math
import random

import pytest

from engine.cache.logits_check import KEPT_TOKENS, agrees, likeliest

CHANCE = random.Random(3)
LOGITS = [CHANCE.gauss(0, 4) for _ in range(2000)]


def test_it_keeps_the_likeliest_as_log_probabilities() -> None:
    kept = likeliest(LOGITS)

    assert len(kept) == KEPT_TOKENS
    assert kept[0][0] == LOGITS.index(max(LOGITS))
    assert [value for _, value in kept] == sorted((value for _, value in kept), reverse=True)
    assert 0 < sum(math.exp(value) for _, value in kept) <= 1


def test_the_same_and_the_rounded_agree() -> None:
    """Shifting all logits changes no probability."""
    rounded = [value + CHANCE.uniform(-0.3, 0.3) for value in LOGITS]

    assert agrees(likeliest(LOGITS), LOGITS)
    assert agrees(likeliest(LOGITS), [value + 5 for value in LOGITS])
    assert agrees(likeliest(LOGITS), rounded)


def test_other_logits_do_not_agree() -> None:
    assert not agrees(likeliest(LOGITS), LOGITS[::-1])


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_never_agrees_and_is_not_kept(value: float) -> None:
    broken = [*LOGITS[:-1], value]

    assert not agrees(likeliest(LOGITS), broken)
    assert likeliest(broken) == ()


def test_another_vocabulary_does_not_agree() -> None:
    assert not agrees(((2000, -0.1),), LOGITS)


def test_few_tokens_are_all_kept() -> None:
    assert agrees(likeliest([1.0, 2.0]), [1.0, 2.0])
