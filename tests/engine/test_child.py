"""The engine's thread by itself: it wakes for idle work, and for nothing else."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from engine.events import Event, Finished, Forecast, Loaded, Settled, SideWork
from engine.in_process import InProcessHost
from engine.models import CacheOptions
from engine.types import Command, CountTokens, Generate, LoadModel, PromptRequest, Settle
from tests.engine.driven import user
from tests.engine.scripted import open_scripted
from tests.patience import LIMIT_S

OneOf = TypeVar("OneOf", bound=Event)
HI = PromptRequest(messages=(user("hi"),))


class Host:
    """An engine on a thread, and what it delivered."""

    def __init__(self, model: Path, cache: CacheOptions) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._host = InProcessHost(deliver=self._deliver, open_backend=open_scripted)
        self.submit(LoadModel(request=self.next(), path=str(model), cache=cache))
        self.until(Loaded)

    def _deliver(self, events: list[Event]) -> None:
        for event in events:
            self._events.put(event)

    def next(self) -> int:
        return self._host.next_request()

    def submit(self, command: Command) -> None:
        self._host.submit(command)

    def until(self, kind: type[OneOf]) -> OneOf:
        while True:
            event = self._events.get(timeout=LIMIT_S)
            if isinstance(event, kind):
                return event

    def ask(self) -> None:
        self.submit(Generate(request=self.next(), conversation="a", prompt=HI))
        self.until(Finished)

    def close(self) -> None:
        self._host.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    model = tmp_path / "script.json"
    model.write_text(json.dumps({"say": "hello"}), encoding="utf-8")
    cache = CacheOptions(
        snapshots=str(tmp_path / "snapshots"), snapshot_worth_s=0.0, snapshot_after_idle_s=0.05
    )
    host = Host(model, cache)
    yield host
    host.close()


def test_idle_work_is_done_without_a_command(host: Host) -> None:
    host.ask()

    assert host.until(SideWork).kind == "read_ahead"
    assert host.until(SideWork).kind == "snapshot"


def test_settle_and_a_forecast_are_answered(host: Host) -> None:
    host.ask()
    host.submit(Settle(request=host.next()))
    host.until(Settled)
    host.submit(CountTokens(request=host.next(), conversation="a", prompt=HI))

    assert host.until(Forecast).to_read == 1
