"""The whole program as a process of its own, offscreen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Conversation
from app.paths import Paths
from app.store.library import Library
from tests.patience import LIMIT_S


@contextmanager
def program(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """The running program; killed with its engine when a test fails."""
    command = [sys.executable, "-m", "app", "--data-dir", str(folder), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def is_up(folder: Path) -> bool:
    log = Paths(folder).log
    return log.exists() and "window usable after" in log.read_text(encoding="utf-8")


def engines(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    children: list[psutil.Process] = psutil.Process(process.pid).children()
    return children


def conversation(folder: Path) -> Conversation | None:
    if not Paths(folder).database.exists():
        return None
    library = Library(Paths(folder).database)
    try:
        summaries = library.summaries()
        return library.load(summaries[0].id) if summaries else None
    finally:
        library.close()


@pytest.mark.model
def test_the_self_test_leaves_a_receipt_a_screenshot_and_the_conversation(
    tmp_path: Path, smollm2: Path
) -> None:
    with program(tmp_path, "--smoke", "--model", str(smollm2)) as process:
        out, err = process.communicate(timeout=150)

    assert (process.returncode, err) == (0, b"")
    receipt = json.loads(out)
    assert receipt["prompt"] == receipt["reused"] + receipt["restored"] + receipt["read"]
    assert receipt["written"] > 0
    assert (tmp_path / "smoke.png").stat().st_size > 0
    kept = conversation(tmp_path)
    assert kept is not None
    assert kept.branch()[-1].status == "complete"


def test_the_self_test_says_what_is_wrong_with_a_model_file(tmp_path: Path) -> None:
    (tmp_path / "empty.gguf").touch()

    with program(tmp_path, "--smoke", "--model", str(tmp_path / "empty.gguf")) as process:
        out, err = process.communicate(timeout=LIMIT_S)

    assert (process.returncode, out) == (1, b"")
    assert len(err.decode().strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_window_engine_and_store_soon(
    tmp_path: Path, qtbot: QtBot, number: int
) -> None:
    with program(tmp_path, "--model", str(tmp_path / "missing.gguf")) as process:
        qtbot.waitUntil(lambda: is_up(tmp_path) and engines(process) != [])
        children = engines(process)

        process.send_signal(number)
        _, err = process.communicate(timeout=LIMIT_S)

    assert (process.returncode, err) == (0, b"")
    assert not any(child.is_running() for child in children)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_program_takes_its_engine_along(tmp_path: Path, qtbot: QtBot) -> None:
    with program(tmp_path, "--model", str(tmp_path / "missing.gguf")) as process:
        qtbot.waitUntil(lambda: is_up(tmp_path) and engines(process) != [])
        children = engines(process)

        process.kill()

        psutil.wait_procs(children, timeout=LIMIT_S)
    assert not any(child.is_running() for child in children)


def test_a_second_start_hands_over_and_leaves(tmp_path: Path, qtbot: QtBot) -> None:
    with program(tmp_path) as first:
        qtbot.waitUntil(lambda: is_up(tmp_path))

        with program(tmp_path) as second:
            _, err = second.communicate(timeout=LIMIT_S)

        assert (second.returncode, err) == (0, b"")
        assert first.poll() is None


def test_the_window_needs_neither_sql_nor_the_models_library() -> None:
    script = (
        "import sys, app.session, app.hosts, app.store.thread, app.smoke, app.ui.window; "
        "print(*{'sqlalchemy', 'alembic', 'llama_cpp', 'numpy', 'jinja2'} & set(sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert done.stdout.decode().split() == []


def test_the_engines_process_loads_no_qt() -> None:
    script = (
        "import os, sys; sys.argv = ['parley', '--engine-host']; import engine.child; "
        "import app.__main__; "
        "found = lambda: [name for name in sys.modules if name.startswith('PySide6')]; "
        "engine.child.serve = lambda *_: (os.write(2, repr(found()).encode()), os._exit(0)); "
        "app.__main__.main()"
    )

    kept_open, _ = pipe = os.pipe()  # the engine leaves at the end of its stdin
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, stdin=kept_open, check=False
    )
    for end in pipe:
        os.close(end)

    assert (done.returncode, done.stderr) == (0, b"[]")
