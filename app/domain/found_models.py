"""Model files that other programs have put on this machine, and whether they fit into memory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from engine.models import model_name

DEEPEST = 6
MOST_ENTRIES = 50_000
_LATER_SHARD = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Folder:
    """Where to look, and whose folder it is."""

    owner: str
    path: Path
    deepest: int = DEEPEST


@dataclass(frozen=True, slots=True)
class FoundModel:
    """`memory_bytes` is what it takes once loaded; None where the file does not say enough."""

    path: Path
    name: str
    owner: str
    size_bytes: int
    memory_bytes: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """`left_out` counts GGUF files that cannot chat, or cannot be read."""

    models: tuple[FoundModel, ...] = ()
    left_out: int = 0


def usual_folders(home: Path, environment: Mapping[str, str]) -> tuple[Folder, ...]:
    """Where other programs for local models keep their files; few of them are there."""
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    cache = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    roaming = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    local = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    support = home / "Library" / "Application Support"
    hugging_face = Path(environment.get("HF_HOME") or cache / "huggingface")
    return (
        Folder("LM Studio", home / ".lmstudio" / "models"),
        Folder("LM Studio", cache / "lm-studio" / "models"),
        Folder("Jan", home / "jan" / "models"),
        *(Folder("Jan", root / "Jan" / "data") for root in (data, support, roaming)),
        Folder("Hugging Face", hugging_face / "hub"),
        Folder("llama.cpp", Path(environment.get("LLAMA_CACHE") or cache / "llama.cpp")),
        Folder("llama.cpp", home / "Library" / "Caches" / "llama.cpp"),
        *(Folder("GPT4All", root / "nomic.ai" / "GPT4All") for root in (data, support, local)),
        Folder("Downloads", home / "Downloads", deepest=1),
    )


def look(folders: Sequence[Folder], *, context_tokens: int) -> Found:
    """All chat models below these folders, each file once; reads only the start of each.

    Slow where folders are large: not for the main thread.
    """
    found: dict[Path, FoundModel] = {}
    left_out = 0
    for folder in folders:
        for path in _model_files(folder):
            resolved = path.resolve()
            if resolved in found:
                continue
            if (model := _looked_at(path, folder.owner, context_tokens)) is None:
                left_out += 1
            else:
                found[resolved] = model
    return Found(tuple(sorted(found.values(), key=lambda one: one.name.lower())), left_out)


def memory_needed(path: Path, *, context_tokens: int) -> int | None:
    """Bytes a model takes once loaded; None when the file cannot be read."""
    from engine.gguf import estimate_memory, read_header  # late: the start does without

    try:
        return estimate_memory(read_header(path), context_tokens=context_tokens).total
    except (EngineError, OSError):
        return None


def _model_files(folder: Folder) -> Iterator[Path]:
    entries = 0
    for root, folders, names in os.walk(folder.path):  # which passes by what it may not read
        depth = len(Path(root).relative_to(folder.path).parts)
        folders[:] = sorted(folders) if depth + 1 < folder.deepest else []
        entries += len(names)
        if entries > MOST_ENTRIES:
            return
        for name in sorted(names):
            if name.lower().endswith(".gguf") and not _LATER_SHARD.search(name):
                yield Path(root) / name


def _looked_at(path: Path, owner: str, context_tokens: int) -> FoundModel | None:
    from engine.gguf import estimate_memory, read_header, require_chat_model

    try:
        header = read_header(path)
        require_chat_model(header)
        size_bytes = path.stat().st_size
    except (EngineError, OSError):
        return None
    memory = estimate_memory(header, context_tokens=context_tokens).total
    return FoundModel(path, model_name(path), owner, size_bytes, memory)
