"""The llama.cpp backend: one model, one context, several cache sequences in one unified cache."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.backends.base import Allowed, Chunk, Sampler, Tokenizer, TokenProbability
from engine.backends.llama.abort import AbortSwitch
from engine.backends.llama.batch import Entry, ReusedBatch, split
from engine.backends.llama.description import Description
from engine.backends.llama.library import Library, load_library
from engine.backends.llama.loading import NativeModel, open_native
from engine.backends.llama.sampler import LlamaSampler
from engine.backends.llama.sequences import Sequences
from engine.backends.llama.tokenizer import LlamaTokenizer
from engine.errors import ComputeFailed, EngineError, OutOfMemory
from engine.gguf import GgufHeader, read_header, require_chat_model
from engine.models import LoadOptions, ModelInfo
from engine.types import Sampling

_DECODED = 0
_CELLS_FULL = 1
_ABORTED = 2
_WARM_UP_TOKENS = 16


def open_llama(path: str, options: LoadOptions, progress: Callable[[float], None]) -> LlamaBackend:
    """Open a GGUF file for answering; an `OpenBackend`.

    The header is checked in Python before native code reads the file.
    Raises BadModelFile, LoadFailed, OutOfMemory, Unsupported.
    """
    header = read_header(Path(path))
    require_chat_model(header)
    library = load_library()
    with ExitStack() as cleanup:
        native = open_native(library, header, options, progress)
        cleanup.callback(native.resources.close)
        backend = LlamaBackend(library, native, header, options)
        backend.warm_up()
        cleanup.pop_all()
    return backend


class LlamaBackend:
    """Keeps the contract `Backend`.

    Logits stay until the next `forward`, whichever sequences that reads.
    An `abort` is never lost: when no abortable step runs, the next one returns False at once
    with nothing read. So False means: look at what is wanted now, and call again if it still is.
    """

    def __init__(
        self, library: Library, native: NativeModel, header: GgufHeader, options: LoadOptions
    ) -> None:
        api = library.api
        self._api = api
        self._library = library
        self._native = native
        self._vocab = api.llama_model_get_vocab(native.model)
        self._tokenizer = LlamaTokenizer(api, self._vocab)
        self._memory = Sequences(api, native.model, native.context)
        # llama.cpp rounds the context up to a multiple of 256; what was asked for holds.
        self._cells: int = min(api.llama_n_ctx(native.context), native.context_tokens)
        self._sequences: int = api.llama_n_seq_max(native.context)
        self._batch = ReusedBatch(api, api.llama_n_batch(native.context))
        self._abort = AbortSwitch(api, native.context)
        self._rows: dict[int, int] = {}
        self._info = Description(library, native, header, options).model_info(
            self._tokenizer, rewinds_freely=self._memory.rewinds_freely
        )

    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def build(self) -> str:
        return self._library.build()

    @property
    def tokenizer(self) -> Tokenizer:
        return self._tokenizer

    @property
    def cells(self) -> int:
        return self._cells

    @property
    def sequences(self) -> int:
        return self._sequences

    @property
    def batch_tokens(self) -> int:
        return self._batch.capacity

    # ---- steps

    def warm_up(self) -> None:
        """Read a few tokens and forget them, so that what cannot compute fails while loading."""
        self.forward([Chunk(0, [0] * min(_WARM_UP_TOKENS, self.batch_tokens), wants_logits=False)])
        self.rewind(0, 0)

    def forward(self, batch: Sequence[Chunk], *, abortable: bool = False) -> bool:
        self._rows = {}
        if abortable and self._abort.take():
            return False
        lengths = [self._memory.length(chunk.sequence) for chunk in batch]
        self._check_room(batch, lengths)
        parts = split(batch, lengths, self._batch.capacity)
        if not abortable and len(parts) == 1:
            return self._read_at_once(parts[0])
        return self._read_guarded(batch, parts, abortable)

    def _read_at_once(self, part: Sequence[Entry]) -> bool:
        status = self._decode(part)
        if status == _DECODED:
            return True
        if status != _CELLS_FULL:
            # Everything up to the part that failed may have stayed, and nothing remembers more.
            for entry in part:
                self._memory.rewind(entry.sequence, entry.position)
        raise self._failure(status)

    def _read_guarded(
        self, batch: Sequence[Chunk], parts: Sequence[Sequence[Entry]], abortable: bool
    ) -> bool:
        before = self._memory.remember([chunk.sequence for chunk in batch])
        status = self._decode_parts(parts, abortable)
        if status == _DECODED:
            return True
        self._rows = {}
        self._memory.roll_back(before)
        if status == _ABORTED:
            self._abort.take()
            return False
        raise self._failure(status)

    def _decode_parts(self, parts: Sequence[Sequence[Entry]], abortable: bool) -> int:
        if not abortable:
            return self._decode_all(parts)
        self._abort.watch()
        try:
            return self._decode_all(parts)
        finally:
            self._abort.ignore()

    def _decode_all(self, parts: Sequence[Sequence[Entry]]) -> int:
        for part in parts:
            status = self._decode(part)
            if status != _DECODED:
                return status
        return _DECODED

    def _decode(self, part: Sequence[Entry]) -> int:
        native_batch, self._rows = self._batch.fill(part)
        status: int = self._api.llama_decode(self._native.context, native_batch)
        return status

    def _check_room(self, batch: Sequence[Chunk], lengths: Sequence[int]) -> None:
        for chunk, length in zip(batch, lengths, strict=True):
            assert 0 <= chunk.sequence < self._sequences, f"no sequence {chunk.sequence}"
            assert len(chunk.ids) > 0, "a chunk needs at least one id"
            if length + len(chunk.ids) > self._cells:
                raise self._failure(_CELLS_FULL)

    def _failure(self, status: int) -> EngineError:
        if status == _CELLS_FULL:
            return OutOfMemory(f"The cache is full: it holds {self._cells:,} tokens in all.")
        cause = (self._library.log.lines() or [f"status {status}"])[-1]
        return ComputeFailed(f"The model could not compute the next step ({cause}).")

    def abort(self) -> None:
        self._abort.abort()

    # ---- choosing

    def new_sampler(self, sampling: Sampling) -> LlamaSampler:
        return LlamaSampler(self._api, self._vocab, sampling, self._cells)

    def sample(self, sequence: int, sampler: Sampler, allowed: Allowed | None = None) -> int:
        assert isinstance(sampler, LlamaSampler), "a sampler of another backend"
        if allowed is not None:
            return sampler.choose(self._logits(sequence), allowed)
        row = self._row(sequence)
        id: int = self._api.llama_sampler_sample(sampler.chain, self._native.context, row)
        return id

    def logits(self, sequence: int) -> Sequence[float]:
        return array("f", self._logits(sequence).tobytes())

    def log_probabilities(
        self, sequence: int, top: int, *, also: int | None = None
    ) -> list[TokenProbability]:
        logits = self._logits(sequence)
        count = min(top, len(logits))
        likeliest = np.argpartition(logits, len(logits) - count)[len(logits) - count :]
        ordered = likeliest[np.lexsort((likeliest, -logits[likeliest]))].tolist()
        if also is not None and also not in ordered:
            ordered.append(also)
        peak = float(logits.max())
        whole = peak + math.log(np.exp(logits - np.float32(peak)).sum(dtype=np.float64))
        return [TokenProbability(id, float(logits[id]) - whole) for id in ordered]

    def _logits(self, sequence: int) -> npt.NDArray[np.float32]:
        """The native buffer itself, `[V]`: valid until the next step."""
        row = self._api.llama_get_logits_ith(self._native.context, self._row(sequence))
        return np.ctypeslib.as_array(row, shape=(self._tokenizer.size,))

    def _row(self, sequence: int) -> int:
        assert sequence in self._rows, f"the last step made no logits for sequence {sequence}"
        return self._rows[sequence]

    # ---- sequences

    def length(self, sequence: int) -> int:
        return self._memory.length(sequence)

    def rewind(self, sequence: int, length: int) -> int:
        return self._memory.rewind(sequence, length)

    def can_rewind(self, sequence: int, length: int) -> bool:
        return self._memory.can_rewind(sequence, length)

    def checkpoint(self, sequence: int) -> bytes:
        return self._memory.checkpoint(sequence)

    def restore_checkpoint(self, sequence: int, state: bytes, length: int) -> bool:
        return self._memory.restore_checkpoint(sequence, state, length)

    def fork(self, source: int, target: int) -> None:
        self._memory.fork(source, target)

    def snapshot(self, sequence: int) -> bytes:
        return self._memory.snapshot(sequence)

    def restore(self, sequence: int, state: bytes, length: int) -> bool:
        return self._memory.restore(sequence, state, length)

    def close(self) -> None:
        self._native.resources.close()
