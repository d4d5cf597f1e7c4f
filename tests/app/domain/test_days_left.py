"""How long the trash still keeps something."""

from __future__ import annotations

import pytest

from app.domain.trash import KEPT_DAYS, MS_PER_DAY, days_left


@pytest.mark.parametrize(
    ("passed_ms", "left"),
    [
        (0, KEPT_DAYS),
        (1, KEPT_DAYS),
        (MS_PER_DAY, KEPT_DAYS - 1),
        (KEPT_DAYS * MS_PER_DAY - 1, 1),
        (KEPT_DAYS * MS_PER_DAY, 0),
        (100 * MS_PER_DAY, 0),
    ],
)
def test_a_begun_day_counts(passed_ms: int, left: int) -> None:
    assert days_left(1000, 1000 + passed_ms) == left
