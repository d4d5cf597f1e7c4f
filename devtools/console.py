"""Talking to the person at the terminal, and running the programs that do the work.

Everything said here goes to stderr: stdout belongs to what is run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence

LINES_SHOWN_ON_FAILURE = 25
SECONDS_TO_TIDY_UP = 10


class SetupFailed(Exception):
    """A step could not be done; the text is one clear sentence with what to do."""


def say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def run_quietly(
    command: Sequence[str],
    *,
    failure: str,
    environment: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] | None = None,
) -> None:
    """Run a program without showing its output, except its last lines when it fails.

    environment: variables set on top of this process's own
    on_line: called with each line of output as it comes

    Raises SetupFailed with the sentence `failure`.
    """
    last_lines: deque[str] = deque(maxlen=LINES_SHOWN_ON_FAILURE)
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **(environment or {})},
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    try:
        with process.stdout as lines:
            for line in lines:
                last_lines.append(line.rstrip())
                if on_line is not None:
                    on_line(line)
    finally:
        _end(process)
    if process.returncode != 0:
        say("\n".join(f"    {line}" for line in last_lines))
        raise SetupFailed(failure)


def _end(process: subprocess.Popen[str]) -> None:
    """After Ctrl+C, which the program got too, let it tidy up; then make sure that it is gone."""
    try:
        process.wait(timeout=SECONDS_TO_TIDY_UP)
    except subprocess.TimeoutExpired:
        process.terminate()
        process.wait()


def answer(command: Sequence[str]) -> str | None:
    """What a program prints, or None when it is not there or fails."""
    try:
        result = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout
