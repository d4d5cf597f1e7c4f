"""While nobody asks: bring a fork of the newest answer's sequence to where the next message starts.

The answer's own sequence stays as it is, so that going on with it or forking inside it costs
nothing. One piece at a time; whatever is read stays useful when a request interrupts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from engine.backends.base import Backend, Chunk
from engine.cache.ledger import CachedSequence, Ledger, common_prefix
from engine.cache.origins import Origins
from engine.cache.room import Room
from engine.errors import EngineError
from engine.prompt.ahead import ahead
from engine.prompt.templates import Templates
from engine.scheduler import PrefillPace
from engine.types import Generate, Message

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Answered:
    """What was said last in a conversation, and the sequence that holds it."""

    command: Generate
    answer: Message
    sequence: CachedSequence


@dataclass(slots=True)
class _Reading:
    """A fork on its way to `ids`; it holds `position` of them if nobody else has taken it."""

    conversation: str
    sequence: CachedSequence
    ids: tuple[int, ...]
    began_at: int
    position: int


class ReadAhead:
    """One conversation at a time, the one answered last first."""

    def __init__(
        self,
        *,
        backend: Backend,
        ledger: Ledger,
        origins: Origins,
        room: Room,
        templates: Templates,
        pace: PrefillPace,
        clock: Callable[[], float],
    ) -> None:
        self._backend = backend
        self._ledger = ledger
        self._origins = origins
        self._room = room
        self._templates = templates
        self._pace = pace
        self._clock = clock
        self._answered: dict[str, _Answered] = {}
        self._reading: _Reading | None = None

    @property
    def wanted(self) -> bool:
        """Whether there is something to read."""
        return bool(self._answered) or self._reading is not None

    def answered(self, command: Generate, answer: Message, sequence: CachedSequence) -> None:
        """A round is over: its conversation may go on from here.

        Whatever the sequence held before is gone, and so nothing is kept for longer than that.
        """
        held = self._answered.items()
        self._answered = {name: one for name, one in held if one.sequence is not sequence}
        self._answered.pop(command.conversation, None)
        self._answered[command.conversation] = _Answered(command, answer, sequence)

    def drop(self, conversation: str) -> None:
        """A request came, or the conversation is gone: what would be read is no longer the next."""
        self._answered.pop(conversation, None)
        if self._reading is not None and self._reading.conversation == conversation:
            self._reading = None

    def step(self) -> int:
        """Read a piece, or look what to read; the tokens read in all when one fork is complete."""
        if self._reading is None:
            self._reading = self._next()
            return 0
        reading = self._reading
        if not self._still_ours(reading):
            self._reading = None
            return 0
        if reading.position < len(reading.ids):
            self._read_piece(reading)
            return 0
        self._ledger.checkpoint(reading.sequence.number)
        self._reading = None
        return reading.position - reading.began_at

    def _next(self) -> _Reading | None:
        if not self._answered:
            return None
        _, answered = self._answered.popitem()
        command, source = answered.command, answered.sequence
        if source.conversation != command.conversation or not source.idle or not source.ids:
            return None
        try:
            ids = ahead(
                command.prompt,
                answered.answer,
                template=self._templates.of(command.prompt),
                tokenizer=self._backend.tokenizer,
            )
        except EngineError as error:
            _log.info("nothing is read ahead: %s", error)
            return None
        return self._fork(command.conversation, source, ids)

    def _fork(
        self, conversation: str, source: CachedSequence, ids: tuple[int, ...]
    ) -> _Reading | None:
        """Begin, if there is something to read and a sequence nobody misses."""
        shared = common_prefix(source.ids, ids)
        self._clear_older(conversation)
        target = self._room.dispensable(conversation=conversation, but={source.number})
        if shared == len(ids) or len(ids) >= self._backend.cells or target is None:
            return None
        self._ledger.checkpoint(source.number)
        self._room.clear(target)
        self._ledger.fork(source.number, target.number)
        kept = self._ledger.rewind(target.number, shared)
        target.conversation = conversation
        self._ledger.touch(target)
        self._origins.read_ahead(source.number, target.number, kept)
        return _Reading(conversation, target, ids, kept, kept)

    def _clear_older(self, conversation: str) -> None:
        for sequence in self._ledger.sequences:
            origin = self._origins.of(sequence)
            unused = origin is not None and origin.ahead_from is not None and sequence.idle
            if unused and sequence.conversation == conversation:
                self._ledger.clear(sequence.number)

    def _still_ours(self, reading: _Reading) -> bool:
        sequence = reading.sequence
        held = len(sequence.ids) == reading.position
        return sequence.idle and held and sequence.conversation == reading.conversation

    def _read_piece(self, reading: _Reading) -> None:
        """Read on unless a command interrupts; without room the fork stays as long as it is."""
        size = self._pace.piece_tokens(alone=True)
        ids = reading.ids[reading.position : reading.position + size]
        chunk = Chunk(reading.sequence.number, ids, wants_logits=False)
        began_s = self._clock()
        try:
            read = self._ledger.forward([chunk], abortable=True)
        except EngineError as error:
            _log.info("reading ahead ends early: %s", error)
            self._reading = None
            return
        if read:
            self._pace.measured(len(ids), self._clock() - began_s)
            reading.position += len(ids)
