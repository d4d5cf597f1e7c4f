"""Whether the memory of a program that is used without end stays flat, told from samples of it.

What a process holds grows for four reasons: it warms up (everything is used once, caches fill to
their bounds), more is said and shown in it, it keeps what nobody needs, or its heap has holes that
are too small for what comes next. The first third of the longest run is warm-up and does not count.
Over the rest, the slope of its own memory is judged, less what the messages need that are open.
Files in memory (fonts, libraries) are watched apart: the system drops them when it wants, and fonts
come and go in steps of 2.4 MB. The slope of what Python and the C library have given out and not
got back tells growth (it rises, too) from holes (it does not).
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median

MOST_MB_PER_MINUTE = 0.2
"""12 MB in an hour: more cannot be what the person has written meanwhile."""
OPEN_MESSAGE_MB = 0.007
SHOWN_MESSAGE_MB = 0.065
"""What a message of some 60 tokens needs with its probabilities; and more, when it is on screen or
was near to it, until another conversation is shown. Measured with 40 and with 80 of them.
"""
BLOCKS = 12
"""Neighbouring samples are alike, so the median of each of so many stretches counts as one."""
LEAST_SAMPLES = 5 * BLOCKS
WARM_UP = 1 / 3
MINUTES = (0.5, 1, 2, 3, 4, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60)
Z = 1.645
"""Nine of ten such intervals hold the true slope."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a program needed so many seconds after it was ready; `mapped_mb` of `app_mb` are files.
    `given_out_mb` is what it has asked for and not given back, `messages` how many messages its
    open conversations have, `shown` how many the one that is shown has; 0 while it has told none.
    """

    run: int
    at_s: float
    app_mb: float
    engine_mb: float
    mapped_mb: float = 0.0
    given_out_mb: float = 0.0
    messages: int = 0
    shown: int = 0

    @property
    def own_mb(self) -> float:
        return self.app_mb - self.mapped_mb

    @property
    def besides_messages_mb(self) -> float:
        said = self.messages * OPEN_MESSAGE_MB + self.shown * SHOWN_MESSAGE_MB
        return self.own_mb - said


@dataclass(frozen=True, slots=True)
class Slope:
    """In MB per minute, with the ends of its interval."""

    middle: float
    low: float
    high: float


@dataclass
class Flatness:
    """`verdict`: "flat" when the slopes of the app besides its messages and of the engine are below
    the limit for certain, "grows" when one or that of mapped files is above it for certain, else
    "cannot be told". `app` is the resident size, all together. `at_minutes` has, in the middle of
    half a minute, the app, of it files, the engine, what the app has been given, messages that are
    open, and shown.
    """

    verdict: str = "cannot be told"
    minutes: float = 0.0
    most_mb_per_minute: float = MOST_MB_PER_MINUTE
    besides_messages: Slope | None = None
    mapped: Slope | None = None
    app: Slope | None = None
    engine: Slope | None = None
    given_out: Slope | None = None
    at_minutes: dict[str, list[float]] = field(default_factory=dict)


def flatness(samples: Sequence[Sample]) -> Flatness:
    """Of the run with the most samples."""
    counts: dict[int, int] = {}
    for one in samples:
        counts[one.run] = counts.get(one.run, 0) + 1
    longest = max(counts, key=lambda run: counts[run], default=None)
    of_run = [one for one in samples if one.run == longest]
    if not of_run:
        return Flatness()
    minutes = of_run[-1].at_s / 60
    result = Flatness(minutes=round(minutes, 1), at_minutes=_at_minutes(of_run))
    late = [one for one in of_run if one.at_s >= WARM_UP * of_run[-1].at_s]
    if len(late) < LEAST_SAMPLES:
        return result
    result.besides_messages = slope([(one.at_s / 60, one.besides_messages_mb) for one in late])
    result.mapped = slope([(one.at_s / 60, one.mapped_mb) for one in late])
    result.app = slope([(one.at_s / 60, one.app_mb) for one in late])
    result.engine = slope([(one.at_s / 60, one.engine_mb) for one in late])
    told = [(one.at_s / 60, one.given_out_mb) for one in late if one.given_out_mb]
    result.given_out = slope(told) if len(told) >= LEAST_SAMPLES else None
    result.verdict = verdict(result.besides_messages, result.engine, watched=(result.mapped,))
    return result


def verdict(*judged: Slope, watched: Sequence[Slope] = ()) -> str:
    if any(one.low > MOST_MB_PER_MINUTE for one in (*judged, *watched)):
        return "grows"
    if all(one.high <= MOST_MB_PER_MINUTE for one in judged):
        return "flat"
    return "cannot be told"


def slope(points: Sequence[tuple[float, float]]) -> Slope:
    """The median of the slopes between the stretches (Theil and Sen), which neither a step nor an
    outlier turns round, and the interval of Sen's test.
    """
    size = len(points) / BLOCKS
    parts = [points[round(n * size) : round((n + 1) * size)] for n in range(BLOCKS)]
    blocks = [(median(x for x, _ in part), median(y for _, y in part)) for part in parts]
    found = sorted((y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(blocks, 2))
    away = Z * math.sqrt(BLOCKS * (BLOCKS - 1) * (2 * BLOCKS + 5) / 18)
    low = math.floor((len(found) - away) / 2)
    ends = found[low], found[len(found) - 1 - low]
    return Slope(round(median(found), 3), round(ends[0], 3), round(ends[1], 3))


def _at_minutes(samples: Sequence[Sample]) -> dict[str, list[float]]:
    found = {}
    for minute in MINUTES:
        near = [one for one in samples if abs(one.at_s - 60 * minute) <= 15]
        if near:
            middle = [median(getattr(one, name) for one in near) for name in _SHOWN]
            found[f"{minute:g}"] = [round(value, 1) for value in middle]
    return found


_SHOWN = ("app_mb", "mapped_mb", "engine_mb", "given_out_mb", "messages", "shown")


# ---- in the program that is looked at


class MallocFigures(ctypes.Structure):
    """`struct mallinfo2` of the GNU C library."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    ]


_PYTHON_BLOCK_BYTES = 80
"""Of Python's own heap, which tells only how many blocks it has given out; about their mean."""


def malloc_figures() -> MallocFigures:
    """Of all arenas; all 0 where nobody can say."""
    ask = None
    if sys.platform.startswith("linux"):
        ask = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if ask is None:
        return MallocFigures()
    ask.restype = MallocFigures
    figures: MallocFigures = ask()
    return figures


def given_out_mb() -> float:
    """What this process has asked for and not given back; 0 where nobody can say."""
    figures = malloc_figures()
    if not figures.arena:
        return 0.0
    blocks = sys.getallocatedblocks() * _PYTHON_BLOCK_BYTES
    return float((figures.uordblks + figures.hblkhd + blocks) / 1e6)
