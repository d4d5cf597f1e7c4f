"""Sizes in words."""

from __future__ import annotations

import pytest

from app.ui.sizes import size_text


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (25_300_000_000, "25.3 GB"),
        (5_030_000_000, "5.0 GB"),
        (999_400_000, "999 MB"),
        (98_362_432, "98 MB"),
        (1_240_000, "1.2 MB"),
        (999_600, "1.0 MB"),
        (812_345, "812 kB"),
        (4120, "4.1 kB"),
        (999, "999 bytes"),
        (0, "0 bytes"),
    ],
)
def test_sizes_are_decimal(size_bytes: int, text: str) -> None:
    assert size_text(size_bytes) == text
