"""Markdown code in a stream of text."""

from __future__ import annotations


class Fence:
    """Whether a stream stands inside a ``` block that began at the beginning of a line.

    `line` is the present line so far.
    """

    def __init__(self) -> None:
        self.line = ""
        self._ticks = 0

    @property
    def is_open(self) -> bool:
        return self._ticks > 0

    @property
    def is_code(self) -> bool:
        """Whether a marker here is an example: in a block, or between backticks in a line."""
        return self.is_open or self.line.count("`") % 2 == 1

    def add(self, text: str) -> None:
        if text != "\n":
            self.line += text
            return
        line, self.line = self.line.strip(), ""
        ticks = len(line) - len(line.lstrip("`"))
        if not self.is_open and ticks >= 3 and "`" not in line[ticks:]:
            self._ticks = ticks
        elif self.is_open and ticks >= self._ticks and ticks == len(line):
            self._ticks = 0
