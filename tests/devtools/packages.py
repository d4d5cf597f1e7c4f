"""Small packages on disk that the real pip takes for real ones, without any network."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest


def write_package(
    folder: Path, name: str, version: str, files: Mapping[str, bytes] | None = None
) -> Path:
    """Write a wheel with these files (path in the archive to content)."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    tags = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in (files or {}).items():
            archive.writestr(member, content)
        archive.writestr(f"{info}/METADATA", metadata)
        archive.writestr(f"{info}/WHEEL", tags)
        archive.writestr(f"{info}/RECORD", f"{info}/METADATA,,\n{info}/WHEEL,,\n")
    return path


def use_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pip see the packages of this folder and no others."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))


BUILD_BACKEND = """
import os, shutil

def build_wheel(folder, config_settings=None, metadata_directory=None):
    print("[1/2] compiled with " + os.environ.get("CXXFLAGS", "nothing"))
    print("[2/2] linked")
    return shutil.copy("ready.whl", os.path.join(folder, "{file_name}")) and "{file_name}"
"""


def write_source_package(
    folder: Path, name: str, version: str, more: Mapping[str, bytes] | None = None
) -> Path:
    """Write a source archive that pip has to build, and whose build takes no time.

    `more` are files in it by their paths.
    """
    ready = write_package(folder / "ready", name, version)
    pyproject = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    files = {
        "pyproject.toml": pyproject.encode(),
        "backend.py": BUILD_BACKEND.replace("{file_name}", ready.name).encode(),
        "ready.whl": ready.read_bytes(),
        "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        **(more or {}),
    }
    path = folder / f"{name}-{version}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for file_name, content in files.items():
            entry = tarfile.TarInfo(f"{name}-{version}/{file_name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path
