"""The files of a folder, for a person who looks for one by its path."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path

from app.files.errors import NotReadable

MOST_FILES = 20_000
NO_FOLDER = "The folder {} cannot be read: choose another one."

_JUNK_FOLDERS = {"node_modules", "__pycache__", "venv", "site-packages", "bower_components"}
_JUNK_NAMES = {".DS_Store", "Thumbs.db", "desktop.ini"}
_JUNK_ENDINGS = (
    *(".pyc", ".pyo", ".o", ".obj", ".a", ".so", ".dylib", ".dll", ".exe", ".class", ".bin"),
    *(".zip", ".gz", ".xz", ".7z", ".rar", ".jar", ".whl", ".iso", ".gguf", ".safetensors"),
    *(".mp3", ".mp4", ".mkv", ".mov", ".avi", ".wav", ".ttf", ".otf", ".woff", ".woff2", ".db"),
)


def files_below(folder: Path, abandoned: Callable[[], bool]) -> list[str]:
    """Paths from the folder on, `/` between their parts, those that lie deeper later.

    Left out are hidden folders, what programs make for themselves, and links, which may lead
    elsewhere. Ends early at MOST_FILES or once `abandoned` says so. Raises NotReadable.
    """
    found: list[str] = []
    waiting = deque([""])
    while waiting and not abandoned():
        inside = waiting.popleft()
        try:
            entries = sorted(os.scandir(folder / inside), key=lambda entry: entry.name.lower())
        except OSError as error:
            if not inside:
                raise NotReadable(NO_FOLDER, folder.name or str(folder)) from error
            continue
        for entry in entries:
            if _is_folder(entry):
                waiting.append(f"{inside}{entry.name}/")
            elif _is_file(entry):
                found.append(f"{inside}{entry.name}")
                if len(found) == MOST_FILES:
                    return found
    return found


def names_in(folder: Path, _abandoned: Callable[[], bool]) -> list[str]:
    """What is right in a folder whose path somebody types, folders with `/` at their end.

    Raises NotReadable.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name.lower())
    except OSError as error:
        raise NotReadable(NO_FOLDER, folder.name or str(folder)) from error
    return [f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries[:MOST_FILES]]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    hidden = entry.name.startswith(".") or entry.name in _JUNK_FOLDERS
    return not hidden and entry.is_dir(follow_symlinks=False)


def _is_file(entry: os.DirEntry[str]) -> bool:
    junk = entry.name in _JUNK_NAMES or entry.name.lower().endswith(_JUNK_ENDINGS)
    return not junk and entry.is_file(follow_symlinks=False)
