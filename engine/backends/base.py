"""The contract that every backend keeps; `tests/engine/backends/conformance.py` checks it on each.

A backend holds one model and up to `sequences` cache lines, numbered from 0. It knows token ids and
positions only: what a sequence stands for is the ledger's business. All calls come from the
inference thread, except `abort`, which any thread may call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.models import LoadOptions, ModelInfo
from engine.types import Sampling

Allowed = npt.NDArray[np.bool_]
"""Which ids may be sampled, `[V]`."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Ids to append to one sequence in this step; the last gets logits when wanted."""

    sequence: int
    ids: Sequence[int]
    wants_logits: bool


@dataclass(frozen=True, slots=True)
class TokenProbability:
    id: int
    log_probability: float


class Tokenizer(Protocol):
    """Text to ids and back, for one vocabulary."""

    @property
    def fingerprint(self) -> str:
        """Short hash over all pieces and their kinds: two vocabularies with it are the same."""

    @property
    def size(self) -> int: ...

    @property
    def bos(self) -> int | None: ...

    @property
    def eos(self) -> int | None: ...

    @property
    def adds_bos(self) -> bool: ...

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:
        """Ids of `text`, no BOS or EOS added. With `special`, markers such as <|im_end|> in the
        text become their control token; without it, control tokens stay plain text (user-defined
        tokens match in both cases). SentencePiece vocabularies put a space in front of a text, and
        behind control tokens in it; `continues` says that it goes on after other text, so that none
        is put in front."""

    def piece(self, id: int) -> bytes:
        """The bytes of one token; control tokens as their text."""

    def is_end(self, id: int) -> bool:
        """Whether the model ends its turn with this token."""

    def is_control(self, id: int) -> bool:
        """Whether the token is a control or otherwise special token, never plain text."""

    def special_pieces(self) -> Mapping[int, str]:
        """Text of every control and user-defined token, by id."""


class Sampler(Protocol):
    """Chooses the tokens of one request; holds penalties' memory and the random state."""

    @property
    def seed(self) -> int: ...

    def accept(self, id: int) -> None:
        """Remember an id the request did not sample here (a continued start, a forced id)."""

    def close(self) -> None: ...


class Backend(Protocol):
    """One loaded model and its cache sequences."""

    @property
    def info(self) -> ModelInfo: ...

    @property
    def build(self) -> str:
        """What computes: library, version, devices. A snapshot is for one build only."""

    @property
    def tokenizer(self) -> Tokenizer: ...

    @property
    def cells(self) -> int:
        """Tokens all sequences can hold together; a shared (forked) prefix counts once."""

    @property
    def sequences(self) -> int: ...

    @property
    def batch_tokens(self) -> int:
        """The largest piece of a prompt worth reading in one `forward`."""

    def forward(self, batch: Sequence[Chunk], *, abortable: bool = False) -> bool:
        """Append each chunk to its sequence in one step.

        Returns True when all were read. Returns False after `abort` (only with `abortable`): then
        every sequence of the batch has exactly the length it had before.
        Raises OutOfMemory when the cells are full; the lengths are then as before, too.
        """

    def sample(self, sequence: int, sampler: Sampler, allowed: Allowed | None = None) -> int:
        """Choose the next id from the sequence's newest logits; the id is not appended.

        With `allowed`, which must not be empty, no other id is chosen; the logits stay as they are.
        The last chunk read into the sequence must have wanted logits, with no other change since.
        """

    def log_probabilities(
        self, sequence: int, top: int, *, also: int | None = None
    ) -> list[TokenProbability]:
        """The `top` likeliest next ids of the sequence's newest logits, likeliest first.

        `also` comes behind them when it is none of them. Logits stay as they are through `sample`.
        """

    def logits(self, sequence: int) -> Sequence[float]:
        """The newest logits of the sequence, `[V]` float32, a copy."""

    def new_sampler(self, sampling: Sampling) -> Sampler: ...

    def length(self, sequence: int) -> int:
        """Tokens the sequence holds."""

    def rewind(self, sequence: int, length: int) -> int:
        """Cut the sequence to at most `length` tokens; returns how many it could keep."""

    def can_rewind(self, sequence: int, length: int) -> bool:
        """Whether `rewind` would keep all `length` tokens; nothing changes."""

    def checkpoint(self, sequence: int) -> bytes:
        """What `rewind` cannot bring back of the present state: the recurrent state, the window.

        Empty where the model rewinds freely.
        """

    def restore_checkpoint(self, sequence: int, state: bytes, length: int) -> bool:
        """Go back to the checkpoint that was taken at `length` tokens.

        The sequence, or the one it was forked from, must have gone on from there. Returns False
        when that cannot be done exactly: the sequence is empty then.
        """

    def fork(self, source: int, target: int) -> None:
        """Make `target`, cleared first, hold what `source` holds; cells are shared if possible."""

    def snapshot(self, sequence: int) -> bytes:
        """The sequence's state, for `restore` under the same model, KV types and engine build."""

    def restore(self, sequence: int, state: bytes, length: int) -> bool:
        """Fill the sequence, cleared first, from a snapshot that held `length` tokens.

        Returns False, and leaves the sequence empty, when the state does not fit.
        """

    def abort(self) -> None:
        """Make an abortable `forward` that is running return soon. Any thread."""

    def close(self) -> None:
        """Free everything; the backend cannot be used afterwards."""


OpenBackend = Callable[[str, LoadOptions, Callable[[float], None]], Backend]
"""Open a model file: path, options, progress (fraction 0 to 1).

Raises BadModelFile, LoadFailed, OutOfMemory, Unsupported.
"""
