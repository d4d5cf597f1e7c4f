"""What was changed in the settings window, newest last, so that it can be undone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from app.domain.preferences import PreferencesFile

MOST_KEPT = 100
"""So many changes can be undone."""


@dataclass(frozen=True, slots=True)
class Change:
    """`before` are the values that held, by the name of their setting. `title` is English."""

    title: str
    before: dict[str, Any]


class Changes:
    """Changes made elsewhere are no business of this; their settings are only set back if they
    were changed here, too."""

    def __init__(self, preferences: PreferencesFile) -> None:
        self._preferences = preferences
        self._done: deque[Change] = deque(maxlen=MOST_KEPT)

    @property
    def newest(self) -> Change | None:
        return self._done[-1] if self._done else None

    def make(self, title: str, **values: Any) -> None:
        """Set settings at once; what is so already is no change.

        Steps of one number after another are one change.
        """
        before = self._now(values)
        if before == values:
            return
        if not self._goes_on(values):
            self._done.append(Change(title, before))
        self._preferences.change(replace(self._preferences.current, **values))

    def would_change(self, values: dict[str, Any]) -> bool:
        """Whether any of these does not hold yet."""
        return self._now(values) != values

    def undo(self) -> None:
        """Take the newest change back."""
        change = self._done.pop()
        self._preferences.change(replace(self._preferences.current, **change.before))

    def _now(self, names: Iterable[str]) -> dict[str, Any]:
        return {name: getattr(self._preferences.current, name) for name in names}

    def _goes_on(self, values: dict[str, Any]) -> bool:
        newest = self.newest
        return (
            newest is not None
            and newest.before.keys() == values.keys()
            and all(type(value) in (int, float) for value in values.values())
        )
