"""A copy of all conversations that can be gone back to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

Occasion = Literal["daily", "weekly", "migration", "repair"]
"""Why a copy was made: because time had passed, or before the database was changed."""


@dataclass(frozen=True, slots=True)
class StoredCopy:
    path: Path
    made: datetime
    conversations: int
    messages: int
    occasion: Occasion = "daily"
