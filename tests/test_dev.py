"""dev.py: what a person at the terminal meets."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from devtools import commands
from devtools.console import SetupFailed, duration, run_quietly
from devtools.folders import ROOT

PYTHON = sys.executable


@pytest.mark.parametrize("version", [(3, 8, 1), (3, 10, 0), (3, 14, 0)])
def test_another_python_is_refused_in_one_sentence(
    version: tuple[int, int, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert dev.main() == 2
    said = capsys.readouterr().err
    assert said.startswith(
        f"Parley needs Python 3.11, 3.12 or 3.13 and this is Python 3.{version[1]}:"
    )
    assert said.count("\n") == 1


def test_everything_behind_the_dashes_is_passed_on() -> None:
    assert commands._split(["run", "--", "--model", "--", "x"]) == (
        ["run"],
        ["--model", "--", "x"],
    )
    assert commands._split(["check", "--fix"]) == (["check", "--fix"], [])


def test_only_run_and_test_pass_words_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        commands.main(["check", "--quick"])
    assert left.value.code == 2
    assert "check takes no --quick" in capsys.readouterr().err


def test_make_knows_the_same_commands() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert set(re.findall(r"dev\.py (\w+)", makefile)) == {"run", "test", "check", "bench"}


def test_a_failed_program_shows_its_last_lines(capsys: pytest.CaptureFixture[str]) -> None:
    script = "import sys; print(*range(100), sep='\\n'); sys.exit(3)"
    with pytest.raises(SetupFailed, match="It failed"):
        run_quietly([PYTHON, "-c", script], failure="It failed.")
    said = capsys.readouterr().err.split()
    assert said[-1] == "99"
    assert len(said) == 25


def test_a_program_gets_the_variables_and_is_heard_line_by_line() -> None:
    heard: list[str] = []
    script = "import os; print(os.environ['FLAVOUR']); print('end')"
    run_quietly(
        [PYTHON, "-c", script],
        failure="",
        environment={"FLAVOUR": "vanilla"},
        on_line=heard.append,
    )
    assert [line.strip() for line in heard] == ["vanilla", "end"]


def test_figures_of_a_benchmark_are_written_when_they_are_json(tmp_path: Path) -> None:
    target = tmp_path / "gaps.json"
    done = subprocess.CompletedProcess(args=[], returncode=0, stdout='{"p95_ms": 4.5}')
    assert commands._keep_figures(done, target)
    assert json.loads(target.read_text("utf-8")) == {"p95_ms": 4.5}


def test_a_benchmark_that_prints_something_else_has_failed(tmp_path: Path) -> None:
    target = tmp_path / "gaps.json"
    failed = subprocess.CompletedProcess(args=[], returncode=1, stdout="Traceback")
    assert not commands._keep_figures(failed, target)
    assert not target.exists()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59.4, "59 s"), (60, "1 min 00 s"), (292, "4 min 52 s")]
)
def test_durations_read_well(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_the_script_of_the_checks_runs_every_test_once() -> None:
    """The check leaves out those with a mark, and then these alone are run."""
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    made = [line.partition(" #")[0] for line in lines if line.startswith("make ")]

    assert made == ["make check", f'make test ARGS="-m {commands.NEEDS_MODEL}"']


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_the_script_of_the_checks_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
