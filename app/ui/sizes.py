"""How much memory or disk something takes, in words."""

from __future__ import annotations

from app.ui.language import mark, number, tr

_UNITS = (
    (1_000_000_000, mark("{size} GB")),
    (1_000_000, mark("{size} MB")),
    (1_000, mark("{size} kB")),
)


def size_text(size_bytes: int) -> str:
    """Decimal units everywhere, as file managers and download pages count: such as "4.9 GB"."""
    for unit, words in _UNITS:
        if size_bytes >= unit * 0.9995:
            amount = size_bytes / unit
            digits = 1 if unit == _UNITS[0][0] or amount < 10 else 0
            return tr(words, size=number(amount, digits))
    return tr("{size} bytes", size=number(size_bytes))
