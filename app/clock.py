"""The time of now, as messages and conversations keep it."""

from __future__ import annotations

import time
from datetime import datetime


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def local_now() -> str:
    """The time as conversations keep it for templates (ISO 8601)."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
