"""The door between the engine's threads and Qt."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from engine.events import ContentDelta, Event
from engine.types import Stop
from tests.app.fakes import FakeHost


@pytest.fixture
def bridge(qapp: QApplication) -> Bridge:
    bridge = Bridge()
    bridge.attach(FakeHost(bridge, qapp))
    return bridge


def on_a_thread(action: Callable[[], None]) -> None:
    thread = threading.Thread(target=action)
    thread.start()
    thread.join()


def test_batches_arrive_whole_in_order_and_on_the_main_thread(bridge: Bridge, qtbot: QtBot) -> None:
    batches: list[list[Event]] = [
        [ContentDelta(request=1, text=f"{batch}.{n}") for n in range(3)] for batch in range(200)
    ]
    arrived: list[list[Event]] = []
    threads: set[int] = set()
    bridge.arrived.connect(arrived.append)
    bridge.arrived.connect(lambda _: threads.add(threading.get_ident()))

    def bring() -> None:
        for batch in batches:
            bridge.deliver(batch)

    on_a_thread(bring)

    assert arrived == []
    qtbot.waitUntil(lambda: len(arrived) == len(batches))
    assert arrived == batches
    assert threads == {threading.get_ident()}


def test_closures_and_batches_keep_their_order(bridge: Bridge, qtbot: QtBot) -> None:
    seen: list[str] = []
    bridge.arrived.connect(lambda _: seen.append("batch"))

    def bring() -> None:
        bridge.post(lambda: seen.append("first"))
        bridge.deliver([])
        bridge.post(lambda: seen.append("last"))

    on_a_thread(bring)

    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == ["first", "batch", "last"]


def test_after_close_nothing_comes_through(bridge: Bridge, qapp: QApplication) -> None:
    seen: list[str] = []
    on_a_thread(lambda: bridge.post(lambda: seen.append("late")))

    bridge.close()
    on_a_thread(lambda: bridge.post(lambda: seen.append("later")))
    qapp.processEvents()

    assert seen == []


def test_commands_go_to_the_host(qapp: QApplication) -> None:
    bridge = Bridge()
    host = FakeHost(bridge, qapp)
    bridge.attach(host)

    bridge.submit(Stop(request=bridge.next_request()))
    bridge.close()

    assert host.commands == [Stop(request=1)]
    assert host.closed
