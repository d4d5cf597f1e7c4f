"""Imports as Python makes them, also once Qt is there."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def plain_imports() -> Iterator[None]:
    """Import PySide6 inside of this; what is imported later does not go through it.

    It puts functions of its own in the place of `__import__`, for `from __feature__` and for stars.
    They read the source of every module that comes after it, a tenth of a start, and nothing here
    uses either.
    """
    plain = builtins.__import__
    try:
        yield
    finally:
        builtins.__import__ = plain
