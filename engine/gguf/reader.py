"""Parse a GGUF file's metadata and tensor list within limits taken from the file's size.

    "GGUF" version tensor_count key_count | key type value … | name dims type offset … | data

Nothing is believed before it is checked: every count and length must fit into the bytes left.
Arrays longer than KEPT_VALUES (vocabularies) are stepped over and only counted.
"""

from __future__ import annotations

import math
import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadModelFile
from engine.gguf.file import mapped
from engine.gguf.types import TENSOR_TYPES

KEPT_VALUES = 1024
MAX_KEYS = 65_536
MAX_TENSORS = 262_144
MAX_STRINGS = 4_194_304
MAX_NAME_BYTES = 65_535
MAX_DIMENSIONS = 4
MAX_NESTING = 2
MAX_ALIGNMENT = 65_536
MAX_ELEMENTS = 2**44

_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")
_SCALARS = {
    0: ("u8", struct.Struct("<B")),
    1: ("i8", struct.Struct("<b")),
    2: ("u16", struct.Struct("<H")),
    3: ("i16", struct.Struct("<h")),
    4: ("u32", _U32),
    5: ("i32", struct.Struct("<i")),
    6: ("f32", struct.Struct("<f")),
    7: ("bool", struct.Struct("<?")),
    10: ("u64", _U64),
    11: ("i64", struct.Struct("<q")),
    12: ("f64", struct.Struct("<d")),
}
_STRING = 8
_ARRAY = 9


@dataclass(frozen=True, slots=True)
class LongArray:
    """An array that was stepped over: what it holds, and how many."""

    kind: str
    count: int


MetadataValue = str | int | float | bool | LongArray | tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """`offset_bytes` counts from the start of the data section."""

    name: str
    elements: int
    size_bytes: int
    offset_bytes: int


@dataclass(frozen=True, slots=True)
class GgufContent:
    """All a file says before its data."""

    version: int
    metadata: dict[str, MetadataValue]
    tensors: tuple[TensorInfo, ...]
    size_bytes: int


def read_content(path: Path) -> GgufContent:
    """Read everything before the tensor data. Raises BadModelFile with one sentence."""
    with mapped(path) as data:
        return _Parser(path, data).content()


