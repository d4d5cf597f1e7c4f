"""The file of one snapshot: what a sequence held, and the state to go on from.

    magic · format · sizes · checksum of the rest of the header | facts (JSON) · ids | payload
                                                                                       │
                                          state of the sequence · states of its checkpoints

The header alone tells what a snapshot is good for. Nothing in a file is believed before its
checksum is right: CRC-32 for the payload (gigabytes a second), BLAKE2b for the header.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO

from engine.cache.checkpoints import Checkpoint
from engine.cache.logits_check import Likeliest
from engine.errors import SnapshotDamaged

FORMAT = 1
_MAGIC = b"ParleyKV"
_PRELUDE = struct.Struct("<8sIII16s")
_MOST_FACTS_BYTES = 2**20
_MOST_IDS = 2**24


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A sequence to go on from. `likeliest` is empty when nothing is known about what follows.

    `owner` stands for the conversation it was written for, without naming it.
    """

    ids: tuple[int, ...]
    state: bytes
    checkpoints: tuple[Checkpoint, ...] = ()
    likeliest: Likeliest = ()
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotHeader:
    """`model` are the facts of the model key; `parts` are (length, bytes) of each state."""

    model: dict[str, Any]
    ids: array[int]
    state_bytes: int
    checkpoints: tuple[tuple[int, int], ...]
    likeliest: Likeliest
    owner: str
    checksum: int
    header_bytes: int

    @property
    def payload_bytes(self) -> int:
        return self.state_bytes + sum(size for _, size in self.checkpoints)

    def usable(self, shared: int, *, rewinds_freely: bool) -> int:
        """Tokens a restore gives to a prompt that shares the first `shared` of them."""
        if rewinds_freely or shared >= len(self.ids):
            return min(shared, len(self.ids))
        return max((length for length, _ in self.checkpoints if length <= shared), default=0)


def owner_of(conversation: str) -> str:
    """What stands for a conversation in the snapshots that were written for it."""
    return _digest(conversation.encode()).hex()


# ---- writing


def size_bytes(snapshot: Snapshot, model: dict[str, Any]) -> int:
    """What the file of a snapshot will take."""
    return len(_header(snapshot, model)) + sum(map(len, _payload(snapshot)))


def write_snapshot(file: BinaryIO, snapshot: Snapshot, model: dict[str, Any]) -> None:
    """Write the whole file. Raises OSError."""
    file.write(_header(snapshot, model))
    for part in _payload(snapshot):
        file.write(part)


def _payload(snapshot: Snapshot) -> Iterator[bytes]:
    yield snapshot.state
    for checkpoint in snapshot.checkpoints:
        yield checkpoint.state


def _header(snapshot: Snapshot, model: dict[str, Any]) -> bytes:
    checksum = 0
    for part in _payload(snapshot):
        checksum = zlib.crc32(part, checksum)
    facts = json.dumps(
        {
            "model": model,
            "length": len(snapshot.ids),
            "positions": [0, len(snapshot.ids) - 1],
            "state_bytes": len(snapshot.state),
            "checkpoints": [[each.length, len(each.state)] for each in snapshot.checkpoints],
            "likeliest": snapshot.likeliest,
            "owner": snapshot.owner,
            "checksum": checksum,
        }
    ).encode()
    ids = _little_endian(array("i", snapshot.ids)).tobytes()
    sizes = struct.pack("<III", FORMAT, len(facts), len(snapshot.ids))
    return _MAGIC + sizes + _digest(sizes + facts + ids) + facts + ids


# ---- reading


def read_snapshot_header(path: Path) -> SnapshotHeader:
    """Read what a snapshot is good for, not its payload. Raises OSError, SnapshotDamaged."""
    with path.open("rb") as file:
        return _read_header(file, os.fstat(file.fileno()).st_size)


def read_snapshot(path: Path) -> tuple[SnapshotHeader, Snapshot]:
    """Read all of a file and check it. Raises OSError, SnapshotDamaged."""
    with path.open("rb") as file:
        header = _read_header(file, os.fstat(file.fileno()).st_size)
        state = file.read(header.state_bytes)
        checkpoints = tuple(
            Checkpoint(length, file.read(size)) for length, size in header.checkpoints
        )
    snapshot = Snapshot(
        ids=tuple(header.ids),
        state=state,
        checkpoints=checkpoints,
        likeliest=header.likeliest,
        owner=header.owner,
    )
    checksum = 0
    for part in _payload(snapshot):
        checksum = zlib.crc32(part, checksum)
    if checksum != header.checksum:
        raise SnapshotDamaged("The payload does not match its checksum.")
    return header, snapshot


def _read_header(file: BinaryIO, file_bytes: int) -> SnapshotHeader:
    prelude = file.read(_PRELUDE.size)
    if len(prelude) < _PRELUDE.size or not prelude.startswith(_MAGIC):
        raise SnapshotDamaged("The file does not start like a snapshot.")
    _, version, facts_bytes, ids_count, digest = _PRELUDE.unpack(prelude)
    if version != FORMAT or facts_bytes > _MOST_FACTS_BYTES or not 0 < ids_count <= _MOST_IDS:
        raise SnapshotDamaged(f"Its format {version} or its sizes are not known here.")
    rest = file.read(facts_bytes + 4 * ids_count)
    if _digest(prelude[len(_MAGIC) : -len(digest)] + rest) != digest:
        raise SnapshotDamaged("The header does not match its checksum.")
    ids = array("i")
    ids.frombytes(rest[facts_bytes:])
    header = _parse(rest[:facts_bytes], _little_endian(ids), len(prelude) + len(rest))
    if header.header_bytes + header.payload_bytes != file_bytes:
        raise SnapshotDamaged(f"It has {file_bytes:,} bytes, which is not what it should have.")
    return header


def _parse(text: bytes, ids: array[int], header_bytes: int) -> SnapshotHeader:
    try:
        facts = json.loads(text)
        header = SnapshotHeader(
            model=dict(facts["model"]),
            ids=ids,
            state_bytes=int(facts["state_bytes"]),
            checkpoints=tuple((int(length), int(size)) for length, size in facts["checkpoints"]),
            likeliest=tuple((int(id), float(value)) for id, value in facts["likeliest"]),
            owner=str(facts.get("owner", "")),
            checksum=int(facts["checksum"]),
            header_bytes=header_bytes,
        )
        told = (facts["length"], facts["positions"])
    except (KeyError, TypeError, ValueError) as error:
        raise SnapshotDamaged(f"Its header lacks or misstates something ({error!r}).") from error
    if told != (len(ids), [0, len(ids) - 1]) or not _in_order(header):
        raise SnapshotDamaged("Its lengths and positions do not fit together.")
    return header


def _in_order(header: SnapshotHeader) -> bool:
    lengths = [0, *(length for length, _ in header.checkpoints)]
    sizes = [header.state_bytes, *(size for _, size in header.checkpoints)]
    ascending = list(accumulate(lengths, max)) == lengths == sorted(set(lengths))
    return ascending and lengths[-1] <= len(header.ids) and min(sizes) > 0


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


def _little_endian(ids: array[int]) -> array[int]:
    if sys.byteorder == "big":
        ids.byteswap()
    return ids
