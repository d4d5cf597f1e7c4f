"""Files that can be attached by a few letters: those used lately, and those of a chosen folder."""

from __future__ import annotations

import json
import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.preferences import write_json
from app.file_thread import FileThread
from app.files.errors import FileError
from app.files.folder import files_below, names_in

if TYPE_CHECKING:
    from app.domain.path_search import PathSearch

log = logging.getLogger(__name__)

MOST_RECENT = 30
MOST_FOLDERS = 200


class FilesAtHand(QObject):
    """On the main thread; folders are read on another. Each conversation has its own folder.

    Signals:
        changed(): a folder has been read
        failed(str): one sentence about a folder that cannot be read
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, path: Path, *, files: FileThread, parent: QObject) -> None:
        super().__init__(parent)
        self._path = path
        self._files = files
        self._known: tuple[list[str], dict[str, str]] | None = None
        self._unstored: dict[str, Path] = {}
        self._searches: dict[Path, PathSearch] = {}
        self._reading: set[Path] = set()
        self._names: dict[Path, list[str]] = {}

    @property
    def recent(self) -> list[Path]:
        """The newest first."""
        return [Path(path) for path in self._kept[0]]

    def remember(self, path: Path) -> None:
        """It was used just now."""
        recent, folders = self._kept
        written = str(path.absolute())
        self._write([written, *(one for one in recent if one != written)][:MOST_RECENT], folders)

    # ---- folders

    def folder(self, conversation_id: str) -> Path | None:
        if conversation_id in self._unstored:
            return self._unstored[conversation_id]
        chosen = self._kept[1].get(conversation_id)
        return Path(chosen) if chosen else None

    def choose_folder(self, conversation_id: str, folder: Path | None, *, stored: bool) -> None:
        """None: no folder any longer. What is not `stored` is forgotten with the program."""
        if not stored:
            self._unstored.pop(conversation_id, None)
            if folder is not None:
                self._unstored[conversation_id] = folder
        else:
            recent, folders = self._kept
            others = {id: path for id, path in folders.items() if id != conversation_id}
            if folder is not None:
                others[conversation_id] = str(folder.absolute())
            self._write(recent, dict(list(others.items())[-MOST_FOLDERS:]))
        self.look(conversation_id)

    def look(self, conversation_id: str) -> None:
        """Read the folder of a conversation again; what was found before is there meanwhile."""
        self._names = {}
        folder = self.folder(conversation_id)
        if folder is None or folder in self._reading:
            return
        self._reading.add(folder)
        found, refused = partial(self._on_found, folder), partial(self._on_refused, folder)
        self._files.read(partial(files_below, folder), found, refused)

    def search(self, conversation_id: str) -> PathSearch | None:
        """The files of the folder; None while there is none, or nobody has read it."""
        folder = self.folder(conversation_id)
        return self._searches.get(folder) if folder is not None else None

    def names_in(self, folder: Path) -> list[str]:
        """What is right in a folder whose path is being typed; empty until it has been read."""
        if folder not in self._names:
            self._names[folder] = []  # and stays so when it is not there
            found = partial(self._on_names, folder)
            self._files.read(partial(names_in, folder), found, lambda _error: None)
        return self._names[folder]

    def _on_names(self, folder: Path, names: list[str]) -> None:
        self._names[folder] = names
        self.changed.emit()

    def _on_found(self, folder: Path, paths: list[str]) -> None:
        from app.domain.path_search import PathSearch

        self._reading.discard(folder)
        self._searches[folder] = PathSearch(paths)
        self.changed.emit()

    def _on_refused(self, folder: Path, error: FileError) -> None:
        self._reading.discard(folder)
        self._searches.pop(folder, None)
        self.failed.emit(str(error))

    # ---- on disk

    @property
    def _kept(self) -> tuple[list[str], dict[str, str]]:
        if self._known is None:
            self._known = _read(self._path)
        return self._known

    def _write(self, recent: list[str], folders: dict[str, str]) -> None:
        """A file that cannot be written costs a line in the log."""
        self._known = recent, folders
        try:
            write_json(self._path, {"recent": recent, "folders": folders})
        except OSError as error:
            log.warning("files at hand not saved: %s", error)


def _read(path: Path) -> tuple[list[str], dict[str, str]]:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return [], {}
    except (OSError, ValueError) as error:
        log.warning("files at hand cannot be read: %s", error)
        return [], {}
    if not isinstance(written, dict):
        return [], {}
    recent, folders = written.get("recent"), written.get("folders")
    recent = recent if isinstance(recent, list) else []
    folders = folders if isinstance(folders, dict) else {}
    return (
        [one for one in recent if isinstance(one, str)],
        {id: one for id, one in folders.items() if isinstance(one, str)},
    )
