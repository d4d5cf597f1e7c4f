"""What the program is made of, as its packages say."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from app import __version__
from app.versions import DEPENDENCIES, packages, versions

PROJECT = Path(__file__).resolve().parent.parent.parent / "pyproject.toml"


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def test_the_dependencies_are_those_of_the_project() -> None:
    lines = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]

    assert set(DEPENDENCIES) == {Requirement(line).name for line in lines}


def test_each_dependency_of_this_system_is_listed() -> None:
    lines = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    here = [
        one for line in lines if (one := Requirement(line)).marker is None or one.marker.evaluate()
    ]

    assert {_plain(one.name) for one in here} <= {_plain(package.name) for package in packages()}


def test_every_package_and_what_it_needs_is_listed_once_with_a_licence() -> None:
    found = packages()
    names = [_plain(package.name) for package in found]

    assert {"markupsafe", "shiboken6"} <= set(names)
    assert len(set(names)) == len(names)
    assert [package.name for package in found if not package.licence] == []


def test_versions_name_the_program_first() -> None:
    assert next(iter(versions().items())) == ("Parley", __version__)
    assert "unknown" not in versions().values()
