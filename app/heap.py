"""Freed memory goes back to the system.

The GNU C library puts blocks above a limit into mappings of their own, and raises that limit to the
largest of them that was ever freed: after the first resized window all pictures, requests and
answers from the engine's process lie in the heap, which they leave full of holes when they go. It
does not when the limit is set.

Small blocks leave holes, too. They are filled again in time, so only what happens seldom and frees
much, like another language with its new window, is worth giving them back.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
OWN_MAPPING_BYTES = 256 * 1024
"""Blocks from this size on have a mapping of their own. Making one costs 0.25 µs a kilobyte."""
KEPT_AT_TOP_BYTES = 1024 * 1024
"""So much that is free at the end of the heap is kept for what comes next."""


def keep_heap_small() -> bool:
    """From now on; False where another C library does as it likes."""
    set_option = _of_c_library("mallopt")
    return (
        set_option is not None
        and set_option(_M_MMAP_THRESHOLD, OWN_MAPPING_BYTES) == 1
        and set_option(_M_TRIM_THRESHOLD, KEPT_AT_TOP_BYTES) == 1
    )


def give_back_holes() -> None:
    """All whole pages that are free: 1 to 30 ms, in which nothing can be allocated."""
    if trim := _of_c_library("malloc_trim"):
        trim(0)


def _of_c_library(name: str) -> Callable[..., int] | None:
    if not sys.platform.startswith("linux"):
        return None
    import ctypes  # late: the start of the program does without

    return getattr(ctypes.CDLL(None), name, None)
