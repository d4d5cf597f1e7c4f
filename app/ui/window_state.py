"""Where the window was: a small JSON file that may be deleted without loss."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from app.domain.preferences import write_json

log = logging.getLogger(__name__)


@dataclass(slots=True)
class WindowState:
    """`geometry` is Qt's saved geometry in base64; `recent_entries` are ids of the palette.

    `place_below` has left, top, width and height of what a maximised window goes back to.
    """

    geometry: str = ""
    sidebar_shown: bool = True
    inspector_shown: bool = False
    recent_entries: list[str] = field(default_factory=list)
    place_below: list[int] = field(default_factory=list)


class StateFile:
    """Reads and writes one `WindowState`. Failing to write is logged, never shown."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.state = _read(path)

    def save(self) -> None:
        try:
            write_json(self._path, asdict(self.state))
        except OSError as error:
            log.info("the window's state was not saved: %s", error)


def _read(path: Path) -> WindowState:
    """The stored state; what is missing or of the wrong type is as in a new one."""
    state = WindowState()
    stored = _stored(path)
    for one in fields(WindowState):
        value = stored.get(one.name)
        if type(value) is type(getattr(state, one.name)):
            setattr(state, one.name, value)
    return state


def _stored(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.info("the window's state could not be read: %s", error)
        return {}
    return stored if isinstance(stored, dict) else {}
