"""What is freed goes back to the system; seen in processes of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.heap import OWN_MAPPING_BYTES

MAPPED_BYTES = """
from benchmarks._hour_memory import malloc_figures
from app.heap import OWN_MAPPING_BYTES, keep_heap_small
if {kept}:
    assert keep_heap_small()
del (large := [bytearray(20_000_000)])[:]
before = malloc_figures().hblkhd
block = bytearray(OWN_MAPPING_BYTES)
print(malloc_figures().hblkhd - before)
"""


def output_of(program: str) -> str:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def mapped_bytes(*, kept: bool) -> int:
    return int(output_of(MAPPED_BYTES.format(kept=kept)))


@pytest.mark.skipif(sys.platform != "linux", reason="asks the GNU C library")
def test_a_large_block_does_not_go_into_the_heap_after_a_larger_one_was_freed() -> None:
    assert mapped_bytes(kept=True) >= OWN_MAPPING_BYTES
    assert mapped_bytes(kept=False) == 0


HOLES = """
import psutil
from app.heap import give_back_holes
blocks = [bytearray(2_000) for _ in range(30_000)]
last = bytearray(2_000)
del blocks
with_holes = psutil.Process().memory_info().rss
give_back_holes()
print(with_holes - psutil.Process().memory_info().rss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the GNU C library")
def test_holes_below_what_is_kept_are_given_back() -> None:
    assert int(output_of(HOLES)) > 40_000_000
