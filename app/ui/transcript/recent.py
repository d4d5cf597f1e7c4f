"""Lets the most recently used things keep what can be built again, and the others release it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary, ref


class Releasable(Protocol):
    def release(self) -> None:
        """Drop what can be built again."""


T = TypeVar("T", bound=Releasable)


class Recent(Generic[T]):
    """At most `capacity` things; the longest unused is released for a new one. Those that are gone,
    with a conversation that is shown no more, are not held.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._things: WeakKeyDictionary[T, None] = WeakKeyDictionary()
        """In the order of their use."""
        self._last: Callable[[], T | None] = lambda: None

    def __len__(self) -> int:
        return len(self._things)

    def use(self, thing: T) -> None:
        if self._last() is thing:  # asked for many times in a row while it is painted
            return
        self._last = ref(thing)
        self._things.pop(thing, None)
        self._things[thing] = None
        while len(self._things) > self._capacity:
            oldest = next(iter(self._things))
            del self._things[oldest]
            oldest.release()
