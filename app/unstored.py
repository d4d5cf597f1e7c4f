"""A store that keeps nothing: what temporary conversations are saved in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from app.store.errors import StoreError

if TYPE_CHECKING:
    from app.store.library import Library


class Store(Protocol):
    """What a conversation asks of the store's thread."""

    @property
    def opening(self) -> bool: ...

    def submit(
        self,
        action: Callable[[Library], None],
        then: Callable[[None], None] | None = None,
        failed: Callable[[StoreError], None] | None = None,
    ) -> None: ...


class Unstored:
    """Says that every step is done, in the order they came, and does none. `post` as the bridge's:
    runs a closure on the main thread, later.
    """

    opening = False

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post

    def submit(
        self,
        action: Callable[[Library], None],  # noqa: ARG002 - that is what it is for
        then: Callable[[None], None] | None = None,
        failed: Callable[[StoreError], None] | None = None,  # noqa: ARG002
    ) -> None:
        if then is not None:
            self._post(partial(then, None))
