"""Where things lie: the source tree, the user's data and the user's cache.

The rules are those of platformdirs, which is not installed yet when this is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_dir(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """The folder of conversations and models when no `--data-dir` is given."""
    if system == "win32":
        return _local_app_data(environment) / "parley"
    default = "Library/Application Support" if system == "darwin" else ".local/share"
    return _base(environment, "XDG_DATA_HOME", default) / "parley"


def cache_dir(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """The folder of what can be built or fetched again."""
    if system == "win32":
        return _local_app_data(environment) / "parley" / "Cache"
    default = "Library/Caches" if system == "darwin" else ".cache"
    return _base(environment, "XDG_CACHE_HOME", default) / "parley"


def _base(environment: Mapping[str, str], variable: str, default: str) -> Path:
    chosen = Path(environment.get(variable, "").strip())
    return chosen if chosen.is_absolute() else Path.home() / default


def _local_app_data(environment: Mapping[str, str]) -> Path:
    chosen = environment.get("LOCALAPPDATA", "")
    return Path(chosen) if chosen else Path.home() / "AppData" / "Local"
