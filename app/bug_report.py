"""The text a person can send to those who mend the program: nothing of a conversation by itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.crash import Bug
from app.log_reading import last_lines
from app.versions import versions

LINES = 80


def report_text(bugs: Sequence[Bug], log_path: Path, conversation: str = "") -> str:
    """`conversation` is the text of one, when its owner wants it in."""
    made_of = "\n".join(f"{name}: {version}" for name, version in versions().items())
    parts = [f"Parley, report of a problem\n\n{made_of}"]
    for number, bug in enumerate(bugs, start=1):
        parts.append(
            f"--- Problem {number} of {len(bugs)}\n{bug.sentence}\n\n{bug.details.strip()}"
        )
    parts.append("\n".join(["--- The last lines of the log", *last_lines(log_path, LINES)]))
    if conversation:
        parts.append(f"--- The conversation that was open\n{conversation}")
    return "\n\n".join(parts) + "\n"
