"""What a snapshot depends on: the model file, how it was loaded, and what computes.

The file is not read whole, which would take a minute for a large one: its first megabytes (which
hold the header with names, sizes, RoPE and vocabulary) and blocks spread over the weights tell two
models apart.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from engine.backends.base import Backend
from engine.models import LoadOptions

HEAD_BYTES = 8 * 2**20
BLOCKS = 64
BLOCK_BYTES = 4096
_SHARD = re.compile(r"(.+-)\d{5}(-of-\d{5}\.gguf)")


@dataclass(frozen=True, kw_only=True)
class ModelKey:
    """Snapshots are only for an equal key. RoPE is part of the file and of `context_tokens`,
    by which some models choose how to scale it."""

    file: str
    file_bytes: int
    tokenizer: str
    context_tokens: int
    kv_type_k: str
    kv_type_v: str
    flash_attention: str
    gpu_layers: int
    extra_buffers: bool
    rewinds_freely: bool
    build: str

    @cached_property
    def facts(self) -> dict[str, Any]:
        """As it stands in a snapshot's header."""
        return asdict(self)

    @cached_property
    def digest(self) -> str:
        text = json.dumps(self.facts, sort_keys=True)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def model_key(backend: Backend, options: LoadOptions) -> ModelKey:
    """The key of a loaded model; takes some 10 ms. Raises OSError when its file cannot be read."""
    info = backend.info
    files = _files(Path(info.path))
    return ModelKey(
        file=_sample(files),
        file_bytes=sum(path.stat().st_size for path in files),
        tokenizer=info.tokenizer,
        context_tokens=info.context_tokens,
        kv_type_k=options.kv_type_k,
        kv_type_v=options.kv_type_v,
        flash_attention=options.flash_attention,
        gpu_layers=options.gpu_layers,
        extra_buffers=options.extra_buffers,
        rewinds_freely=info.capabilities.rewinds_freely,
        build=backend.build,
    )


def _files(path: Path) -> list[Path]:
    """The file, or all parts of a model that is split into several."""
    match = _SHARD.fullmatch(path.name)
    if match is None:
        return [path]
    names = re.compile(re.escape(match[1]) + r"\d{5}" + re.escape(match[2]))
    return sorted(each for each in path.parent.iterdir() if names.fullmatch(each.name))


def _sample(files: list[Path]) -> str:
    digest = blake2b(digest_size=16)
    for path in files:
        with path.open("rb", buffering=0) as file:
            digest.update(file.read(HEAD_BYTES))
            size = path.stat().st_size
            for block in range(BLOCKS):
                file.seek((size - BLOCK_BYTES) * (block + 1) // BLOCKS if size > HEAD_BYTES else 0)
                digest.update(file.read(BLOCK_BYTES))
    return digest.hexdigest()
