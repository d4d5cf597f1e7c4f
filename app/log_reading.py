"""The end of the log file as records; the rest of a long file is never read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LevelChoice = Literal["all", "warnings", "errors"]

MOST_BYTES = 1_000_000
_HEAD = re.compile(r"\d{4}-\d\d-\d\d \S+ (DEBUG|INFO|WARNING|ERROR|CRITICAL) ")
_WARNINGS, _ERRORS = {"WARNING", "ERROR", "CRITICAL"}, {"ERROR", "CRITICAL"}


@dataclass(frozen=True, slots=True)
class Record:
    """A line with its level, and what follows it (a traceback)."""

    level: str
    text: str


class LogTail:
    """Reads what has been added since it was asked last; begins near the end of the file."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self.skipped_bytes = 0
        self._most = most_bytes
        self._at = -1

    def read(self) -> tuple[str, bool]:
        """New text, whole lines only, and whether it replaces what was read before.

        A log that began anew is read from its start. Raises OSError.
        """
        size = self.path.stat().st_size if self.path.exists() else 0
        anew = self._at < 0 or size < self._at
        if anew:
            self.skipped_bytes = self._at = max(0, size - self._most)
        if size == self._at:
            return "", anew
        with self.path.open("rb") as file:
            file.seek(self._at)
            content = file.read(min(size - self._at, self._most))
        whole = content[: content.rfind(b"\n") + 1]
        self._at += len(whole)
        if anew and self.skipped_bytes:
            whole = whole[whole.find(b"\n") + 1 :]
        return whole.decode("utf-8", errors="replace"), anew


def records(text: str) -> list[Record]:
    """Each line that begins with time and level, with the lines below it that do not."""
    found: list[Record] = []
    lines: list[str] = []
    level = "INFO"
    for line in text.splitlines():
        if head := _HEAD.match(line):
            if lines:
                found.append(Record(level, "\n".join(lines)))
            lines, level = [], head[1]
        lines.append(line)
    if lines:
        found.append(Record(level, "\n".join(lines)))
    return found


def chosen(all_records: Iterable[Record], level: LevelChoice, words: str) -> list[Record]:
    """Those of this level or worse that hold all the words."""
    levels = {"all": None, "warnings": _WARNINGS, "errors": _ERRORS}[level]
    wanted = words.casefold().split()
    return [
        one
        for one in all_records
        if (levels is None or one.level in levels)
        and (not wanted or all(word in one.text.casefold() for word in wanted))
    ]


def last_lines(path: Path, count: int, most_bytes: int = 64_000) -> list[str]:
    """The last lines of the log; none when it cannot be read."""
    try:
        text, _ = LogTail(path, most_bytes).read()
    except OSError:
        return []
    return text.splitlines()[-count:]
