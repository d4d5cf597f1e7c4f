"""Sampling values under a name: those that come with the program, and the user's own in a file."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from app.domain.preferences import Preferences, to_json, write_json
from app.domain.preferences import from_json as preferences_from

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Preset:
    """Fields are named as in `Preferences`."""

    temperature: float
    top_k: int
    top_p: float
    min_p: float
    repetition_penalty: float

    @classmethod
    def of(cls, preferences: Preferences) -> Preset:
        return cls(**{entry.name: getattr(preferences, entry.name) for entry in fields(cls)})

    def applied(self, preferences: Preferences) -> Preferences:
        return replace(preferences, **asdict(self))


BUILT_IN = {
    "Precise": Preset(0.2, 40, 0.9, 0.05, 1.0),
    "Balanced": Preset.of(Preferences()),
    "Creative": Preset(1.1, 0, 0.98, 0.03, 1.05),
}


class PresetsFile:
    """The presets on disk. Used on the main thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._own = _read(path)

    @property
    def all(self) -> dict[str, Preset]:
        """By name: the built-in ones, then the user's in the order of their names."""
        return BUILT_IN | dict(sorted(self._own.items()))

    def name_of(self, preferences: Preferences) -> str:
        """The preset whose values hold now; "" when none does."""
        now = Preset.of(preferences)
        return next((name for name, preset in self.all.items() if preset == now), "")

    def save(self, name: str, preset: Preset) -> bool:
        """Keep a preset under a name of the user's; False when the name is empty or built in."""
        name = " ".join(name.split())
        if not name or name in BUILT_IN:
            return False
        self._own[name] = preset
        self._write()
        return True

    def delete(self, name: str) -> None:
        """Forget one of the user's presets."""
        if self._own.pop(name, None) is not None:
            self._write()

    def _write(self) -> None:
        """A file that cannot be written costs a line in the log."""
        try:
            write_json(self._path, {name: asdict(preset) for name, preset in self._own.items()})
        except OSError as error:
            log.warning("presets not saved: %s", error)


def _read(path: Path) -> dict[str, Preset]:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("presets cannot be read, there are only the built-in ones: %s", error)
        return {}
    if not isinstance(written, dict):
        return {}
    named = {name: values for name, values in written.items() if name not in BUILT_IN}
    return {name: _from(values) for name, values in named.items() if isinstance(values, dict)}


def _from(values: dict[str, Any]) -> Preset:
    """What is missing or wrong is as in the defaults."""
    names = {entry.name for entry in fields(Preset)}
    known = {name: value for name, value in values.items() if name in names}
    return Preset.of(preferences_from(to_json(Preferences()) | known))
