"""The engine's wheel is built with the flags this machine needs, and only once."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from devtools import wheel
from devtools.console import SetupFailed
from devtools.wheel import NO_AMX, Progress, Recipe, ensure, recipe
from tests.devtools.packages import use_only, write_source_package

GCC = "c++ 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc.\n"
CLANG = "clang version 19.1.0\n"
RECIPE = Recipe(version="0.3.36", kind="cpu", compiler="c++ 12.2.0", environment={})
NO_PYTHON = Path("no-such-python")

Machine = Callable[..., None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Pretends which programs answer, and on what machine."""
    for name in ("CMAKE_ARGS", "CFLAGS", "CXXFLAGS", "CC", "CXX"):
        monkeypatch.delenv(name, raising=False)

    def pretend(answers: dict[str, str], *, system: str = "linux", kind: str = "x86_64") -> None:
        def answer(command: Sequence[str]) -> str | None:
            return answers.get(command[0])

        monkeypatch.setattr(wheel, "answer", answer)
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.setattr(platform, "machine", lambda: kind)

    return pretend


def test_gcc_on_x86_64_builds_without_amx(machine: Machine) -> None:
    machine({"c++": GCC})
    assert recipe("0.3.36") == Recipe(
        version="0.3.36",
        kind="cpu",
        compiler="c++ 12.2.0",
        environment={"CFLAGS": NO_AMX, "CXXFLAGS": NO_AMX},
    )


def test_flags_of_gcc_are_kept_from_others(machine: Machine) -> None:
    machine({"c++": CLANG})
    assert recipe("0.3.36").environment == {}
    machine({"c++": GCC}, kind="aarch64")
    assert recipe("0.3.36").environment == {}


@pytest.mark.parametrize(
    ("programs", "kind"),
    [
        ({"nvidia-smi": "H200", "nvcc": "13.0"}, "cuda"),
        ({"nvidia-smi": "H200"}, "cpu"),
        ({"nvcc": "13.0"}, "cpu"),
    ],
)
def test_cuda_needs_a_driver_and_a_compiler(
    machine: Machine, programs: dict[str, str], kind: str
) -> None:
    machine({"c++": CLANG, **programs})
    assert recipe("0.3.36").kind == kind


def test_a_mac_builds_for_metal(machine: Machine) -> None:
    machine({"c++": CLANG}, system="darwin", kind="arm64")
    assert recipe("0.3.36").environment == {"CMAKE_ARGS": "-DGGML_METAL=on"}


def test_flags_of_the_user_come_last(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine({"c++": CLANG, "nvidia-smi": "H200", "nvcc": "13.0"})
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=off")
    assert recipe("0.3.36").environment["CMAKE_ARGS"] == "-DGGML_CUDA=on -DGGML_CUDA=off"


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_machine_without_a_compiler_is_told_what_to_install(
    machine: Machine, system: str
) -> None:
    machine({}, system=system)
    with pytest.raises(SetupFailed, match="install one"):
        recipe("0.3.36")


def test_other_flags_or_another_compiler_make_another_wheel() -> None:
    others = [
        RECIPE,
        Recipe(version="0.3.36", kind="cpu", compiler="c++ 13.1.0", environment={}),
        Recipe(version="0.3.36", kind="cpu", compiler="c++ 12.2.0", environment={"CFLAGS": "-O2"}),
    ]
    assert len({other.folder_name for other in others}) == len(others)
    assert RECIPE.folder_name.startswith("llama_cpp_python-0.3.36-cp3")


def test_a_wheel_in_the_cache_is_not_built_again(tmp_path: Path) -> None:
    built = tmp_path / RECIPE.folder_name / "llama_cpp_python-0.3.36-py3-none-any.whl"
    built.parent.mkdir()
    built.touch()
    templates = tmp_path / "templates"
    assert ensure(RECIPE, cache=tmp_path, python=NO_PYTHON, templates=templates) == built


def test_a_wheel_is_built_from_its_source_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    template = {"vendor/llama.cpp/models/templates/One.jinja": b"{{ messages }}"}
    write_source_package(tmp_path / "packages", "llama_cpp_python", "0.3.36", template)
    use_only(tmp_path / "packages", monkeypatch)
    cache = tmp_path / "wheels"
    templates = tmp_path / "templates"
    built = ensure(RECIPE, cache=cache, python=Path(sys.executable), templates=templates)
    assert built.parent == cache / RECIPE.folder_name
    assert list(cache.iterdir()) == [built.parent]
    assert (templates / "One.jinja").read_bytes() == b"{{ messages }}"
    assert "  50 %\n  100 %\n" in capsys.readouterr().err


def test_a_failed_build_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_only(tmp_path, monkeypatch)
    python, templates = Path(sys.executable), tmp_path / "templates"
    with pytest.raises(SetupFailed, match="could not be downloaded"):
        ensure(RECIPE, cache=tmp_path, python=python, templates=templates)
    assert list(tmp_path.iterdir()) == []


def test_a_source_that_does_not_build_leaves_no_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {"backend.py": b"raise SystemExit(1)"}
    write_source_package(tmp_path / "packages", "llama_cpp_python", "0.3.36", broken)
    use_only(tmp_path / "packages", monkeypatch)
    cache, templates = tmp_path / "wheels", tmp_path / "templates"
    with pytest.raises(SetupFailed, match=r"could not be (built with|downloaded)"):
        ensure(RECIPE, cache=cache, python=Path(sys.executable), templates=templates)
    assert list(cache.iterdir()) == []


def test_progress_speaks_every_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    for line in ("[1/200] one", "[40/200] two", "[41/200] three", "[ 50%] make", "no step"):
        progress.hear(line)
    assert capsys.readouterr().err.split("\n") == ["  20 %", "  50 %", ""]
