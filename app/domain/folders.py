"""Folders of conversations: what they are called, and which are folded.

Which conversation is in which folder stands in the store. The file keeps what the store cannot
say: folders that are empty, and which are folded. It is JSON; without it nothing is lost but that.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.domain.preferences import write_json
from app.domain.search import folded as same_letters

log = logging.getLogger(__name__)

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Folder:
    name: str
    folded: bool = False


def clean_name(name: str) -> str:
    """The name of a folder or a tag on one line; empty when nothing is left."""
    return " ".join(name.replace('"', " ").split())[:LONGEST_NAME].strip()


def known_as(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that differs at most in case or width."""
    wanted = same_letters(name)
    return next((one for one in names if same_letters(one) == wanted), None)


def free_name(name: str, names: Iterable[str]) -> str:
    """The name, with a number behind it where there is such a one already."""
    taken = list(names)
    number, found = 1, name
    while known_as(found, taken) is not None:
        number += 1
        found = f"{name} {number}"
    return found


class FoldersFile:
    """The folders on disk. Used on the main thread; a file that cannot be written costs a line in
    the log."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folded = _read(path)

    def all(self, used: Iterable[str]) -> list[Folder]:
        """The folders there are, with those that conversations are in, by the alphabet."""
        names = dict.fromkeys((*self._folded, *(name for name in used if name)))
        in_order = sorted(names, key=lambda name: (same_letters(name), name))
        return [Folder(name, self._folded.get(name, False)) for name in in_order]

    def add(self, name: str, *, folded: bool = False) -> None:
        """A new folder, or another state of one that is there."""
        self._folded[name] = folded
        self._write()

    def rename(self, name: str, to: str) -> None:
        self._folded[to] = self._folded.pop(name, False)
        self._write()

    def remove(self, name: str) -> None:
        self._folded.pop(name, None)
        self._write()

    def _write(self) -> None:
        try:
            write_json(self._path, {"folded": self._folded})
        except OSError as error:
            log.warning("folders not saved: %s", error)


def _read(path: Path) -> dict[str, bool]:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("folders cannot be read, empty ones are forgotten: %s", error)
        return {}
    found = written.get("folded") if isinstance(written, dict) else None
    if not isinstance(found, dict):
        return {}
    return {name: folded is True for name, folded in found.items() if clean_name(name) == name}
