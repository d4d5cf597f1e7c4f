"""How long what was deleted can still come back."""

from __future__ import annotations

KEPT_DAYS = 30
MS_PER_DAY = 24 * 60 * 60 * 1000


def days_left(deleted_ms: int, now_ms: int) -> int:
    """Days that are still left, the begun one included; 0 when it goes at the next start."""
    left_ms = deleted_ms + KEPT_DAYS * MS_PER_DAY - now_ms
    return max(0, -(-left_ms // MS_PER_DAY))
