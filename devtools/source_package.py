"""The source package of llama-cpp-python: the engine is built from it, and the chat templates in
it are what the tests of prompts are tried on. They stay in the user's cache, as they are not ours.
"""

from __future__ import annotations

import re
import shutil
import tarfile
import tempfile
from pathlib import Path

from devtools.console import SetupFailed, run_quietly, say

MEGABYTES = 77
_TEMPLATE = re.compile(r"[^/]+/vendor/llama\.cpp/models/templates/([^/]+\.jinja)")
_VERSION_FILE = "version.txt"


def download(version: str, *, folder: Path, python: Path) -> Path:
    """The package's archive in `folder`. Raises SetupFailed."""
    run_quietly(
        [
            *(str(python), "-m", "pip", "download", "--disable-pip-version-check"),
            *("--no-deps", "--no-cache-dir", "--no-binary=llama-cpp-python"),
            *("--dest", str(folder), f"llama-cpp-python=={version}"),
        ],
        failure=f"The source of llama-cpp-python {version} could not be downloaded: "
        "see pip's lines above, check the network and try again.",
    )
    return next(folder.glob("*.tar.gz"))


def keep_templates(package: Path, *, version: str, folder: Path) -> None:
    """Put the package's chat templates into `folder`, in place of those of another version."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=folder.parent) as scratch:
        new = Path(scratch) / folder.name
        new.mkdir()
        with tarfile.open(package) as archive:
            for member in archive:
                found = _TEMPLATE.fullmatch(member.name)
                content = archive.extractfile(member) if found else None
                if found and content is not None:
                    (new / found[1]).write_bytes(content.read())
        (new / _VERSION_FILE).write_text(version, encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        new.replace(folder)


def fetch_templates(version: str, *, folder: Path, python: Path) -> None:
    """Download the package for its templates when those of this version are not in `folder`.

    Without them the tests have only the templates of this source tree, so a failure is told and
    otherwise left alone.
    """
    if _kept_version(folder) == version:
        return
    say(f"Fetching llama.cpp's chat templates ({MEGABYTES} MB with the source around them), once.")
    try:
        with tempfile.TemporaryDirectory() as scratch:
            package = download(version, folder=Path(scratch), python=python)
            keep_templates(package, version=version, folder=folder)
    except SetupFailed as failure:
        say(f"{failure} Until then prompts are tested on our own templates only.")


def _kept_version(folder: Path) -> str:
    try:
        return (folder / _VERSION_FILE).read_text(encoding="utf-8")
    except OSError:
        return ""
