"""The report of a bug."""

from __future__ import annotations

from pathlib import Path

from app import __version__
from app.bug_report import report_text
from app.crash import Bug

BUGS = (Bug("First.", "Traceback\nValueError: one\n"), Bug("Second.", "KeyError: two\n"))


def test_everything_that_helps_is_in_it(tmp_path: Path) -> None:
    log = tmp_path / "parley.log"
    log.write_text("".join(f"line {number}\n" for number in range(200)), encoding="utf-8")

    text = report_text(BUGS, log)

    assert f"Parley: {__version__}" in text
    assert "Qt: " in text
    assert text.index("Problem 1 of 2") < text.index("ValueError: one") < text.index("KeyError")
    assert text.endswith("line 199\n")
    assert "line 119\n" not in text
    assert "line 120\n" in text


def test_a_conversation_is_in_it_only_when_it_is_given(tmp_path: Path) -> None:
    without = report_text(BUGS, tmp_path / "parley.log")
    given = report_text(BUGS, tmp_path / "parley.log", "[user] my secret")

    assert "conversation" not in without
    assert given.endswith("[user] my secret\n")
