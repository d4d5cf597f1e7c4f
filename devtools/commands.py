"""The commands: run, test, check, bench, texts."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from devtools import models, source_package, translations
from devtools.console import SetupFailed, duration, say
from devtools.environment import Environment
from devtools.folders import ROOT, cache_dir, data_dir

INTERRUPTED = 130  # the exit status shells give to a program ended by Ctrl+C
SLOWEST_TESTS_SHOWN = 15
NEEDS_MODEL = "model"  # the mark of the tests that the checks leave out
SIDE_BY_SIDE = ("-n", "auto", "--dist", "loadfile")  # files share what they set up


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status."""
    ours, passed_on = _split(arguments)
    parser = _parser()
    options, unknown = parser.parse_known_args(ours)
    passed_on = unknown + passed_on
    if passed_on and options.command not in {"run", "test"}:
        parser.error(f"{options.command} takes no {' '.join(passed_on)}")
    try:
        return _dispatch(options, passed_on)
    except SetupFailed as failure:
        say(str(failure))
    except OSError as error:
        say(f"The set-up stopped, as the system refused something: {error}.")
    except KeyboardInterrupt:
        say("Stopped.")
        return INTERRUPTED
    return 1


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands before and after the first `--`."""
    if "--" not in arguments:
        return list(arguments), []
    border = list(arguments).index("--")
    return list(arguments[:border]), list(arguments[border + 1 :])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py", description="Set up Parley in .venv, and run, test, check or measure it."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="open the app; what follows `--` goes to it")
    commands.add_parser("test", help="run every test; what follows `--` goes to pytest")
    check = commands.add_parser("check", help="format, lint, types, imports and the fast tests")
    check.add_argument("--fix", action="store_true", help="first repair what can be repaired")
    commands.add_parser("bench", help="run benchmarks/ and write their figures to build/")
    commands.add_parser("texts", help="bring the catalogues of translations in step with the code")
    return parser


def _dispatch(options: argparse.Namespace, passed_on: list[str]) -> int:
    if options.command == "texts":
        return _texts()
    environment = Environment(
        root=ROOT, wheels=cache_dir() / "wheels", templates=cache_dir() / "templates"
    )
    environment.ensure(development=options.command != "run")
    os.chdir(ROOT)
    match options.command:
        case "run":
            return _run(environment, passed_on)
        case "test":
            return _test(environment, passed_on)
        case "check":
            return _check(environment, fix=options.fix)
        case _:
            return _bench(environment)


def _run(environment: Environment, passed_on: list[str]) -> int:
    cached = _fetch(models.STARTER, environment)
    models.place(models.STARTER, cached=cached, folder=data_dir() / "models")
    command = [str(environment.python), "-m", "app", *passed_on]
    if sys.platform != "win32":
        os.execv(command[0], command)  # the app takes this process's place, signals and all
    return subprocess.run(command, check=False).returncode


def _test(environment: Environment, passed_on: list[str]) -> int:
    for model in (models.STARTER, models.TEST_MODEL):
        _fetch(model, environment)
    source_package.fetch_templates(
        environment.pinned_version("llama-cpp-python"),
        folder=cache_dir() / "templates",
        python=environment.python,
    )
    slowest = f"--durations={SLOWEST_TESTS_SHOWN}"
    return _call([str(environment.python), "-m", "pytest", *SIDE_BY_SIDE, slowest, *passed_on])


def _check(environment: Environment, *, fix: bool) -> int:
    """Every step runs, also after one that failed."""
    python = str(environment.python)
    if fix:
        _call([python, "-m", "ruff", "check", "--fix-only", "--quiet"])
        _call([python, "-m", "ruff", "format", "--quiet"])
    steps = {
        "format": [python, "-m", "ruff", "format", "--check"],
        "lint": [python, "-m", "ruff", "check"],
        "types": [python, "-m", "mypy"],
        "imports": [str(environment.program("lint-imports"))],
        "tests": [python, "-m", "pytest", "-q", *SIDE_BY_SIDE, "-m", f"not {NEEDS_MODEL}"],
    }
    started = time.monotonic()
    failed = []
    for name, command in steps.items():
        say(f"── {name}")
        if _call(command) != 0:
            failed.append(name)
    if failed:
        say(f"Failed: {', '.join(failed)}.")
    else:
        say(f"All {len(steps)} checks passed in {duration(time.monotonic() - started)}.")
    return 1 if failed else 0


def _bench(environment: Environment) -> int:
    """Each script prints one JSON value on stdout; it goes to build/ under the script's name."""
    for model in (models.STARTER, models.TEST_MODEL):
        _fetch(model, environment)
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    failed = False
    for script in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        say(f"── {script.stem}")
        command = [str(environment.python), "-m", f"benchmarks.{script.stem}"]
        result = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        failed |= not _keep_figures(result, build / f"{script.stem}.json")
    return 1 if failed else 0


def _texts() -> int:
    """Needs nothing that is set up."""
    for language in translations.LANGUAGES:
        missing = translations.update(ROOT, language)
        say(f"{language}: {missing or 'no'} {'text' if missing == 1 else 'texts'} to translate.")
    return 0


def _keep_figures(result: subprocess.CompletedProcess[str], target: Path) -> bool:
    """Write a benchmark's figures; False when it failed or printed something else."""
    try:
        figures = json.loads(result.stdout)
    except ValueError:
        say(f"{target.stem} printed no JSON on stdout (exit status {result.returncode}).")
        return False
    target.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    say(f"{json.dumps(figures, indent=2)}\n→ {target}")
    return result.returncode == 0


def _fetch(model: models.Model, environment: Environment) -> Path:
    return models.fetch(model, folder=cache_dir() / "models", python=environment.python)


def _call(command: Sequence[str]) -> int:
    return subprocess.run(command, check=False).returncode
