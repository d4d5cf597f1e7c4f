"""Garbage in cycles goes on the main thread, whichever thread allocates."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.collecting import YOUNG_OBJECTS, Collecting


class Cycle:
    """Notes the thread it is destroyed on."""

    destroyed_on: list[int] = []  # noqa: RUF012

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        self.destroyed_on.append(threading.get_ident())


@pytest.fixture
def collecting(qapp: object) -> Iterator[Collecting]:
    from PySide6.QtCore import QObject

    assert isinstance(qapp, QObject)
    gc.collect()
    gc.freeze()  # what the tests before have left need not be looked through each time
    Cycle.destroyed_on.clear()
    collecting = Collecting(qapp)
    yield collecting
    collecting.stop()
    collecting.deleteLater()
    gc.unfreeze()


def allocate() -> None:
    """More than it takes Python to collect by itself."""
    kept = [[number] for number in range(YOUNG_OBJECTS * 4)]
    kept.clear()


def test_another_thread_collects_nothing(qtbot: QtBot, collecting: Collecting) -> None:
    assert collecting.parent() is not None
    for _ in range(50):
        Cycle()
    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert Cycle.destroyed_on == []

    kept = [[number] for number in range(YOUNG_OBJECTS * 2)]
    qtbot.waitUntil(lambda: len(Cycle.destroyed_on) == 50)
    assert set(Cycle.destroyed_on) == {threading.main_thread().ident}
    assert len(kept) == YOUNG_OBJECTS * 2


def test_every_generation_is_looked_through(collecting: Collecting) -> None:
    looks: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looks.append(info["generation"])

    gc.callbacks.append(note)
    try:
        for _ in range(400):
            kept = [[number] for number in range(YOUNG_OBJECTS * 2)]
            collecting.collect_if_due()
            kept.clear()
    finally:
        gc.callbacks.remove(note)
    assert {0, 1, 2} == set(looks)
    assert looks.count(0) > 10 * looks.count(1) > 10 * looks.count(2)


def test_python_collects_again_afterwards(collecting: Collecting) -> None:
    assert not gc.isenabled()
    collecting.stop()
    assert gc.isenabled()
