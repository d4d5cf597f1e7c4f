"""Length-prefixed frames over a pipe: four bytes little-endian, then one pickled value.

Both ends are the same program on the same machine, and nobody else can write to the pipe.
"""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct("<I")


def write_frame(stream: IO[bytes], value: object) -> None:
    """Write one frame and flush. Raises OSError when the other side is gone."""
    body = pickle.dumps(value, protocol=5)
    stream.write(_LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """The next value. Raises EOFError when the other side is gone, also in mid-frame."""
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data
