"""The environment is made once, believed only when whole, and made again when something changed."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from devtools import environment, wheel
from devtools.console import SetupFailed
from devtools.environment import Environment
from devtools.wheel import Recipe

RECIPE = Recipe(version="1.0", kind="cpu", compiler="none", environment={})
PYPROJECT = """
[project]
dependencies = ["llama-cpp-python", "sample-one"]
[project.optional-dependencies]
dev = ["sample-two"]
"""
CONSTRAINTS = "llama-cpp-python==1.0\nsample-one==1.0\nsample-two==1.0\n"


@dataclass
class FakePrograms:
    """Stands for venv and pip: notes what they were asked for."""

    made: Environment
    installs: list[list[str]] = field(default_factory=list)
    made_afresh: list[bool] = field(default_factory=list)
    trouble: BaseException | None = None

    def run(self, command: Sequence[str], *, failure: str) -> None:
        assert failure, "a person is told what failed"
        if "venv" in command:
            self._make_environment("--clear" in command)
            return
        if self.trouble is not None:
            raise self.trouble
        constraint = list(command).index("--constraint")
        self.installs.append(list(command[constraint + 2 :]))

    def _make_environment(self, afresh: bool) -> None:
        self.made_afresh.append(afresh)
        self.made.python.parent.mkdir(parents=True, exist_ok=True)
        self.made.python.touch()
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        (self.made.folder / "pyvenv.cfg").write_text(f"version = {version}.1\n", "utf-8")
        if afresh:
            for leftover in self.made.folder.glob("parley-setup.*"):
                leftover.unlink()


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """A source tree with two dependencies, and an engine wheel that is built already."""
    root = tmp_path / "tree"
    root.mkdir()
    (root / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    (root / "constraints.txt").write_text(CONSTRAINTS, "utf-8")
    engine = tmp_path / "wheels" / RECIPE.folder_name / "llama_cpp_python-1.0.whl"
    engine.parent.mkdir(parents=True)
    engine.touch()
    monkeypatch.setattr(wheel, "recipe", lambda _version: RECIPE)
    return Environment(root=root, wheels=tmp_path / "wheels", templates=tmp_path / "templates")


@pytest.fixture
def programs(made: Environment, monkeypatch: pytest.MonkeyPatch) -> FakePrograms:
    fake = FakePrograms(made)
    monkeypatch.setattr(environment, "run_quietly", fake.run)
    return fake


def test_a_new_tree_gets_the_engine_and_its_packages(
    made: Environment, programs: FakePrograms
) -> None:
    made.ensure(development=False)
    engine, packages = programs.installs
    assert engine[:2] == ["--no-deps", "--force-reinstall"]
    assert packages == ["llama-cpp-python", "sample-one"]


def test_nothing_is_done_when_nothing_changed(made: Environment, programs: FakePrograms) -> None:
    made.ensure(development=False)
    made.ensure(development=False)
    assert len(programs.made_afresh) == 1


def test_what_tests_need_is_added_and_then_stays(made: Environment, programs: FakePrograms) -> None:
    made.ensure(development=False)
    made.ensure(development=True)
    assert programs.installs[-1] == ["llama-cpp-python", "sample-one", "sample-two"]
    made.ensure(development=False)
    assert len(programs.made_afresh) == 2


def test_a_changed_pin_or_flag_sets_up_again(
    made: Environment, programs: FakePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.ensure(development=False)
    (made.folder.parent / "constraints.txt").write_text(CONSTRAINTS + "third==1\n", "utf-8")
    made.ensure(development=False)
    monkeypatch.setenv("CFLAGS", "-O1")
    made.ensure(development=False)
    assert programs.made_afresh == [False, False, False]


def test_an_interrupted_install_begins_from_nothing(
    made: Environment, programs: FakePrograms
) -> None:
    programs.trouble = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        made.ensure(development=False)
    programs.trouble = None
    made.ensure(development=False)
    assert programs.made_afresh == [False, True]


def test_a_failed_install_is_tried_again_on_what_is_there(
    made: Environment, programs: FakePrograms
) -> None:
    programs.trouble = SetupFailed("pip could not.")
    with pytest.raises(SetupFailed):
        made.ensure(development=False)
    programs.trouble = None
    made.ensure(development=False)
    assert programs.made_afresh == [False, False]


def test_an_environment_of_another_python_is_replaced(
    made: Environment, programs: FakePrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.ensure(development=False)
    monkeypatch.setattr(environment, "_python_version", lambda: "3.13")
    made.ensure(development=False)
    assert programs.made_afresh == [False, True]


def test_a_hand_made_environment_is_completed(made: Environment, programs: FakePrograms) -> None:
    programs.run([sys.executable, "-m", "venv"], failure="never")
    made.ensure(development=False)
    assert programs.made_afresh == [False, False]


def test_an_environment_whose_python_is_gone_is_replaced(
    made: Environment, programs: FakePrograms
) -> None:
    made.ensure(development=False)
    made.python.unlink()
    made.ensure(development=False)
    assert programs.made_afresh == [False, True]


def test_a_damaged_stamp_is_not_believed(made: Environment, programs: FakePrograms) -> None:
    made.ensure(development=False)
    (made.folder / "parley-setup.json").write_text('{"key":', "utf-8")
    made.ensure(development=False)
    assert len(programs.made_afresh) == 2


def test_a_python_without_venv_is_told_what_to_install(
    made: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SetupFailed, match="install its venv package"):
        made.ensure(development=False)


def test_the_engine_must_be_pinned(made: Environment) -> None:
    (made.folder.parent / "constraints.txt").write_text("sample-one==1.0\n", "utf-8")
    with pytest.raises(SetupFailed, match="no exact version of llama-cpp-python"):
        made.ensure(development=False)


@pytest.mark.skipif(sys.platform == "win32", reason="the folder has another name there")
def test_programs_are_those_of_the_environment(made: Environment) -> None:
    assert made.program("lint-imports") == made.folder / "bin" / "lint-imports"
