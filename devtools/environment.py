"""The virtual environment in .venv: made, filled and known to be whole.

A stamp in it says what was installed. An unfinished set-up leaves a mark instead, and the next
one then starts from nothing, so that a half-installed package is never believed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from devtools import wheel
from devtools.console import SetupFailed, duration, run_quietly, say


@dataclass(frozen=True)
class Stamp:
    """What is installed.

    key: stands for everything that decides on what is installed
    made: by which Python and where, as an environment cannot be moved
    """

    key: str
    made: str
    development: bool


class Environment:
    """The environment of the source tree `root`.

    Wheels, and chat templates that were in their sources, are kept in folders.
    """

    def __init__(self, *, root: Path, wheels: Path, templates: Path) -> None:
        self._root = root
        self._wheels = wheels
        self._templates = templates
        self.folder = root / ".venv"
        self._stamp_path = self.folder / "parley-setup.json"
        self._mark_path = self.folder / "parley-setup.unfinished"

    @property
    def python(self) -> Path:
        return self.program("python")

    def program(self, name: str) -> Path:
        """A command installed in the environment."""
        if sys.platform == "win32":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def ensure(self, *, development: bool) -> None:
        """Install what is missing; quick when nothing is.

        development: also what tests and checks need
        Raises SetupFailed.
        """
        found = self._read_stamp()
        development = development or (found is not None and found.development)
        wanted = Stamp(key=self._key(), made=self._made_here(), development=development)
        if found == wanted and self.python.exists():
            return
        started = time.monotonic()
        recipe = wheel.recipe(self.pinned_version("llama-cpp-python"))
        self._make(afresh=self._is_unusable(found))
        engine = wheel.ensure(
            recipe, cache=self._wheels, python=self.python, templates=self._templates
        )
        self._fill(engine, development)
        self._stamp_path.write_text(json.dumps(asdict(wanted)), encoding="utf-8")
        say(f"Set up in {duration(time.monotonic() - started)}.")

    def _read_stamp(self) -> Stamp | None:
        try:
            return Stamp(**json.loads(self._stamp_path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _key(self) -> str:
        about = [self._requirements(development=True), self._constraints.read_text("utf-8")]
        return hashlib.sha256(repr([about, wheel.detected_inputs()]).encode()).hexdigest()

    def _is_unusable(self, found: Stamp | None) -> bool:
        """Made by another Python or elsewhere, left half done, or its Python is gone."""
        if not self.folder.exists():
            return False
        moved = found is not None and found.made != self._made_here()
        half_done = self._mark_path.exists() or not self.python.exists()
        return moved or half_done or self._made_by() != _python_version()

    def _made_by(self) -> str | None:
        try:
            about = (self.folder / "pyvenv.cfg").read_text("utf-8")
        except OSError:
            return None
        version = re.search(r"^version(?:_info)?\s*=\s*(\d+\.\d+)", about, re.M)
        return version and version[1]

    def _made_here(self) -> str:
        return f"Python {_python_version()} in {self.folder}"

    def _make(self, *, afresh: bool) -> None:
        if importlib.util.find_spec("ensurepip") is None:
            raise SetupFailed(
                "This Python cannot make virtual environments: install its venv package "
                f"(Debian and Ubuntu: `sudo apt install python{_python_version()}-venv`) "
                "and start again."
            )
        say(f"Setting up {self.folder} with Python {_python_version()}.")
        run_quietly(
            [sys.executable, "-m", "venv", *(["--clear"] if afresh else []), str(self.folder)],
            failure=f"The environment {self.folder} could not be made: see the lines above.",
        )

    def _fill(self, engine: Path, development: bool) -> None:
        self._stamp_path.unlink(missing_ok=True)
        say("Installing the pinned packages (about 125 MB to download the first time).")
        self._mark_path.touch()
        try:
            # Forced, as pip takes the wheel of another build for the same when the version is.
            self._install("--no-deps", "--force-reinstall", str(engine))
            self._install(*self._requirements(development=development))
        except SetupFailed:
            self._mark_path.unlink()  # pip has taken back what it had begun
            raise
        self._mark_path.unlink()

    def _install(self, *what: str) -> None:
        run_quietly(
            [
                *(str(self.python), "-m", "pip", "install", "--disable-pip-version-check"),
                *("--constraint", str(self._constraints), *what),
            ],
            failure="pip could not install what Parley needs: see its last lines above, "
            "check the network and start again.",
        )

    def _requirements(self, *, development: bool) -> list[str]:
        project = tomllib.loads((self._root / "pyproject.toml").read_text("utf-8"))["project"]
        requirements: list[str] = list(project["dependencies"])
        if development:
            requirements += project["optional-dependencies"]["dev"]
        return requirements

    @property
    def _constraints(self) -> Path:
        return self._root / "constraints.txt"

    def pinned_version(self, package: str) -> str:
        """Raises SetupFailed when constraints.txt has none."""
        pin = re.search(
            rf"^{re.escape(package)}==(\S+)", self._constraints.read_text("utf-8"), re.M
        )
        if pin is None:
            raise SetupFailed(f"constraints.txt has no exact version of {package}: add one.")
        return pin[1]


def _python_version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"
