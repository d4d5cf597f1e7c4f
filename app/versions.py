"""Versions and licences of what the program is made of, from the metadata of its packages."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from PySide6.QtCore import qVersion

from app import __version__

LICENCE = "Apache License 2.0"
DEPENDENCIES = (
    *("PySide6_Essentials", "llama-cpp-python", "numpy", "llguidance", "jinja2", "SQLAlchemy"),
    *("alembic", "jsonschema", "markdown-it-py", "mdit-py-plugins", "mathra", "pygments"),
    *("platformdirs", "psutil", "fontpkg-inter", "fontpkg-jetbrains-mono"),
    *("justmyresource-lucide", "pypdf", "python-docx", "django-static-mathjax", "quickjs-ng"),
    "jeepney",
)
"""As in pyproject.toml, for all systems; what these depend on is found from here."""
UNKNOWN = "unknown"
SYSTEM = "System"
_LONGEST_LICENCE = 60
_CLASSIFIER = "License :: "


@dataclass(frozen=True, slots=True)
class Package:
    """`licence` is "" where the package does not say."""

    name: str
    version: str
    licence: str


def versions() -> dict[str, str]:
    """What answers a question in a report of a problem."""
    return {
        "Parley": __version__,
        "Qt": qVersion(),
        "PySide6": _version("PySide6_Essentials"),
        "llama-cpp-python (llama.cpp)": _version("llama-cpp-python"),
        "Python": platform.python_version(),
        SYSTEM: f"{platform.system()} {platform.release()} ({platform.machine()})",
    }


def packages() -> list[Package]:
    """Every package the program needs, by name. Reads some 60 files: not for the start."""
    found: dict[str, Package] = {}
    waiting = list(DEPENDENCIES)
    while waiting:
        name = waiting.pop()
        if _plain(name) not in found and (one := _distribution(name)) is not None:
            found[_plain(name)] = Package(one.metadata["Name"], one.version, _licence(one))
            waiting += _needed(one)
    return sorted(found.values(), key=lambda package: package.name.lower())


def _needed(one: Distribution) -> list[str]:
    """Names of what it requires; of extras, nothing is needed."""
    wanted = [line for line in one.requires or [] if "extra ==" not in line]
    return [named[0] for line in wanted if (named := re.match(r"[\w.-]+", line))]


def _licence(one: Distribution) -> str:
    for field in ("License-Expression", "License"):
        if field in one.metadata and 0 < len(one.metadata[field]) <= _LONGEST_LICENCE:
            return one.metadata[field]
    named = [
        line.rpartition(" :: ")[2]
        for line in one.metadata.get_all("Classifier") or []
        if line.startswith(_CLASSIFIER) and line.count(" :: ") > 1
    ]
    return ", ".join(named) or _first_line_of_licence(one)


def _first_line_of_licence(one: Distribution) -> str:
    """Its title, where the metadata has nothing but the file."""
    names = one.metadata.get_all("License-File") or []
    texts = (one.read_text(f"licenses/{name}") or one.read_text(name) or "" for name in names)
    titles = [text.strip().partition("\n")[0].strip() for text in texts]
    return next((title for title in titles if 0 < len(title) <= _LONGEST_LICENCE), "")


def _version(name: str) -> str:
    one = _distribution(name)
    return one.version if one is not None else UNKNOWN


def _distribution(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
