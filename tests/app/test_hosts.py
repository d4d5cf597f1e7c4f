"""The engine host, made when something is asked of it."""

from __future__ import annotations

import pytest

from app.hosts import LateHost
from engine.types import Command, Forget


class Host:
    """Keeps what it is asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def submit(self, command: Command) -> None:
        self.asked.append(command)

    def next_request(self) -> int:
        return 7

    def close(self) -> None:
        self.asked.append("close")


@pytest.fixture
def made() -> list[Host]:
    return []


@pytest.fixture
def host(made: list[Host]) -> LateHost:
    def make() -> Host:
        made.append(Host())
        return made[-1]

    return LateHost(make)


def test_one_is_made_and_gets_everything(host: LateHost, made: list[Host]) -> None:
    assert host.next_request() == 7
    host.submit(Forget(conversation="one"))
    host.close()

    assert [one.asked for one in made] == [[Forget(conversation="one"), "close"]]


def test_nothing_is_made_to_be_closed(host: LateHost, made: list[Host]) -> None:
    host.close()

    assert made == []
