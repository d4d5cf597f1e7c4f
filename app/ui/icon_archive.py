"""The archive of the Lucide icons, of which the window needs a few dozen."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

_END = struct.Struct("<4s4H2LH")
"""Of the archive: signature, disks, numbers of entries, size and place of the directory."""
_ENTRY = struct.Struct("<4s6H3L5H2L")
"""In the directory, with its name behind it; the file's own header begins with less of the same."""
_ENTRY_MARK = b"PK\x01\x02"
_HEADER_SIZE = 30
_HEADER_LENGTHS = struct.Struct("<26x2H")
_DEFLATED = 8


class IconArchive:
    """Finds an entry by its name in the bytes of the directory.

    `ZipFile` makes an object for each of 1,700 entries first, a tenth of what building the window
    takes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            file.seek(-_END.size, 2)
            *_, size, start, _ = _END.unpack(file.read(_END.size))
            file.seek(start)
            self._directory = file.read(size)

    def read(self, name: str) -> bytes:
        """What is in the entry of this name. Raises KeyError when there is none."""
        packed, size, method, start = self._entry(name)
        with self._path.open("rb") as file:
            file.seek(start)
            lengths = _HEADER_LENGTHS.unpack(file.read(_HEADER_SIZE))
            file.seek(sum(lengths), 1)
            data = file.read(packed)
        return zlib.decompress(data, -zlib.MAX_WBITS, size) if method == _DEFLATED else data

    def _entry(self, name: str) -> tuple[int, int, int, int]:
        """Its size packed and unpacked, how it is packed, and where its header begins."""
        wanted, found = name.encode(), -1
        while (found := self._directory.find(wanted, found + 1)) >= 0:
            start = found - _ENTRY.size
            if start < 0 or not self._directory.startswith(_ENTRY_MARK, start):
                continue  # the end of another name
            entry = _ENTRY.unpack_from(self._directory, start)
            if entry[10] == len(wanted):
                return entry[8], entry[9], entry[4], entry[16]
        raise KeyError(name)
