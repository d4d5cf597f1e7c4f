"""Open what claims to be a GGUF file, or say what it is instead."""

from __future__ import annotations

import mmap
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import BadModelFile


@contextmanager
def mapped(path: Path) -> Iterator[mmap.mmap]:
    """The file's bytes, mapped into memory for reading. Raises BadModelFile."""
    try:
        status = path.stat()
        _check_kind(path, status.st_mode, status.st_size)
        with (
            path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            _check_magic(path, data)
            yield data
    except FileNotFoundError as error:
        raise BadModelFile(f"There is no file {path}.") from error
    except (OSError, ValueError) as error:
        raise BadModelFile(f"{path} cannot be read: {error}.") from error


def _check_kind(path: Path, mode: int, size_bytes: int) -> None:
    if stat.S_ISDIR(mode):
        raise BadModelFile(f"{path} is a folder; choose the .gguf file in it.")
    if not stat.S_ISREG(mode):
        raise BadModelFile(f"{path} is not a regular file.")
    if size_bytes == 0:
        raise BadModelFile(f"{path.name} is empty; download it again.")


def _check_magic(path: Path, data: mmap.mmap) -> None:
    start = data[:64]
    if start.startswith(b"GGUF"):
        return
    if start.lstrip().startswith(b"<"):
        raise BadModelFile(f"{path.name} is a web page, not a model; the download went wrong.")
    if start.startswith(b"version https://git-lfs"):
        raise BadModelFile(f"{path.name} only points to the model; download the file itself.")
    raise BadModelFile(f"{path.name} is not a GGUF file.")
