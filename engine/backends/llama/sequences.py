"""The cache sequences of a context: lengths, rewind, fork, and their state as bytes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_WHOLE = 0
_STATE_POINTER = ctypes.POINTER(ctypes.c_uint8)


@dataclass(frozen=True, slots=True)
class Remembered:
    """Lengths by sequence, and the checkpoints of those that held anything."""

    lengths: dict[int, int]
    checkpoints: dict[int, bytes]


class Sequences:
    """Works on the context's memory only; positions of a sequence are 0 to length - 1.

    A recurrent state cannot be cut, and a sliding window may have lost what a shorter sequence
    would need: such models keep nothing on a rewind unless all they need is still there, and go
    back further by checkpoints. Those are the library's partial states: the recurrent state, or
    the cells of the window layers; what attends to everything is only cut.
    """

    def __init__(self, api: Any, model: int, context: int) -> None:
        self._api = api
        self._context = context
        self._memory = api.llama_get_memory(context)
        self._partial: int = api.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY
        self._window: int = api.llama_model_n_swa(model)
        # Each predicate is false for what only the other one names.
        self._recurrent: bool = api.llama_model_is_recurrent(model) or api.llama_model_is_hybrid(
            model
        )
        self.rewinds_freely = not self._recurrent and not self._window

    def length(self, sequence: int) -> int:
        last: int = self._api.llama_memory_seq_pos_max(self._memory, sequence)
        return last + 1

    def clear(self, sequence: int) -> None:
        self._api.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    # ---- rewind and fork

    def can_rewind(self, sequence: int, length: int) -> bool:
        if length <= 0 or length >= self.length(sequence):
            return True
        if self._recurrent:
            return False
        return not self._window or self._first(sequence) <= max(0, length - self._window)

    def rewind(self, sequence: int, length: int) -> int:
        held = self.length(sequence)
        if length >= held:
            return held
        if length > 0 and self.can_rewind(sequence, length) and self._cut(sequence, length):
            return length
        self.clear(sequence)
        return 0

    def _cut(self, sequence: int, length: int) -> bool:
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

    # ---- checkpoints

    def checkpoint(self, sequence: int) -> bytes:
        return b"" if self.rewinds_freely else self._read_state(sequence, self._partial)

    def restore_checkpoint(self, sequence: int, state: bytes, length: int) -> bool:
        if 0 < length <= self.length(sequence) and self._go_back(sequence, state, length):
            return True
        self.clear(sequence)
        return False

    def _go_back(self, sequence: int, state: bytes, length: int) -> bool:
        if not self.rewinds_freely:
            # The length is that of the state itself only before the cut: a longer state could be
            # cut to `length`, too, without the window that belongs there.
            written = self._write_state(sequence, state, self._partial)
            if not written or self.length(sequence) != length:
                return False
        return self._cut(sequence, length)

    def remember(self, sequences: Sequence[int]) -> Remembered:
        """How the sequences are, to come back to after a step that went wrong."""
        lengths = {sequence: self.length(sequence) for sequence in sequences}
        held = [sequence for sequence, length in lengths.items() if length]
        return Remembered(lengths, {sequence: self.checkpoint(sequence) for sequence in held})

    def roll_back(self, before: Remembered) -> None:
        """Cut off whatever was appended since."""
        for sequence, length in before.lengths.items():
            if length == 0:
                self.clear(sequence)
            else:
                done = self._go_back(sequence, before.checkpoints[sequence], length)
                assert done, "a failed step left tokens behind"

    # ---- states as bytes

    def snapshot(self, sequence: int) -> bytes:
        return self._read_state(sequence, _WHOLE)

    def restore(self, sequence: int, state: bytes, length: int) -> bool:
        self.clear(sequence)
        if self._write_state(sequence, state, _WHOLE) and self._holds(sequence, state, length):
            return True
        self.clear(sequence)
        return False

    def _holds(self, sequence: int, state: bytes, length: int) -> bool:
        """Last and first position are right, and writing it out again would take as many bytes,
        so that no cell between them is missing."""
        if self.length(sequence) != length or self._size(sequence, _WHOLE) != len(state):
            return False
        return not self.rewinds_freely or self._first(sequence) == 0

    def _size(self, sequence: int, flags: int) -> int:
        size: int = self._api.llama_state_seq_get_size_ext(self._context, sequence, flags)
        return size

    def _read_state(self, sequence: int, flags: int) -> bytes:
        size = self._size(sequence, flags)
        state = bytearray(size)
        room = (ctypes.c_uint8 * size).from_buffer(state)
        read = self._api.llama_state_seq_get_data_ext(self._context, room, size, sequence, flags)
        assert read == size, "the state is not as long as it was said to be"
        return bytes(state)

    def _write_state(self, sequence: int, state: bytes, flags: int) -> bool:
        source = ctypes.cast(ctypes.c_char_p(state), _STATE_POINTER)
        read: int = self._api.llama_state_seq_set_data_ext(
            self._context, source, len(state), sequence, flags
        )
        return read > 0 and read == len(state)
