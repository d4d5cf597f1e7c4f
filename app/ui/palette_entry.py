"""One thing that the palette, or the list above the composer, can go to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """`hint` stands at the right: keys, or what kind of thing it is. `icon` is Lucide's name.
    `words` lead to it, too.
    """

    id: str
    text: str
    hint: str
    icon: str
    run: Callable[[], object]
    words: str = ""
