"""A copy of all conversations that can be gone back to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class StoredCopy:
    path: Path
    made: datetime
    conversations: int
    messages: int
