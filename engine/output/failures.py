"""Why something that looked like a call is none. Never leaves this package."""

from __future__ import annotations


class NotACall(Exception):
    """What follows an opener cannot be a call; the text is released."""


class Malformed(NotACall):
    """A call was begun and cannot be read."""
