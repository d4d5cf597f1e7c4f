"""llama-cpp-python, built from its source for this machine and kept in the user's cache.

There is no ready wheel of it, and pip's own cache does not know with which flags a wheel was
built, so ours keeps one folder for each set of: version, Python, flags, compiler, processor.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from devtools import source_package
from devtools.console import SetupFailed, answer, duration, run_quietly, say

# Built with AMX by GCC 12, llama.cpp died in `ldtilecfg` on the first decode, although the
# kernel granted AMX; without it the same build is sound.
NO_AMX = "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"

# What CMake and the compilers read; the user's own values come after ours and so win.
_VARIABLES = ("CMAKE_ARGS", "CFLAGS", "CXXFLAGS", "CC", "CXX")

CPU_CORE_MINUTES = 10  # measured: 4 min 52 s on 2 cores

COMPILER_MISSING = (
    "Parley builds llama.cpp and found no C++ compiler: install one ("
    "Debian and Ubuntu: `sudo apt install g++`; Fedora: `sudo dnf install gcc-c++`; "
    "Arch: `sudo pacman -S gcc`; macOS: `xcode-select --install`; "
    "Windows: the C++ workload of Visual Studio Build Tools) and start again."
)


@dataclass(frozen=True)
class Recipe:
    """How the wheel is built here.

    kind: cpu, cuda or metal
    compiler: its name and version in its own words
    environment: the variables the build gets on top of this process's own
    """

    version: str
    kind: str
    compiler: str
    environment: Mapping[str, str]

    @property
    def folder_name(self) -> str:
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        about = [self.compiler, platform.machine(), _processor(), *sorted(self.environment.items())]
        digest = hashlib.sha256(repr(about).encode()).hexdigest()[:10]
        return f"llama_cpp_python-{self.version}-{python}-{self.kind}-{digest}"


def detected_inputs() -> list[str]:
    """What decides on the build and costs no time to look at: changed, the set-up runs again."""
    tools = [str(shutil.which(tool)) for tool in ("nvcc", "nvidia-smi")]
    variables = [f"{name}={os.environ.get(name, '')}" for name in _VARIABLES]
    return [_processor(), *tools, *variables]


def recipe(version: str) -> Recipe:
    """Look at this machine. Raises SetupFailed when it has no C++ compiler."""
    compiler = _compiler()
    kind = _kind()
    flags = {"cpu": "", "cuda": "-DGGML_CUDA=on", "metal": "-DGGML_METAL=on"}[kind]
    added = {"CMAKE_ARGS": flags}
    if "Free Software Foundation" in compiler and platform.machine() in {"x86_64", "AMD64"}:
        added |= {"CFLAGS": NO_AMX, "CXXFLAGS": NO_AMX}
    environment = {
        name: " ".join(filter(None, (added.get(name, ""), os.environ.get(name, ""))))
        for name in _VARIABLES
    }
    return Recipe(
        version=version,
        kind=kind,
        compiler=compiler.splitlines()[0],
        environment={name: value for name, value in environment.items() if value},
    )


def ensure(made_by: Recipe, *, cache: Path, python: Path, templates: Path) -> Path:
    """The wheel's file, built with that Python's pip when the cache does not have it.

    What the source has of chat templates goes to the folder `templates` then. Raises SetupFailed
    when the build fails; then no wheel is kept.
    """
    folder = cache / made_by.folder_name
    built = next(folder.glob("*.whl"), None)
    if built is not None:
        return built
    cache.mkdir(parents=True, exist_ok=True)
    say(_announcement(made_by))
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=cache) as scratch:
        started = time.monotonic()
        source = source_package.download(made_by.version, folder=Path(scratch), python=python)
        source_package.keep_templates(source, version=made_by.version, folder=templates)
        new = _build(made_by, source, Path(scratch), python=python)
        say(f"  built in {duration(time.monotonic() - started)}, kept in {folder}")
        folder.mkdir(exist_ok=True)
        return new.replace(folder / new.name)


def _build(made_by: Recipe, source: Path, target: Path, *, python: Path) -> Path:
    hint = " (without CUDA: `CMAKE_ARGS=-DGGML_CUDA=off`)" if made_by.kind == "cuda" else ""
    run_quietly(
        [
            *(str(python), "-m", "pip", "wheel", "--disable-pip-version-check", "--verbose"),
            *("--no-deps", "--no-cache-dir", "--wheel-dir", str(target), str(source)),
        ],
        environment=made_by.environment,
        failure=f"llama-cpp-python {made_by.version} could not be built with "
        f"{made_by.compiler}: see the last lines above{hint}.",
        on_line=Progress().hear,
    )
    return next(target.glob("*.whl"))


class Progress:
    """Says every tenth of a build, read from the lines of ninja or make."""

    _STEP = re.compile(r"\[\s*(\d+)(?:/(\d+)|%)\]")

    def __init__(self) -> None:
        self._tenths = 0

    def hear(self, line: str) -> None:
        step = self._STEP.search(line)
        if step is None:
            return
        tenths = 10 * int(step[1]) // int(step[2] or 100)
        if tenths > self._tenths:
            self._tenths = tenths
            say(f"  {10 * tenths} %")


def _announcement(made_by: Recipe) -> str:
    cores = os.cpu_count() or 1
    names = {"cpu": "the processor", "cuda": "CUDA", "metal": "Metal"}
    minutes = max(1, round(CPU_CORE_MINUTES / cores))
    time_needed = f"about {minutes} min on {cores} cores"
    if made_by.kind == "cuda":
        time_needed = "much longer than for the processor alone, up to an hour on few cores"
    return (
        f"Building llama-cpp-python {made_by.version} for {names[made_by.kind]} "
        f"with {made_by.compiler}: {time_needed}, once."
    )


def _kind() -> str:
    if sys.platform == "darwin":
        return "metal"
    if answer(["nvidia-smi"]) is not None and answer(["nvcc", "--version"]) is not None:
        return "cuda"
    return "cpu"


def _compiler() -> str:
    """What the C++ compiler says about itself; CMake looks in the same order."""
    if sys.platform == "win32":
        return _visual_studio()
    chosen = os.environ.get("CXX", "")
    candidates = [shlex.split(chosen)] if chosen else [["c++"], ["g++"], ["clang++"]]
    for candidate in candidates:
        said = answer([*candidate, "--version"])
        if said:
            return said
    raise SetupFailed(COMPILER_MISSING)


def _visual_studio() -> str:
    programs = os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")
    finder = Path(programs) / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
    component = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    options = ("-latest", "-products", "*", "-requires", component)
    version = answer([str(finder), *options, "-property", "installationVersion"])
    if not version or not version.strip():
        raise SetupFailed(COMPILER_MISSING)
    return f"Visual C++ of Visual Studio {version.strip()}"


def _processor() -> str:
    """What tells processors apart: a build uses this one's instructions and dies on lesser ones."""
    try:
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    return next((line for line in about.splitlines() if line.startswith(("flags", "Features"))), "")
