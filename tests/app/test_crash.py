"""Bugs nobody caught."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import pytest

from app.crash import CrashReport


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the user is told; the hooks are given back at the end."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    said: list[str] = []
    CrashReport(Path("/data/logs/parley.log"), said.append).install()
    return said


def raise_here(error: BaseException) -> None:
    try:
        raise error
    except type(error):
        kind, value, trace = sys.exc_info()
        assert kind is not None
        assert value is not None
        sys.excepthook(kind, value, trace)


def test_a_bug_is_logged_with_its_traceback_and_told_in_a_sentence(
    said: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    raise_here(ValueError("seven"))

    assert said == [
        "Something went wrong inside Parley (ValueError). "
        f"The details are in {Path('/data/logs/parley.log')}."
    ]
    assert "raise_here" in caplog.text
    assert caplog.records[0].levelno == logging.CRITICAL


def test_the_same_bug_is_told_once_and_logged_each_time(
    said: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    raise_here(ValueError("seven"))
    raise_here(ValueError("eight"))

    assert len(said) == 1
    assert len(caplog.records) == 2


def test_a_thread_that_dies_is_told_too(said: list[str]) -> None:
    thread = threading.Thread(target=lambda: [][1])
    thread.start()
    thread.join()

    assert said[0].startswith("Something went wrong inside Parley (IndexError).")


def test_ctrl_c_is_no_bug(said: list[str]) -> None:
    raise_here(KeyboardInterrupt())

    assert said == []
