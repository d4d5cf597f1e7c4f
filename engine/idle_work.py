"""What the engine does when nobody asks for anything: read ahead, make room, write snapshots."""

from __future__ import annotations

from collections.abc import Callable

from engine.cache.keeping import Keeping
from engine.cache.room import Room
from engine.events import SideWork
from engine.models import CacheOptions
from engine.outbox import Outbox
from engine.read_ahead import ReadAhead


class IdleWork:
    """One short step at a time; a command that comes is taken before the next."""

    def __init__(
        self,
        *,
        options: CacheOptions,
        room: Room,
        read_ahead: ReadAhead | None,
        keeping: Keeping | None,
        outbox: Outbox,
        clock: Callable[[], float],
    ) -> None:
        self._options = options
        self._room = room
        self._read_ahead = read_ahead
        self._keeping = keeping
        self._outbox = outbox
        self._clock = clock
        self._idle_since_s = clock()

    def work_ended(self) -> None:
        """A request is over; the time without work begins anew."""
        self._idle_since_s = self._clock()

    def wait_s(self, *, at_once: bool) -> float | None:
        """Seconds until there is something to do, None if there is not.

        `at_once`: snapshots do not wait for their time.
        """
        if self._reads_ahead() or self._over_budget():
            return 0.0
        if self._keeping is None or self._keeping.due() is None:
            return None
        due_s = self._idle_since_s + self._options.snapshot_after_idle_s
        return 0.0 if at_once else max(0.0, due_s - self._clock())

    def step(self) -> None:
        """The next thing to do, when `wait_s` is 0."""
        if self._read_ahead is not None and self._read_ahead.wanted:
            tokens = self._read_ahead.step()
            if tokens:
                self._outbox.add(SideWork(kind="read_ahead", tokens=tokens))
        elif not self.make_room():
            self._write_snapshot()
        self._outbox.flush()

    def make_room(self) -> bool:
        """Clear one idle sequence if they hold more than their budget."""
        sequence = self._room.over_budget(self._options.idle_tokens)
        if sequence is not None:
            self._room.clear(sequence)
        return sequence is not None

    def _reads_ahead(self) -> bool:
        return self._read_ahead is not None and self._read_ahead.wanted

    def _over_budget(self) -> bool:
        return self._room.over_budget(self._options.idle_tokens) is not None

    def _write_snapshot(self) -> None:
        sequence = None if self._keeping is None else self._keeping.due()
        if sequence is None or self._keeping is None:
            return
        tokens = len(sequence.ids)
        if self._keeping.keep(sequence):
            self._outbox.add(SideWork(kind="snapshot", tokens=tokens))
