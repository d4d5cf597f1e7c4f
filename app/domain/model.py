"""What the window knows about models: the one that answers, and those that could be loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.domain.model_choices import ModelChoices

if TYPE_CHECKING:
    from engine.models import HealthCard, ModelInfo

STARTER_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"

ModelPhase = Literal["none", "loading", "ready", "failed"]


@dataclass(frozen=True)
class ModelState:
    """The model that answers. `fraction` of it is in memory, 0 to 1.

    "ready" with a `problem`: the engine stopped, and the next message loads the model again.
    `loaded_format` is the wire format it was loaded with in place of the detected one.
    """

    phase: ModelPhase
    path: str = ""
    name: str = ""
    fraction: float = 0.0
    info: ModelInfo | None = None
    problem: str = ""
    card: HealthCard | None = None
    choices: ModelChoices = field(default_factory=ModelChoices)
    loaded_format: str | None = None


@dataclass(frozen=True)
class KnownModel:
    """A model file that can be offered."""

    path: Path
    name: str
    size_bytes: int
    is_starter: bool


def known_models(folders: Sequence[Path], opened: tuple[str, ...]) -> list[KnownModel]:
    """Model files of `folders`, then files opened before that still exist, each file once."""
    found: dict[Path, Path] = {}
    files = [path for folder in folders for path in sorted(folder.glob("*.gguf"))]
    for path in [*files, *(Path(text) for text in opened)]:
        if path.is_file():
            found.setdefault(path.resolve(), path)
    return [_known(path) for path in found.values()]


def _known(path: Path) -> KnownModel:
    from engine.models import model_name

    return KnownModel(path, model_name(path), path.stat().st_size, path.name == STARTER_FILE)
