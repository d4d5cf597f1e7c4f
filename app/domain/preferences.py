"""Every setting, declared once: type, default, label, unit and range.

The file is JSON. Settings it names that are unknown here are kept; values that are wrong fall back
to the default, with a line in the log.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from engine.models import CacheOptions, LoadOptions
from engine.types import Sampling

log = logging.getLogger(__name__)

MAX_RECENT_MODELS = 10
SMALLEST_ZOOM, USUAL_ZOOM, LARGEST_ZOOM = 80, 100, 150
_BYTES_PER_GIB = 2**30


@dataclass(frozen=True, slots=True)
class Setting:
    """What a dialog shows of a setting; `low` and `high` are the range, both included."""

    label: str
    unit: str = ""
    low: float | None = None
    high: float | None = None


def setting(
    default: Any,
    label: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
) -> Any:
    return field(default=default, metadata={"setting": Setting(label, unit, low, high)})


@dataclass(frozen=True, slots=True)
class Preferences:
    """None means: chosen for this machine, or no limit."""

    theme: Literal["system", "light", "dark"] = setting("system", "Theme")
    last_model: str = setting("", "Model loaded at start")
    recent_models: tuple[str, ...] = setting((), "Models opened before")
    context_tokens: int = setting(4096, "Context", unit="tokens", low=256)
    gpu_layers: int = setting(-1, "Layers on the GPU (-1: all)", unit="layers", low=-1)
    threads: int | None = setting(None, "Processor threads", unit="threads", low=1, high=512)
    flash_attention: Literal["auto", "on", "off"] = setting("auto", "Flash attention")
    temperature: float = setting(0.8, "Temperature (0: always the likeliest)", low=0, high=5)
    top_k: int = setting(40, "Top-k (0: off)", unit="tokens", low=0)
    top_p: float = setting(0.95, "Top-p (1: off)", low=0, high=1)
    min_p: float = setting(0.05, "Min-p (0: off)", low=0, high=1)
    repetition_penalty: float = setting(1.0, "Repetition penalty (1: off)", low=0.5, high=3)
    max_tokens: int | None = setting(2048, "Longest answer", unit="tokens", low=1)
    seed: int | None = setting(None, "Seed (none: another one each time)", low=0, high=2**31 - 1)
    token_probabilities: bool = setting(False, "Probabilities of tokens kept with answers")
    context_strategy: Literal["drop_oldest", "summarise", "stop"] = setting(
        "drop_oldest", "When the context is full"
    )
    context_share_kept: int = setting(60, "Kept of a full context", unit="%", low=10, high=90)
    snapshot_budget_gib: float = setting(
        4.0, "Disk space for read prompts (0: none)", unit="GiB", low=0, high=1024
    )
    read_ahead: bool = setting(True, "Read ahead while idle")
    tools_enabled: bool = setting(False, "Tools offered to the model")
    tools_always_allowed: tuple[str, ...] = setting((), "Tools that run without asking")
    zoom_percent: int = setting(
        USUAL_ZOOM, "Text size", unit="%", low=SMALLEST_ZOOM, high=LARGEST_ZOOM
    )
    model_titles: bool = setting(True, "Titles written by the model")
    trace: bool = setting(False, "Write a trace of prompts and outputs")
    reduced_motion: bool = setting(False, "Nothing moves by itself")

    def load_options(self) -> LoadOptions:
        return LoadOptions(
            context_tokens=self.context_tokens,
            gpu_layers=self.gpu_layers,
            threads=self.threads,
            flash_attention=self.flash_attention,
        )

    def cache_options(self, snapshots: Path) -> CacheOptions:
        """`snapshots` is the folder for them; it stays unused when they may take no space."""
        return CacheOptions(
            snapshots=str(snapshots) if self.snapshot_budget_gib else None,
            snapshot_budget_bytes=round(self.snapshot_budget_gib * _BYTES_PER_GIB),
            read_ahead=self.read_ahead,
        )

    def sampling(self) -> Sampling:
        return Sampling(
            temperature=self.temperature,
            top_k=self.top_k,
            top_p=self.top_p,
            min_p=self.min_p,
            repetition_penalty=self.repetition_penalty,
            seed=self.seed,
        )

    def with_model(self, path: str) -> Preferences:
        """`path` is loaded at the next start and heads the list of models opened before."""
        others = [model for model in self.recent_models if model != path]
        recent = (path, *others)[:MAX_RECENT_MODELS]
        return replace(self, last_model=path, recent_models=recent)


class PreferencesFile:
    """The preferences on disk. Used on the main thread.

    `current` is what holds now; `change` replaces it and writes the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        written = _read(path)
        self.current = from_json(written)
        known = {entry.name for entry in fields(Preferences)}
        self._unknown = {name: value for name, value in written.items() if name not in known}

    def change(self, preferences: Preferences) -> None:
        """The new values hold at once; a file that cannot be written costs a line in the log."""
        self.current = preferences
        try:
            write_json(self._path, self._unknown | to_json(preferences))
        except OSError as error:
            log.warning("preferences not saved: %s", error)


def to_json(preferences: Preferences) -> dict[str, Any]:
    values = {entry.name: getattr(preferences, entry.name) for entry in fields(Preferences)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def from_json(written: dict[str, Any]) -> Preferences:
    kinds = get_type_hints(Preferences)
    values: dict[str, Any] = {}
    for entry in fields(Preferences):
        if entry.name not in written:
            continue
        value = written[entry.name]
        if not _accepts(kinds[entry.name], cast(Setting, entry.metadata["setting"]), value):
            log.warning("preferences: %s is out of range, the default is used", entry.name)
            continue
        values[entry.name] = tuple(value) if isinstance(value, list) else value
    return Preferences(**values)


def write_json(path: Path, values: dict[str, Any]) -> None:
    """Write to a temporary name and rename, so that a crash leaves the old file whole."""
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(json.dumps(values, indent=2, ensure_ascii=False), encoding="utf-8")
    temporary.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("preferences cannot be read, the defaults are used: %s", error)
        return {}
    return cast(dict[str, Any], values) if isinstance(values, dict) else {}


def _accepts(kind: Any, described: Setting, value: Any) -> bool:
    """Whether a JSON value fits the type and the range of a setting."""
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    kinds = get_args(kind) or (kind,)
    if value is None:
        return type(None) in kinds
    if isinstance(value, bool):
        return bool in kinds
    if not isinstance(value, (*kinds, int) if float in kinds else kinds):
        return False
    return _in_range(described, value)


def _in_range(described: Setting, value: Any) -> bool:
    if described.low is not None and not value >= described.low:
        return False
    return described.high is None or value <= described.high
