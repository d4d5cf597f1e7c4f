"""Where a window comes back: on a screen that is there, in a place that can be reached."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from app.ui.placing import visible_place

LAPTOP = QRect(0, 0, 1440, 900)
SECOND = QRect(1440, -200, 2560, 1440)


@pytest.mark.parametrize("place", [QRect(100, 100, 1180, 760), QRect(1600, -100, 1180, 760)])
def test_a_place_that_can_be_seen_is_kept(place: QRect) -> None:
    assert visible_place(place, [LAPTOP, SECOND]) == place


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (QRect(1600, -100, 1180, 760), QRect(260, 0, 1180, 760)),
        (QRect(-3000, 100, 1180, 760), QRect(0, 100, 1180, 760)),
        (QRect(100, 2000, 2000, 1600), QRect(0, 0, 1440, 900)),
        (QRect(100, -700, 1180, 760), QRect(100, 0, 1180, 760)),
    ],
)
def test_a_place_on_a_screen_that_is_gone_moves(place: QRect, expected: QRect) -> None:
    assert visible_place(place, [LAPTOP]) == expected


def test_a_window_half_beside_the_screen_stays_while_its_top_can_be_held() -> None:
    place = QRect(1300, 500, 1180, 760)

    assert visible_place(place, [LAPTOP]) == place


def test_without_a_screen_nothing_moves() -> None:
    assert visible_place(QRect(5, 5, 10, 10), []) == QRect(5, 5, 10, 10)
