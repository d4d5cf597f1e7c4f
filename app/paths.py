"""Where everything lies on disk: one folder, the platform's place for data or the one asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Paths:
    """`root` is the data folder; models of the `default` one are offered, too."""

    root: Path
    default: Path = field(default_factory=lambda: _default_root())

    @classmethod
    def prepare(cls, data_dir: Path | None) -> Paths:
        """The paths below `data_dir` or the default folder, made when there is none yet.

        Raises OSError when the folder cannot be made.
        """
        paths = cls((data_dir or _default_root()).absolute())
        paths.root.mkdir(parents=True, exist_ok=True)
        return paths

    @property
    def database(self) -> Path:
        return self.root / "parley.db"

    @property
    def preferences(self) -> Path:
        return self.root / "preferences.json"

    @property
    def presets(self) -> Path:
        """Sampling values the user has named."""
        return self.root / "presets.json"

    @property
    def prompts(self) -> Path:
        """The prompt library, as far as it is the user's own."""
        return self.root / "prompts.json"

    @property
    def files_at_hand(self) -> Path:
        """Files attached lately, and folders chosen; may be deleted without loss."""
        return self.root / "files_at_hand.json"

    @property
    def state(self) -> Path:
        """Window geometry and the like; may be deleted without loss."""
        return self.root / "state.json"

    @property
    def log(self) -> Path:
        return self.root / "logs" / "parley.log"

    @property
    def models(self) -> tuple[Path, ...]:
        """Where model files are looked for: this data folder, then the default one."""
        return tuple(dict.fromkeys(root / "models" for root in (self.root, self.default)))

    @property
    def known_good(self) -> Path:
        """Which load options worked for each model file on this machine."""
        return self.root / "known_good.json"

    @property
    def snapshots(self) -> Path:
        """What the engine keeps of prompts it has read; may be deleted without loss."""
        return self.root / "snapshots"

    @property
    def model_choices(self) -> Path:
        """What the user chose for each model."""
        return self.root / "model_choices.json"

    @property
    def folders(self) -> Path:
        """Folders of conversations, empty ones too, and which are folded."""
        return self.root / "folders.json"

    @property
    def trace(self) -> Path:
        """Prompts and raw outputs, when the user wants them written."""
        return self.root / "logs" / "trace.jsonl"

    @property
    def screenshot(self) -> Path:
        """What the self test leaves to be looked at."""
        return self.root / "smoke.png"


def _default_root() -> Path:
    return platformdirs.user_data_path("parley", appauthor=False)
