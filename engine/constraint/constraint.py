"""What a round knows of a constraint: ask for a mask before sampling, tell it the id after."""

from __future__ import annotations

from typing import Protocol

from engine.backends.base import Allowed


class Constraint(Protocol):
    """The form of one answer, followed token by token. Inference thread only."""

    def mask(self) -> Allowed:
        """Which ids may come next; never none. Where the answer may end, that includes the tokens
        that end the turn. The array is filled anew by the next call.

        Raises ComputeFailed when the form has become too complex to follow.
        """

    def accept(self, id: int) -> None:
        """Go on with an id that the mask allowed, but for tokens that end the turn."""

    @property
    def is_complete(self) -> bool:
        """Whether the answer may end here."""
