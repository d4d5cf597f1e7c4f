"""The pages of a database file with what its log adds to them, read without SQLite.

A damaged file is read this way: nothing of it need be right for a page to be found, and nothing
of it is written.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_MAGIC = b"SQLite format 3\0"
_USUAL_PAGE_BYTES = 4096
_LOG_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_LOG_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_WORD = 0xFFFFFFFF


class Pages:
    """Pages are counted from 1. `usable_bytes` are those of a page that hold data, `reads` counts
    how often one was read.
    """

    def __init__(self, path: Path, *, with_log: bool = True) -> None:
        log_path = Path(f"{path}-wal")
        log = log_path.read_bytes() if with_log and log_path.exists() else b""
        self._file = path.open("rb")
        header = self._file.read(100)
        self.page_bytes = _page_bytes(header, log)
        self._logged, logged_count = _committed(log, self.page_bytes)
        if 1 in self._logged:
            header = self._logged[1][:100]
        reserved = header[20] if header.startswith(_MAGIC) else 0
        self.usable_bytes = self.page_bytes - (reserved if reserved <= 32 else 0)
        held = path.stat().st_size // self.page_bytes
        self.count = max(held, logged_count)
        self.reads = 0
        self.first_free = struct.unpack_from(">I", header, 32)[0] if len(header) == 100 else 0

    def page(self, number: int) -> bytes:
        """The content of a page; empty when the file does not reach so far."""
        self.reads += 1
        if number in self._logged:
            return self._logged[number]
        self._file.seek((number - 1) * self.page_bytes)
        content = self._file.read(self.page_bytes)
        return content if len(content) == self.page_bytes else b""

    def free(self) -> set[int]:
        """Pages that hold nothing any more, as far as their list can be read."""
        found: set[int] = set()
        trunk = self.first_free
        while 1 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            content = self.page(trunk)
            if not content:
                break
            trunk, length = struct.unpack_from(">II", content)
            length = min(length, self.usable_bytes // 4 - 2)
            found.update(struct.unpack_from(f">{length}I", content, 8))
        return found

    def close(self) -> None:
        self._file.close()


def _page_bytes(header: bytes, log: bytes) -> int:
    told = struct.unpack_from(">H", header, 16)[0] if header.startswith(_MAGIC) else 0
    if not told and len(log) >= _LOG_HEADER_BYTES:
        told = struct.unpack_from(">I", log, 8)[0]
    told = 65536 if told == 1 else told
    is_possible = 512 <= told <= 65536 and told & (told - 1) == 0
    return told if is_possible else _USUAL_PAGE_BYTES


def _committed(log: bytes, page_bytes: int) -> tuple[dict[int, bytes], int]:
    """The newest content of each page in a log up to its last commit, and the pages in all."""
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    count = 0
    for number, pages_after, content in _frames(log, page_bytes):
        waiting[number] = content
        if pages_after:
            committed |= waiting
            count = pages_after
            waiting = {}
    return committed, count


def _frames(log: bytes, page_bytes: int) -> Iterator[tuple[int, int, bytes]]:
    """Page number, size of the database after a commit or 0, and content; while sums are right."""
    if len(log) < _LOG_HEADER_BYTES:
        return
    magic, _version, told_bytes, _sequence, *salt = struct.unpack_from(">6I", log)
    order = _LOG_MAGIC.get(magic)
    if order is None or told_bytes != page_bytes:
        return
    sums = _sums(log[:24], (0, 0), order)
    if sums != struct.unpack_from(">2I", log, 24):
        return
    frame_bytes = _FRAME_HEADER_BYTES + page_bytes
    for start in range(_LOG_HEADER_BYTES, len(log) - frame_bytes + 1, frame_bytes):
        number, pages_after, *frame_salt = struct.unpack_from(">4I", log, start)
        content = log[start + _FRAME_HEADER_BYTES : start + frame_bytes]
        sums = _sums(content, _sums(log[start : start + 8], sums, order), order)
        if frame_salt != salt or sums != struct.unpack_from(">2I", log, start + 16):
            return
        yield number, pages_after, content


def _sums(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The running checksum of SQLite's log."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
