"""Work in slices between the events of the window."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from pytestqt.qtbot import QtBot

from app.ui.transcript.background import Background


def counting(steps: int) -> Generator[None, None, int]:
    for _ in range(steps):
        yield
    return steps


@pytest.mark.parametrize("moves", [True, False])
def test_a_result_comes_with_whether_it_moves_anything(qtbot: QtBot, moves: bool) -> None:
    background = Background()
    results: list[int] = []

    with qtbot.waitSignal(background.finished) as finished:
        background.run(counting(3), results.append, moves=moves)
        assert background.busy

    assert (results, finished.args, background.busy) == ([3], [moves], False)
