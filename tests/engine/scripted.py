"""A backend without a model: it says what a script tells it, and keeps the contract exactly.

The next id is a function of all ids in the sequence, so rewinds, forks and restores must be right
for the answer to be right. Cells are shared between forks as in a unified llama.cpp cache.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.backends.base import Allowed, Chunk, Sampler, TokenProbability
from engine.errors import BadModelFile, OutOfMemory
from engine.models import Capabilities, LoadOptions, ModelInfo
from engine.types import Sampling
from tests.engine.fake_tokenizer import IM_END, FakeTokenizer

Script = Callable[[Sequence[int]], int]
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def say(text: str, tokenizer: FakeTokenizer) -> Script:
    """A script that answers every prompt with `text`, then ends its turn."""
    answer = [*tokenizer.encode(text, special=True), IM_END]
    header = tokenizer.encode("<|im_start|>assistant\n", special=True)

    def next_id(ids: Sequence[int]) -> int:
        for start in range(len(ids) - len(header), -1, -1):
            if list(ids[start : start + len(header)]) == header:
                said = len(ids) - start - len(header)
                return answer[said] if said < len(answer) else IM_END
        return IM_END

    return next_id


class ScriptedSampler:
    def __init__(self, sampling: Sampling) -> None:
        self._seed = 0 if sampling.seed is None else sampling.seed
        self.accepted: list[int] = []
        self.closed = False

    @property
    def seed(self) -> int:
        return self._seed

    def accept(self, id: int) -> None:
        self.accepted.append(id)

    def close(self) -> None:
        self.closed = True


class ScriptedBackend:
    """`seconds_per_token` makes reading and writing take time, as a model would.

    Without `rewinds_freely` a partial rewind keeps nothing, as in a recurrent model.
    """

    def __init__(
        self,
        *,
        script: Script | None = None,
        options: LoadOptions | None = None,
        seconds_per_token: float = 0.0,
        template: str = CHATML,
        tool_template: str = "",
        path: str = "scripted",
        rewinds_freely: bool = True,
        tokenizer: FakeTokenizer | None = None,
    ) -> None:
        self._tokenizer = tokenizer or FakeTokenizer()
        self._script = script or say("hello", self._tokenizer)
        self._options = options or LoadOptions()
        self._seconds_per_token = seconds_per_token
        self._template = template
        self._tool_template = tool_template
        self._path = path
        self._rewinds_freely = rewinds_freely
        self._cells: list[list[tuple[int, int]]] = [[] for _ in range(self._options.sequences)]
        self._fresh_logits: set[int] = set()
        self._next_cell = itertools.count()
        self._aborted = threading.Event()
        self.samplers: list[ScriptedSampler] = []
        self.read_batches: list[list[tuple[int, int]]] = []
        self.closed = False

    @property
    def info(self) -> ModelInfo:
        return ModelInfo(
            path=self._path,
            name="Scripted",
            architecture="none",
            description="none",
            size_bytes=0,
            parameters=0,
            context_tokens=self._options.context_tokens,
            trained_context_tokens=self._options.context_tokens,
            vocabulary_size=self._tokenizer.size,
            device="none",
            tokenizer=self._tokenizer.fingerprint,
            template=self._template,
            template_source="given",
            tool_template=self._tool_template,
            capabilities=Capabilities(
                rewinds_freely=self._rewinds_freely, forks=True, snapshots=True
            ),
        )

    @property
    def build(self) -> str:
        return "scripted"

    @property
    def tokenizer(self) -> FakeTokenizer:
        return self._tokenizer

    @property
    def cells(self) -> int:
        return self._options.context_tokens

    @property
    def sequences(self) -> int:
        return self._options.sequences

    @property
    def batch_tokens(self) -> int:
        return self._options.batch_tokens

    def ids(self, sequence: int) -> list[int]:
        return [id for _, id in self._cells[sequence]]

    def forward(self, batch: Sequence[Chunk], *, abortable: bool = False) -> bool:
        tokens = sum(len(chunk.ids) for chunk in batch)
        used = {cell for cells in self._cells for cell, _ in cells}
        if len(used) + tokens > self.cells:
            raise OutOfMemory("The cache is full.")
        if abortable and self._wait_or_aborted(tokens * self._seconds_per_token):
            return False
        if not abortable:
            time.sleep(tokens * self._seconds_per_token)
        for chunk in batch:
            self._cells[chunk.sequence] += [(next(self._next_cell), id) for id in chunk.ids]
            self._fresh_logits.discard(chunk.sequence)
            if chunk.wants_logits:
                self._fresh_logits.add(chunk.sequence)
        self.read_batches.append([(chunk.sequence, len(chunk.ids)) for chunk in batch])
        return True

    def _wait_or_aborted(self, seconds: float) -> bool:
        aborted = self._aborted.wait(seconds)
        self._aborted.clear()
        return aborted

    def sample(self, sequence: int, sampler: Sampler, allowed: Allowed | None = None) -> int:
        assert sequence in self._fresh_logits
        id = self._script(self.ids(sequence))
        if allowed is not None and not allowed[id]:
            logits = self.logits(sequence)
            id = max((each for each, may in enumerate(allowed) if may), key=logits.__getitem__)
        sampler.accept(id)
        return id

    def logits(self, sequence: int) -> Sequence[float]:
        assert sequence in self._fresh_logits
        noise = random.Random(hash(tuple(self.ids(sequence))))
        values = [noise.random() for _ in range(self._tokenizer.size)]
        values[self._script(self.ids(sequence))] = 10.0
        return values

    def log_probabilities(
        self, sequence: int, top: int, *, also: int | None = None
    ) -> list[TokenProbability]:
        logits = self.logits(sequence)
        whole = math.log(sum(map(math.exp, logits)))
        ranked = sorted(range(len(logits)), key=lambda id: -logits[id])
        wanted = ranked[:top]
        wanted += [] if also is None or also in wanted else [also]
        return [TokenProbability(id, logits[id] - whole) for id in wanted]

    def new_sampler(self, sampling: Sampling) -> ScriptedSampler:
        self.samplers.append(ScriptedSampler(sampling))
        return self.samplers[-1]

    def length(self, sequence: int) -> int:
        return len(self._cells[sequence])

    def rewind(self, sequence: int, length: int) -> int:
        kept = length if self.can_rewind(sequence, length) else 0
        del self._cells[sequence][kept:]
        self._fresh_logits.discard(sequence)
        return len(self._cells[sequence])

    def can_rewind(self, sequence: int, length: int) -> bool:
        return self._rewinds_freely or length <= 0 or length >= len(self._cells[sequence])

    def checkpoint(self, sequence: int) -> bytes:
        return b"" if self._rewinds_freely else self.snapshot(sequence)

    def restore_checkpoint(self, sequence: int, state: bytes, length: int) -> bool:
        expected = self.snapshot_of(self.ids(sequence)[:length])
        fits = length <= len(self._cells[sequence]) and (self._rewinds_freely or state == expected)
        del self._cells[sequence][length if fits else 0 :]
        self._fresh_logits.discard(sequence)
        return fits

    def fork(self, source: int, target: int) -> None:
        self._cells[target] = list(self._cells[source])
        self._fresh_logits.discard(target)

    def snapshot(self, sequence: int) -> bytes:
        return self.snapshot_of(self.ids(sequence))

    def snapshot_of(self, ids: Sequence[int]) -> bytes:
        return json.dumps(list(ids)).encode()

    def restore(self, sequence: int, state: bytes, length: int) -> bool:
        self._cells[sequence] = []
        self._fresh_logits.discard(sequence)
        try:
            ids = json.loads(state)
        except ValueError:
            return False
        used = {cell for cells in self._cells for cell, _ in cells}
        if len(ids) != length or len(used) + length > self.cells:
            return False
        self._cells[sequence] = [(next(self._next_cell), id) for id in ids]
        return True

    def abort(self) -> None:
        self._aborted.set()

    def close(self) -> None:
        self.closed = True


def open_scripted(
    path: str, options: LoadOptions, progress: Callable[[float], None]
) -> ScriptedBackend:
    """Open a "model file" that holds JSON: {"say": text, "seconds_per_token": s, "template": t,
    "rewinds_freely": whether}."""
    try:
        wanted = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadModelFile(f"{path} is no script.") from None
    progress(0.5)
    tokenizer = FakeTokenizer()
    return ScriptedBackend(
        script=say(wanted.get("say", "hello"), tokenizer),
        options=options,
        seconds_per_token=wanted.get("seconds_per_token", 0.0),
        template=wanted.get("template", CHATML),
        path=path,
        rewinds_freely=wanted.get("rewinds_freely", True),
    )
