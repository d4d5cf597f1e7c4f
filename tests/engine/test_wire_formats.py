"""The window offers every format that answers can be read by."""

from __future__ import annotations

from engine.models import WIRE_FORMATS
from engine.output.formats import FORMATS


def test_all_formats_are_listed_in_order() -> None:
    assert sorted(format.key for format in FORMATS) == list(WIRE_FORMATS)
