"""How far opening a store is, when it takes so long that it must be said."""

from __future__ import annotations

from collections.abc import Callable

Told = Callable[[str, float | None], None]
"""Takes a sentence fit to show, and the share that is done, of 1; None while nobody can say. Called
on the store's thread.
"""


def unheard(_sentence: str, _share: float | None) -> None:
    """Where nobody listens."""
