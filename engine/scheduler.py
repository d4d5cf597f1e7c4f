"""Who starts, and who runs in this step: one token of every request that decodes, and a piece of
one prompt, in turns.

The piece is sized by the reading speed measured so far, so that a step stays short enough to
answer Stop and to keep other answers flowing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.base import Chunk
from engine.cache.branches import cells_held
from engine.cache.ledger import common_prefix
from engine.cache.plan import Source
from engine.round import RunningRound

ALONE_STEP_S = 0.5  # Stop interrupts a step that only reads, so this is about progress shown
SHARED_STEP_S = 0.08
SMALLEST_PIECE_TOKENS = 32  # below 64, a processor reads noticeably slower: 16 cost a quarter
SMALLEST_PIECE_ALONE_TOKENS = 64
WORTH_WAITING_TOKENS = 32
ROOM_TO_ANSWER_TOKENS = 64


class PrefillPace:
    """How many prompt tokens to read in one step."""

    def __init__(self, largest_piece_tokens: int) -> None:
        self._largest = largest_piece_tokens
        self._tokens_per_second = SMALLEST_PIECE_ALONE_TOKENS / ALONE_STEP_S
        self._was_measured = False

    @property
    def tokens_per_second(self) -> float:
        """Of reading; a careful guess until something was measured."""
        return self._tokens_per_second

    def seconds(self, tokens: int) -> float:
        """How long it takes to read these; 0 while nothing was measured."""
        return tokens / self._tokens_per_second if self._was_measured else 0.0

    def piece_tokens(self, *, alone: bool) -> int:
        step_s = ALONE_STEP_S if alone else SHARED_STEP_S
        smallest = SMALLEST_PIECE_ALONE_TOKENS if alone else SMALLEST_PIECE_TOKENS
        wanted = int(self._tokens_per_second * step_s)
        return min(max(smallest, wanted), self._largest)

    def measured(self, tokens: int, seconds: float) -> None:
        """Learn from a step; small pieces tell little about speed and do not count."""
        if tokens >= SMALLEST_PIECE_TOKENS and seconds > 0:
            self._tokens_per_second += 0.5 * (tokens / seconds - self._tokens_per_second)
            self._was_measured = True


class Scheduler:
    """Composes steps; prompts that are being read take turns."""

    def __init__(self, pace: PrefillPace) -> None:
        self._pace = pace
        self._steps = 0

    def compose(self, running: Sequence[RunningRound]) -> list[tuple[RunningRound, Chunk]]:
        """The chunks of the next step: all decodes, then a piece of the prompt that waited most."""
        self._steps += 1
        decoding = [round for round in running if not round.prefilling]
        step = [(round, round.chunk(limit=1)) for round in decoding]
        prompts = [round for round in running if round.prefilling]
        if prompts:
            reading = min(prompts, key=lambda round: round.turn)
            reading.turn = self._steps
            step.append((reading, reading.chunk(self._pace.piece_tokens(alone=not decoding))))
        return step


def should_wait(
    ids: Sequence[int], source: Source, *, running: Sequence[RunningRound], cells: int
) -> bool:
    """Whether a request had better start later.

    Either another request reads a start that both share, or there is no room beside those that run.
    """
    return _is_being_read(ids, source, running) or not _fits(ids, source, running, cells)


def _is_being_read(ids: Sequence[int], source: Source, running: Sequence[RunningRound]) -> bool:
    return any(
        common_prefix(round.prompt.ids, ids) - source.tokens >= WORTH_WAITING_TOKENS
        for round in running
        if round.prefilling
    )


def _fits(ids: Sequence[int], source: Source, running: Sequence[RunningRound], cells: int) -> bool:
    """Idle sequences give way; running ones need what they still have to read, and some more."""
    if not running:
        return True
    held = [round.sequence for round in running]
    if source.sequence is not None and source.sequence.idle:
        held.append(source.sequence)
    reused = 0 if source.sequence is None else source.tokens
    unread = sum(len(round.unread) for round in running) + len(ids) - reused
    room_to_answer = ROOM_TO_ANSWER_TOKENS * (len(running) + 1)
    return cells_held(held) + unread + room_to_answer <= cells
