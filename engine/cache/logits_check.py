"""A sanity check on restored sequences: does the model still say what it said before?

Only a check of sense, not of equality: rounding moves single logits by almost one, so a summary of
the likeliest tokens is kept and compared by Kullback-Leibler divergence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

KEPT_TOKENS = 64
MOST_DIVERGENCE = 0.1
_LEAST_PROBABILITY = 1e-12

Likeliest = tuple[tuple[int, float], ...]
"""Token ids with their log-probabilities, likeliest first."""


def likeliest(logits: Sequence[float]) -> Likeliest:
    """The KEPT_TOKENS likeliest tokens; empty when a logit is not finite."""
    values = _log_probabilities(logits)
    if values is None:
        return ()
    best = np.argsort(-values, kind="stable")[:KEPT_TOKENS]
    return tuple((int(id), float(values[id])) for id in best)


def agrees(expected: Likeliest, logits: Sequence[float]) -> bool:
    """Whether the logits are finite and diverge from what is expected by rounding at most."""
    values = _log_probabilities(logits)
    if values is None or any(not 0 <= id < len(values) for id, _ in expected):
        return False
    return _divergence(expected, [float(values[id]) for id, _ in expected]) < MOST_DIVERGENCE


def _log_probabilities(logits: Sequence[float]) -> npt.NDArray[np.float64] | None:
    values = np.asarray(logits, dtype=np.float64)
    if not np.isfinite(values).all():
        return None
    values = values - values.max()
    shifted: npt.NDArray[np.float64] = values - np.log(np.exp(values).sum())
    return shifted


def _divergence(expected: Likeliest, found: Sequence[float]) -> float:
    """In nats; all tokens that are not named count as one more token."""
    divergence = 0.0
    expected_rest = found_rest = 1.0
    for (_, was), now in zip(expected, found, strict=True):
        divergence += math.exp(was) * (was - now)
        expected_rest -= math.exp(was)
        found_rest -= math.exp(now)
    expected_rest = max(expected_rest, _LEAST_PROBABILITY)
    found_rest = max(found_rest, _LEAST_PROBABILITY)
    return divergence + expected_rest * math.log(expected_rest / found_rest)