class _Parser:
    def __init__(self, path: Path, data: mmap.mmap) -> None:
        self._path = path
        self._data = data
        self._size = len(data)
        self._position = 4

    def content(self) -> GgufContent:
        version = self._version()
        tensor_count = self._count(_U64, least_bytes=24, most=MAX_TENSORS, what="tensors")
        key_count = self._count(_U64, least_bytes=13, most=MAX_KEYS, what="metadata entries")
        metadata = self._metadata(key_count)
        alignment = self._alignment(metadata)
        tensors = tuple(self._tensor(alignment) for _ in range(tensor_count))
        self._check_data(tensors, alignment)
        return GgufContent(version, metadata, tensors, self._size)

    def _version(self) -> int:
        version: int = self._number(_U32)
        if version in (2, 3):
            return version
        if version in (0x02000000, 0x03000000):
            raise self._bad("it was written for big-endian machines")
        raise self._bad(f"its format version {version} is not supported (2 and 3 are)")

    def _metadata(self, count: int) -> dict[str, MetadataValue]:
        metadata: dict[str, MetadataValue] = {}
        for _ in range(count):
            key = self._string(most_bytes=MAX_NAME_BYTES)
            if not key or key in metadata:
                raise self._bad(f"the metadata key {key!r} is empty or comes twice")
            metadata[key] = self._value(self._number(_U32), nesting=0)
        return metadata

    def _value(self, kind: int, nesting: int) -> MetadataValue:
        if kind in _SCALARS:
            number: int | float | bool = self._number(_SCALARS[kind][1])
            return number
        if kind == _STRING:
            return self._string(most_bytes=self._size)
        if kind == _ARRAY:
            return self._array(nesting + 1)
        raise self._bad(f"metadata type {kind} is unknown")

    def _array(self, nesting: int) -> MetadataValue:
        if nesting > MAX_NESTING:
            raise self._bad("its metadata is nested too deep")
        kind = self._number(_U32)
        if kind in _SCALARS:
            return self._scalars(*_SCALARS[kind])
        if kind not in (_STRING, _ARRAY):
            raise self._bad(f"metadata type {kind} is unknown")
        least = 8 if kind == _STRING else 12
        count = self._count(_U64, least_bytes=least, most=MAX_STRINGS, what="array values")
        if count <= KEPT_VALUES:
            return tuple(self._value(kind, nesting) for _ in range(count))
        if kind == _ARRAY:
            raise self._bad("it holds an absurd number of nested arrays")
        self._skip_strings(count)
        return LongArray("string", count)

    def _scalars(self, name: str, layout: struct.Struct) -> MetadataValue:
        count = self._count(_U64, least_bytes=layout.size, most=self._size, what="array values")
        start = self._take(count * layout.size)
        if count > KEPT_VALUES:
            return LongArray(name, count)
        return struct.unpack_from(f"<{count}{layout.format[1:]}", self._data, start)

    def _skip_strings(self, count: int) -> None:
        # The hot loop: 300,000 rounds for a large vocabulary, so no calls but unpack.
        unpack = _U64.unpack_from
        data, position, last = self._data, self._position, self._size - 8
        for _ in range(count):
            if position > last:
                raise self._short()
            position += 8 + unpack(data, position)[0]
        if position > self._size:
            raise self._short()
        self._position = position

    def _tensor(self, alignment: int) -> TensorInfo:
        name = self._string(most_bytes=MAX_NAME_BYTES)
        dimensions = self._number(_U32)
        if not 1 <= dimensions <= MAX_DIMENSIONS:
            raise self._bad(f"tensor {name!r} has {dimensions} dimensions")
        shape = [self._number(_U64) for _ in range(dimensions)]
        kind = TENSOR_TYPES.get(self._number(_U32))
        offset = self._number(_U64)
        if kind is None:
            raise self._bad(f"tensor {name!r} has a type this version does not know")
        elements = math.prod(shape)
        if not 0 < elements < MAX_ELEMENTS or shape[0] % kind.block:
            raise self._bad(f"tensor {name!r} has the impossible shape {shape}")
        if offset % alignment or offset >= MAX_ELEMENTS:
            raise self._bad(f"tensor {name!r} lies at the impossible place {offset}")
        return TensorInfo(name, elements, elements // kind.block * kind.block_bytes, offset)

    def _check_data(self, tensors: tuple[TensorInfo, ...], alignment: int) -> None:
        start = -(-self._position // alignment) * alignment
        end = max((start + each.offset_bytes + each.size_bytes for each in tensors), default=0)
        if end > self._size:
            raise BadModelFile(
                f"{self._path.name} is incomplete: it has {self._size:,} of {end:,} bytes; "
                "download it again."
            )

    def _alignment(self, metadata: dict[str, MetadataValue]) -> int:
        alignment = metadata.get("general.alignment", 32)
        if (
            not isinstance(alignment, int)
            or not 1 <= alignment <= MAX_ALIGNMENT
            or alignment & (alignment - 1)
        ):
            raise self._bad(f"its alignment is {alignment}")
        return alignment

    def _count(self, layout: struct.Struct, *, least_bytes: int, most: int, what: str) -> int:
        count: int = self._number(layout)
        if count > most or count * least_bytes > self._size - self._position:
            raise self._bad(f"it claims to hold {count:,} {what}, more than fit into the file")
        return count

    def _number(self, layout: struct.Struct) -> Any:
        return layout.unpack_from(self._data, self._take(layout.size))[0]

    def _string(self, *, most_bytes: int) -> str:
        length = self._number(_U64)
        if length > most_bytes:
            raise self._bad(f"it claims to hold a text of {length:,} bytes")
        start = self._take(length)
        return self._data[start : start + length].decode("utf-8", "replace")

    def _take(self, count: int) -> int:
        """Step over `count` bytes; returns where they start."""
        start = self._position
        if count > self._size - start:
            raise self._short()
        self._position = start + count
        return start

    def _short(self) -> BadModelFile:
        return BadModelFile(f"{self._path.name} is cut off in its header; download it again.")

    def _bad(self, reason: str) -> BadModelFile:
        return BadModelFile(
            f"{self._path.name} is not a valid GGUF file: {reason}. "
            "Download it again, or open another file."
        )
