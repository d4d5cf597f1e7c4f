"""Rules of the house that a program can check."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from app import __version__

ROOT = Path(__file__).resolve().parent.parent
LONGEST_MODULE_LINES = 400
VAGUE_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "misc", "common"}
# Where a bug may be caught whatever it is: there it is logged and told.
EVERYTHING = {"Exception", "BaseException"}
EDGES = {"engine/child.py", "app/__main__.py"}


def python_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def rooms() -> list[str]:
    """The packages of the program (with a slash at the end), and modules beside them at the top."""
    packages = [
        name_of(path.parent) + "/"
        for path in python_files("app", "engine")
        if path.name == "__init__.py" and path.parent.parent != ROOT
    ]
    modules = [
        name_of(path)
        for folder in ("app", "engine")
        for path in (ROOT / folder).glob("*.py")
        if path.name != "__init__.py"
    ]
    data = {"app/store/migrations/versions/"}  # named with the migrations
    return sorted({*packages, *modules} - data)


PROGRAM = list(python_files("app", "engine", "devtools"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REQUIREMENTS = [
    Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
]


def test_every_module_can_be_read_in_one_sitting() -> None:
    lines = {
        name_of(path): len(path.read_text("utf-8").splitlines())
        for path in [*PROGRAM, *python_files("tests", "benchmarks")]
    }
    assert {name: n for name, n in lines.items() if n > LONGEST_MODULE_LINES} == {}


def test_names_say_what_a_thing_does() -> None:
    names = {part for path in PROGRAM for part in re.split(r"[/_.]", name_of(path))}
    assert names & VAGUE_NAMES == set()


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        name_of(path) for path in PROGRAM if not ast.get_docstring(ast.parse(path.read_bytes()))
    ]
    assert silent == []


def catches_everything(path: Path) -> bool:
    handlers = (
        node.type
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ExceptHandler)
    )
    return any(
        caught is None
        or any(isinstance(n, ast.Name) and n.id in EVERYTHING for n in ast.walk(caught))
        for caught in handlers
    )


def test_only_the_edges_catch_everything() -> None:
    assert {name_of(path) for path in PROGRAM if catches_everything(path)} - EDGES == set()


def test_every_room_is_on_the_map() -> None:
    assert [room for room in rooms() if f"`{room}`" not in ARCHITECTURE] == []


def test_the_map_shows_no_room_that_is_not_there() -> None:
    shown = re.findall(r"`((?:app|engine|devtools)/[\w/]*(?:\.py)?)`", ARCHITECTURE)
    assert [room for room in shown if not (ROOT / room).exists()] == []


def test_every_dependency_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in pinned.items()}
    outside = [
        str(requirement)
        for requirement in REQUIREMENTS
        if not requirement.specifier.contains(
            versions.get(canonicalize_name(requirement.name), "0")
        )
    ]
    assert outside == []


@pytest.mark.parametrize(("python", "allowed"), [("3.11", False), ("3.12", True), ("3.13", True)])
def test_the_qt_that_aborts_on_python_3_11_is_excluded_there(python: str, allowed: bool) -> None:
    environment = {"python_version": python}
    specifiers = [
        requirement.specifier
        for requirement in REQUIREMENTS
        if requirement.name == "PySide6_Essentials"
        and requirement.marker is not None
        and requirement.marker.evaluate(environment)
    ]
    assert [specifier.contains("6.12.0") for specifier in specifiers] == [allowed]


def test_the_changelog_speaks_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.M)
    assert newest is not None
    assert newest[1] in {__version__, "Unreleased"}
