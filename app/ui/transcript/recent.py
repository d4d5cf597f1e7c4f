"""Keeps the most recently used things alive and lets the others release what they can."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar


class Releasable(Protocol):
    def release(self) -> None:
        """Drop what can be built again."""


T = TypeVar("T", bound=Releasable)


class Recent(Generic[T]):
    """At most `capacity` things; the longest unused is released for a new one."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._things: OrderedDict[T, None] = OrderedDict()

    def use(self, thing: T) -> None:
        self._things[thing] = None
        self._things.move_to_end(thing)
        while len(self._things) > self._capacity:
            oldest, _ = self._things.popitem(last=False)
            oldest.release()
