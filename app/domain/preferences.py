"""Every setting, declared once: type, default, label, unit, range, and where a dialog shows it.

The file is JSON. Settings it names that are unknown here are kept; values that are wrong fall back
to the default, with a line in the log.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from app.domain.setting import declared, setting, values_from

if TYPE_CHECKING:
    from engine.models import CacheOptions, LoadOptions
    from engine.types import Sampling

log = logging.getLogger(__name__)

MAX_RECENT_MODELS = 10
SMALLEST_ZOOM, USUAL_ZOOM, LARGEST_ZOOM = 80, 100, 150
_BYTES_PER_GB = 1_000_000_000
_NAMED_NOW = {"snapshot_budget_gib": "snapshot_budget_gb"}
"""Settings that files of older versions call otherwise."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """None means: chosen for this machine, or no limit."""

    language: Literal["system", "en", "zh_CN"] = setting(
        "system",
        "Language",
        page="general",
        help="Of the window; what you and the model write stays as it is.",
        names={"system": "As the system", "en": "English", "zh_CN": "简体中文"},
    )
    theme: Literal["system", "light", "dark"] = setting(
        "system",
        "Theme",
        page="appearance",
        help="Colours of the window.",
        names={"system": "As the system", "light": "Light", "dark": "Dark"},
    )
    last_model: str = setting(
        "",
        "Model loaded at start",
        page="general",
        help="The model loaded last; loading another one changes this.",
        noted=True,
    )
    notifications: bool = setting(
        True,
        "Tell when a long answer is ready",
        page="general",
        help="Also when a tool waits for approval; only while you are not at the window.",
    )
    keep_in_tray: bool = setting(
        False,
        "Keep Parley in the tray when its window is closed",
        page="general",
        help="Answers go on being written; the icon's menu shows the window and quits.",
    )
    context_tokens: int = setting(
        4096,
        "Context",
        unit="tokens",
        low=256,
        step=1024,
        page="models",
        help="How much of a conversation the model sees at once; more takes more memory.",
        at_load=True,
    )
    gpu_layers: int = setting(
        -1,
        "Layers on the GPU (-1: all)",
        unit="layers",
        low=-1,
        page="models",
        help="Fewer leave room on a GPU with little memory; without a GPU it changes nothing.",
        names={-1: "All"},
        at_load=True,
    )
    threads: int | None = setting(
        None,
        "Processor threads",
        unit="threads",
        low=1,
        high=512,
        page="models",
        help="How many threads compute; automatic takes the physical cores.",
        names={None: "Automatic"},
        at_load=True,
    )
    flash_attention: Literal["auto", "on", "off"] = setting(
        "auto",
        "Flash attention",
        page="models",
        help="A faster way to compute attention that some devices do not have.",
        names={"auto": "Automatic", "on": "On", "off": "Off"},
        at_load=True,
    )
    recent_models: tuple[str, ...] = setting(
        (),
        "Models opened before",
        page="models",
        help="They are offered beside those in the models folder. Removing one deletes no file.",
        noted=True,
    )
    context_strategy: Literal["drop_oldest", "summarise", "stop"] = setting(
        "drop_oldest",
        "When the context is full",
        page="chat",
        help="What happens to a conversation that no longer fits; a conversation can differ.",
        names={
            "drop_oldest": "Leave out the oldest turns",
            "summarise": "Summarise the oldest turns",
            "stop": "Stop and say so",
        },
    )
    context_share_kept: int = setting(
        60,
        "Kept of a full context",
        unit="%",
        low=10,
        high=90,
        step=5,
        page="chat",
        help="How much stays when room is made; keeping more makes room more often.",
    )
    max_tokens: int | None = setting(
        2048,
        "Longest answer",
        unit="tokens",
        low=1,
        step=256,
        page="chat",
        help="An answer that reaches this length ends there and can be continued.",
        names={None: "No limit"},
    )
    model_titles: bool = setting(
        True,
        "Titles written by the model",
        page="chat",
        help="A new conversation gets a short title from the model while it has nothing to do.",
    )
    token_probabilities: bool = setting(
        False,
        "Probabilities of tokens kept with answers",
        page="chat",
        help="Later answers can be looked at token by token, and take more room in the store.",
    )
    temperature: float = setting(
        0.8,
        "Temperature (0: always the likeliest)",
        low=0,
        high=5,
        step=0.05,
        page="chat",
        help="Higher is more surprising; at 0 the likeliest token is always taken.",
    )
    top_k: int = setting(
        40,
        "Top-k (0: off)",
        unit="tokens",
        low=0,
        page="chat",
        help="Only so many of the likeliest tokens can be chosen.",
        names={0: "Off"},
    )
    top_p: float = setting(
        0.95,
        "Top-p (1: off)",
        low=0,
        high=1,
        step=0.01,
        page="chat",
        help="Only the likeliest tokens that make up this share can be chosen; 1 lets all through.",
    )
    min_p: float = setting(
        0.05,
        "Min-p (0: off)",
        low=0,
        high=1,
        step=0.01,
        page="chat",
        help="Tokens less likely than this share of the likeliest one are left out; 0 leaves none.",
    )
    repetition_penalty: float = setting(
        1.0,
        "Repetition penalty (1: off)",
        low=0.5,
        high=3,
        step=0.01,
        page="chat",
        help="Above 1, tokens that were there before become less likely.",
    )
    seed: int | None = setting(
        None,
        "Seed (none: another one each time)",
        low=0,
        high=2**31 - 1,
        page="chat",
        help="The same seed, prompt and settings give the same answer again.",
        names={None: "Random"},
    )
    snapshot_budget_gb: float = setting(
        4.0,
        "Disk space for read prompts (0: none)",
        unit="GB",
        low=0,
        high=1024,
        step=0.5,
        page="memory",
        help="Long prompts are kept on disk, so that a restart does not read them again.",
        names={0: "None"},
        at_load=True,
    )
    read_ahead: bool = setting(
        True,
        "Read ahead while idle",
        page="memory",
        help="What the next message will need is read while nobody waits; it uses the processor.",
        at_load=True,
    )
    tools_enabled: bool = setting(
        False,
        "Tools offered to the model",
        page="tools",
        help="The model may use a calculator and a clock; the chip in the composer is the same.",
    )
    tools_always_allowed: tuple[str, ...] = setting(
        (),
        "Tools that run without asking",
        page="tools",
        help="Those for which you chose “always allow”; removed ones ask again.",
    )
    greedy_frames: bool = setting(
        True,
        "Tool calls in good form",
        page="tools",
        help="Names, keys and brackets of a call are the likeliest; only its values are sampled.",
    )
    zoom_percent: int = setting(
        USUAL_ZOOM,
        "Text size",
        unit="%",
        low=SMALLEST_ZOOM,
        high=LARGEST_ZOOM,
        step=10,
        page="appearance",
        help="Text and code of the conversation; the window around it keeps its size.",
    )
    trace: bool = setting(
        False,
        "Write a trace of prompts and outputs",
        page="privacy",
        help="Everything the model reads and writes is appended to a file on this machine.",
        at_load=True,
    )
    notification_text: bool = setting(
        False,
        "Show the text of answers in notifications",
        page="privacy",
        help="The title of the conversation and the first words can then be read by anybody near.",
    )
    reduced_motion: bool = setting(
        False,
        "Nothing moves by itself",
        page="appearance",
        help="Panels open and close at once, without an animation.",
    )
    shortcuts: Mapping[str, str] = setting(
        {},
        "Keys of actions",
        page="shortcuts",
        help="Keys that differ from those an action comes with, by the action's id.",
    )

    def load_options(self) -> LoadOptions:
        from engine.models import LoadOptions

        return LoadOptions(
            context_tokens=self.context_tokens,
            gpu_layers=self.gpu_layers,
            threads=self.threads,
            flash_attention=self.flash_attention,
        )

    def cache_options(self, snapshots: Path) -> CacheOptions:
        """`snapshots` is the folder for them; it stays unused when they may take no space."""
        from engine.models import CacheOptions

        return CacheOptions(
            snapshots=str(snapshots) if self.snapshot_budget_gb else None,
            snapshot_budget_bytes=round(self.snapshot_budget_gb * _BYTES_PER_GB),
            read_ahead=self.read_ahead,
        )

    def sampling(self) -> Sampling:
        from engine.types import Sampling

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

    def waiting(self, loaded: Preferences) -> tuple[str, ...]:
        """Names of settings that a model loaded with `loaded` does not follow yet."""
        return tuple(
            one.name
            for one in declared(Preferences)
            if one.setting.at_load and getattr(self, one.name) != getattr(loaded, one.name)
        )


Observer = Callable[[Preferences, Preferences], None]
"""Called with the values before and those that hold now."""


class PreferencesFile:
    """The preferences on disk. Used on the main thread.

    `current` is what holds now; `change` replaces it, writes the file and tells who watches.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._observers: list[Observer] = []
        written = {_NAMED_NOW.get(name, name): value for name, value in _read(path).items()}
        self.current = from_json(written)
        known = {entry.name for entry in fields(Preferences)}
        self._unknown = {name: value for name, value in written.items() if name not in known}

    def watch(self, observer: Observer) -> None:
        """Tell `observer` of every change from now on, until `unwatch`."""
        self._observers.append(observer)

    def unwatch(self, observer: Observer) -> None:
        """Tell it no more."""
        self._observers.remove(observer)

    def change(self, preferences: Preferences) -> None:
        """The new values hold at once; a file that cannot be written costs a line in the log."""
        before, self.current = self.current, preferences
        try:
            write_json(self._path, self._unknown | to_json(preferences))
        except OSError as error:
            log.warning("preferences not saved: %s", error)
        if before != preferences:
            for observer in list(self._observers):
                observer(before, preferences)


def to_json(preferences: Preferences) -> dict[str, Any]:
    values = {entry.name: getattr(preferences, entry.name) for entry in fields(Preferences)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


def from_json(written: dict[str, Any]) -> Preferences:
    return Preferences(**values_from(written, Preferences))


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
