"""Who runs in this step: one token of every request that decodes, and a piece of one prompt.

The piece is sized by the reading speed measured so far, so that a step stays short enough to
answer Stop and to keep other answers flowing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.base import Chunk
from engine.round import RunningRound

ALONE_STEP_S = 0.5  # Stop interrupts a step that only reads, so this is about progress shown
SHARED_STEP_S = 0.08
SMALLEST_PIECE_TOKENS = 32  # below 64, a processor reads noticeably slower: 16 cost a quarter
SMALLEST_PIECE_ALONE_TOKENS = 64


class PrefillPace:
    """How many prompt tokens to read in one step."""

    def __init__(self, largest_piece_tokens: int) -> None:
        self._largest = largest_piece_tokens
        self._tokens_per_second = SMALLEST_PIECE_ALONE_TOKENS / ALONE_STEP_S

    def piece_tokens(self, *, alone: bool) -> int:
        step_s = ALONE_STEP_S if alone else SHARED_STEP_S
        smallest = SMALLEST_PIECE_ALONE_TOKENS if alone else SMALLEST_PIECE_TOKENS
        wanted = int(self._tokens_per_second * step_s)
        return min(max(smallest, wanted), self._largest)

    def measured(self, tokens: int, seconds: float) -> None:
        """Learn from a step; small pieces tell little about speed and do not count."""
        if tokens >= SMALLEST_PIECE_TOKENS and seconds > 0:
            self._tokens_per_second += 0.5 * (tokens / seconds - self._tokens_per_second)


def compose(running: Sequence[RunningRound], pace: PrefillPace) -> list[tuple[RunningRound, Chunk]]:
    """The chunks of the next step: all decodes, then a piece of the oldest unread prompt."""
    decoding = [round for round in running if not round.prefilling]
    step = [(round, round.chunk(limit=1)) for round in decoding]
    reading = next((round for round in running if round.prefilling), None)
    if reading is not None:
        limit = pace.piece_tokens(alone=not decoding)
        step.append((reading, reading.chunk(limit)))
    return step
