"""Which load settings work for a model file on this machine.

Native code can die while it loads. Then the load is tried again without repacked weights, and then
without the GPU; what worked is remembered beside the app's data.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

from engine.models import LoadOptions
from engine.types import LoadModel

_log = logging.getLogger(__name__)


class KnownGood:
    """`path` is a small JSON file, made when first needed; None remembers for this run only."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._safe: dict[str, dict[str, bool]] = _read(path)

    def options_for(self, command: LoadModel) -> LoadOptions:
        """The wanted options, held to what is known to work for this file."""
        known = self._safe.get(_key(command.path), {})
        options = command.options
        if known.get("no_extra_buffers"):
            options = replace(options, extra_buffers=False)
        if known.get("no_gpu"):
            options = replace(options, gpu_layers=0)
        return options

    def safer(self, command: LoadModel) -> LoadModel | None:
        """The next more careful way to load; None when there is none left."""
        options = command.options
        if options.extra_buffers:
            return replace(command, options=replace(options, extra_buffers=False))
        if options.gpu_layers != 0:
            return replace(command, options=replace(options, gpu_layers=0))
        return None

    def worked(self, command: LoadModel) -> None:
        """Remember a careful way that worked; ordinary loads need no entry."""
        if command.options.extra_buffers:
            return
        entry = {"no_extra_buffers": True, "no_gpu": command.options.gpu_layers == 0}
        if self._safe.get(_key(command.path)) != entry:
            self._safe[_key(command.path)] = entry
            self._write()

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            temporary = self._path.with_suffix(".tmp")
            temporary.write_text(json.dumps(self._safe, indent=1), encoding="utf-8")
            temporary.replace(self._path)
        except OSError as error:
            _log.warning("safe load settings could not be remembered: %s", error)


def _key(path: str) -> str:
    """A file replaced by another under the same name is another model."""
    try:
        status = Path(path).stat()
    except OSError:
        return path
    return f"{Path(path).resolve()}|{status.st_size}"


def _read(path: Path | None) -> dict[str, dict[str, bool]]:
    if path is None or not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        _log.warning("%s is not readable and starts anew: %s", path.name, error)
        return {}
    return found if isinstance(found, dict) else {}
