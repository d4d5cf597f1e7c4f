"""Bugs nobody caught."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.crash import NATIVE, NATIVE_NAME, Bug, CrashReport, native_crash


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Bug]:
    """What the user is told; the hooks are given back at the end."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    told: list[Bug] = []
    CrashReport(Path("/data/logs/parley.log"), told.append).install()
    return told


def raise_here(error: BaseException) -> None:
    try:
        raise error
    except type(error):
        kind, value, trace = sys.exc_info()
        assert kind is not None
        assert value is not None
        sys.excepthook(kind, value, trace)


def test_a_bug_is_logged_with_its_traceback_and_told_in_a_sentence(
    told: list[Bug], caplog: pytest.LogCaptureFixture
) -> None:
    raise_here(ValueError("seven"))

    assert [bug.sentence for bug in told] == [
        "Something went wrong inside Parley (ValueError). Everything written so far is kept."
    ]
    assert told[0].details.rstrip().endswith("ValueError: seven")
    assert "raise_here" in caplog.text
    assert caplog.records[0].levelno == logging.CRITICAL


def test_the_same_bug_is_told_once_and_logged_each_time(
    told: list[Bug], caplog: pytest.LogCaptureFixture
) -> None:
    for word in ("seven", "eight"):
        raise_here(ValueError(word))
    raise_here(KeyError("nine"))

    assert [bug.details.rstrip().splitlines()[-1] for bug in told] == [
        "ValueError: seven",
        "KeyError: 'nine'",
    ]
    assert len(caplog.records) == 3


def test_a_thread_that_dies_is_told_too(told: list[Bug]) -> None:
    thread = threading.Thread(target=lambda: [][1])
    thread.start()
    thread.join()

    assert told[0].sentence.startswith("Something went wrong inside Parley (IndexError).")


def test_ctrl_c_is_no_bug(told: list[Bug]) -> None:
    raise_here(KeyboardInterrupt())

    assert told == []


CRASHING = """
import ctypes, sys
from pathlib import Path
from app.crash import CrashReport
CrashReport(Path(sys.argv[1]), print).install()
ctypes.string_at(0)
"""


def test_a_native_crash_is_told_at_the_next_start_and_only_there(tmp_path: Path) -> None:
    log = tmp_path / "parley.log"
    died = subprocess.run(
        [sys.executable, "-c", CRASHING, str(log)], capture_output=True, check=False
    )
    assert died.returncode != 0
    assert died.stdout == b""

    told = native_crash(tmp_path / NATIVE_NAME)

    assert told is not None
    assert told.sentence == NATIVE
    assert "string_at" in told.details
    assert (tmp_path / "native_crash.old.log").exists()
    assert native_crash(tmp_path / NATIVE_NAME) is None


def test_the_next_start_tells_it(tmp_path: Path) -> None:
    (tmp_path / NATIVE_NAME).write_text("Fatal Python error: Aborted\n", encoding="utf-8")
    script = (
        "import sys; from pathlib import Path; from app.crash import CrashReport; "
        "CrashReport(Path(sys.argv[1]), lambda bug: print(bug.details)).install()"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "parley.log")]

    first, second = (subprocess.run(command, capture_output=True, check=True) for _ in range(2))

    assert first.stdout.decode().strip() == "Fatal Python error: Aborted"
    assert second.stdout == b""
