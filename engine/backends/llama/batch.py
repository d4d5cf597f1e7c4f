"""The one batch that every step reuses: arrays that native code reads in place."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.backends.base import Chunk


class Entry(NamedTuple):
    """Ids to append to one sequence from `position` on; the last gets logits when wanted."""

    sequence: int
    position: int
    ids: Sequence[int]
    wants_logits: bool


class ReusedBatch:
    """Room for `capacity` tokens, each in one sequence."""

    def __init__(self, api: Any, capacity: int) -> None:
        self.capacity = capacity
        self._ids = np.zeros(capacity, dtype=np.int32)
        self._positions = np.zeros(capacity, dtype=np.int32)
        self._sequences = np.zeros(capacity, dtype=np.int32)
        self._outputs = np.zeros(capacity, dtype=np.int8)
        counts = np.ones(capacity, dtype=np.int32)
        first = self._sequences.ctypes.data
        addresses = first + np.arange(capacity, dtype=np.uintp) * np.uintp(4)
        self._kept = (counts, addresses)
        self._batch = api.llama_batch()
        self._batch.token = _pointer(self._ids, ctypes.c_int32)
        self._batch.pos = _pointer(self._positions, ctypes.c_int32)
        self._batch.logits = _pointer(self._outputs, ctypes.c_int8)
        self._batch.n_seq_id = _pointer(counts, ctypes.c_int32)
        self._batch.seq_id = ctypes.cast(
            addresses.ctypes.data, ctypes.POINTER(ctypes.POINTER(ctypes.c_int32))
        )

    def fill(self, entries: Sequence[Entry]) -> tuple[Any, dict[int, int]]:
        """Write the entries; returns the native batch and the row of each sequence's logits."""
        rows: dict[int, int] = {}
        start = 0
        self._outputs[: sum(len(entry.ids) for entry in entries)] = 0
        for entry in entries:
            end = start + len(entry.ids)
            self._ids[start:end] = entry.ids
            self._positions[start:end] = range(entry.position, entry.position + end - start)
            self._sequences[start:end] = entry.sequence
            if entry.wants_logits:
                self._outputs[end - 1] = 1
                rows[entry.sequence] = end - 1
            start = end
        self._batch.n_tokens = start
        return self._batch, rows


def split(batch: Sequence[Chunk], lengths: Sequence[int], capacity: int) -> list[list[Entry]]:
    """Cut a step into parts of at most `capacity` tokens.

    Logits live until the next part, so the tokens that want them all go into the last one.
    """
    bodies, tails = [], []
    for chunk, length in zip(batch, lengths, strict=True):
        cut = len(chunk.ids) - (1 if chunk.wants_logits else 0)
        if cut:
            bodies.append(Entry(chunk.sequence, length, chunk.ids[:cut], False))
        if chunk.wants_logits:
            tails.append(Entry(chunk.sequence, length + cut, chunk.ids[cut:], True))
    return _cut([*bodies, *tails], capacity)


def _cut(entries: Sequence[Entry], capacity: int) -> list[list[Entry]]:
    total = sum(len(entry.ids) for entry in entries)
    room = total % capacity or capacity
    parts: list[list[Entry]] = [[]]
    for entry in entries:
        rest = entry
        while rest.ids:
            if not room:
                parts.append([])
                room = capacity
            parts[-1].append(rest._replace(ids=rest.ids[:room]))
            taken = min(room, len(rest.ids))
            room -= taken
            rest = rest._replace(position=rest.position + taken, ids=rest.ids[taken:])
    return parts


def _pointer(array: np.ndarray[Any, Any], kind: Any) -> Any:
    return ctypes.cast(array.ctypes.data, ctypes.POINTER(kind))
