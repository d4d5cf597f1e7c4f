"""What a model works with: what it is given from outside, and what is made around its cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.backends.base import Backend
from engine.cache.keeping import Keeping
from engine.cache.ledger import Ledger
from engine.cache.origins import Origins
from engine.cache.room import Room
from engine.cache.snapshots import SnapshotStore
from engine.idle_work import IdleWork
from engine.models import CacheOptions
from engine.outbox import Outbox
from engine.planning import Planner
from engine.prompt.templates import Templates
from engine.read_ahead import ReadAhead
from engine.scheduler import PrefillPace
from engine.trace import Trace


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Cache options, snapshots, templates, way out, monotonic seconds and perhaps a trace."""

    cache: CacheOptions
    store: SnapshotStore | None
    templates: Templates
    outbox: Outbox
    clock: Callable[[], float]
    trace: Trace | None = None


class Equipment:
    """The ledger of one model's cache and all that looks after it; they know each other."""

    def __init__(self, backend: Backend, given: Surroundings) -> None:
        self.ledger = Ledger(backend)
        self.origins = Origins()
        self.pace = PrefillPace(backend.batch_tokens)
        keeping = self._keeping(given)
        self.room = Room(ledger=self.ledger, origins=self.origins, keeping=keeping)
        self.planner = Planner(
            backend=backend,
            ledger=self.ledger,
            origins=self.origins,
            room=self.room,
            store=given.store,
            templates=given.templates,
        )
        self.read_ahead = self._new_read_ahead(backend, given)
        self.idle_work = IdleWork(
            options=given.cache,
            room=self.room,
            read_ahead=self.read_ahead,
            keeping=keeping,
            outbox=given.outbox,
            clock=given.clock,
        )

    def _keeping(self, given: Surroundings) -> Keeping | None:
        if given.store is None:
            return None
        return Keeping(
            store=given.store,
            ledger=self.ledger,
            worth_s=given.cache.snapshot_worth_s,
            tokens_per_second=lambda: self.pace.tokens_per_second,
        )

    def _new_read_ahead(self, backend: Backend, given: Surroundings) -> ReadAhead | None:
        if not (given.cache.read_ahead and backend.info.capabilities.forks):
            return None
        return ReadAhead(
            backend=backend,
            ledger=self.ledger,
            origins=self.origins,
            room=self.room,
            templates=given.templates,
            pace=self.pace,
            clock=given.clock,
        )
