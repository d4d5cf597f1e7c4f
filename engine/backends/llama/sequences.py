"""The cache sequences of a context: lengths, rewind, fork, and their state as bytes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_WHOLE = 0
_STATE_POINTER = ctypes.POINTER(ctypes.c_uint8)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Lengths by sequence, and the state of those that cannot simply be cut."""

    lengths: dict[int, int]
    states: dict[int, bytes]


class Sequences:
    """Works on the context's memory only; positions of a sequence are 0 to length - 1.

    A recurrent state cannot be cut, and a sliding window may have lost what a shorter sequence
    would need: such models keep nothing on a rewind unless all they need is still there.
    """

    def __init__(self, api: Any, model: int, context: int) -> None:
        self._api = api
        self._context = context
        self._memory = api.llama_get_memory(context)
        self._window: int = api.llama_model_n_swa(model)
        recurrent: bool = api.llama_model_is_recurrent(model) or api.llama_model_is_hybrid(model)
        self.rewinds_freely = not recurrent and not self._window

    def length(self, sequence: int) -> int:
        last: int = self._api.llama_memory_seq_pos_max(self._memory, sequence)
        return last + 1

    def clear(self, sequence: int) -> None:
        self._api.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def rewind(self, sequence: int, length: int) -> int:
        held = self.length(sequence)
        if length >= held:
            return held
        if length > 0 and self._cut(sequence, length):
            return length
        self.clear(sequence)
        return 0

    def _cut(self, sequence: int, length: int) -> bool:
        if self._window and self._first(sequence) > max(0, length - self._window):
            return False
        cut: bool = self._api.llama_memory_seq_rm(self._memory, sequence, length, -1)
        return cut and self.length(sequence) == length

    def _first(self, sequence: int) -> int:
        first: int = self._api.llama_memory_seq_pos_min(self._memory, sequence)
        return first

    def fork(self, source: int, target: int) -> None:
        if source == target:
            return
        self.clear(target)
        self._api.llama_memory_seq_cp(self._memory, source, target, -1, -1)

    def snapshot(self, sequence: int) -> bytes:
        return self._read_state(sequence, _WHOLE)

    def restore(self, sequence: int, state: bytes, length: int) -> bool:
        self.clear(sequence)
        whole = self._write_state(sequence, state, _WHOLE) and self.length(sequence) == length
        if whole and (not self.rewinds_freely or self._first(sequence) == 0):
            return True
        self.clear(sequence)
        return False

    def checkpoint(self, sequences: Sequence[int]) -> Checkpoint:
        """Remember how the sequences are, to come back to after a step that went wrong."""
        lengths = {sequence: self.length(sequence) for sequence in sequences}
        if self.rewinds_freely:
            return Checkpoint(lengths, {})
        flag = self._api.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        held = [sequence for sequence, length in lengths.items() if length]
        return Checkpoint(lengths, {each: self._read_state(each, flag) for each in held})

    def roll_back(self, checkpoint: Checkpoint) -> None:
        """Cut off whatever was appended since the checkpoint."""
        for sequence, length in checkpoint.lengths.items():
            self._roll_back(sequence, length, checkpoint.states.get(sequence))

    def _roll_back(self, sequence: int, length: int, state: bytes | None) -> None:
        if length == 0:
            self.clear(sequence)
        elif state is None:
            self._api.llama_memory_seq_rm(self._memory, sequence, length, -1)
        else:
            self._write_state(sequence, state, self._api.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY)
            self._api.llama_memory_seq_rm(self._memory, sequence, length, -1)
        assert self.length(sequence) == length, "a failed step left tokens behind"

    def _read_state(self, sequence: int, flags: int) -> bytes:
        size = self._api.llama_state_seq_get_size_ext(self._context, sequence, flags)
        state = bytearray(size)
        room = (ctypes.c_uint8 * size).from_buffer(state)
        self._api.llama_state_seq_get_data_ext(self._context, room, size, sequence, flags)
        return bytes(state)

    def _write_state(self, sequence: int, state: bytes, flags: int) -> bool:
        source = ctypes.cast(ctypes.c_char_p(state), _STATE_POINTER)
        read: int = self._api.llama_state_seq_set_data_ext(
            self._context, source, len(state), sequence, flags
        )
        return read > 0 and read == len(state)
