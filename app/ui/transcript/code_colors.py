"""Which tokens the lines of a growing code block consist of, as far as it has been read.

Little is read at once, so that it does not show plain; much is read in the background.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from app.ui.transcript.background import Background
from app.ui.transcript.highlight import Line, lex, lexing

if TYPE_CHECKING:
    from pygments.lexer import Lexer

AT_ONCE = 300
"""Lines that are read while they are painted; more would hold up the window."""
IN_BACKGROUND = 2000
"""Lines of one step in the background."""


class CodeColors:
    """`lines` are those read so far; the text may be longer."""

    def __init__(self, lexer: Lexer | None, background: Background) -> None:
        self.lines: list[Line] = []
        self._lexer = lexer
        self._background = background
        self._wanted = 0
        self._reading = False
        self._generation = 0

    def cut(self, count: int) -> None:
        """Only the first `count` lines of the text are as they were."""
        self.lines = self.lines[: _safe_start(self.lines, count)]
        self._generation += 1
        self._reading = False

    def read_to(self, last: int, text: Sequence[str]) -> None:
        """Read up to line `last` of `text`, now or in the background."""
        self._wanted = min(last + 1, len(text))
        missing = self._wanted - len(self.lines)
        if self._lexer is None or missing <= 0 or self._reading:
            return
        start = _safe_start(self.lines, len(self.lines))
        if self._wanted - start <= AT_ONCE:
            self.lines[start:] = lex(self._lexer, text[start : self._wanted])
            return
        self._reading = True
        piece = list(text[start : min(start + IN_BACKGROUND, len(text))])
        done = partial(self._on_read, self._generation, start, text)
        self._background.run(lexing(self._lexer, piece), done, moves=False)

    def _on_read(self, generation: int, start: int, text: Sequence[str], lines: list[Line]) -> None:
        if generation != self._generation:
            return
        self._reading = False
        self.lines[start:] = lines
        if len(self.lines) < self._wanted and len(lines) > 1:
            self.read_to(self._wanted - 1, text)


def _safe_start(lines: Sequence[Line], count: int) -> int:
    """The last line before `count` that reading may start at."""
    count = min(count, len(lines))
    return next((i for i in range(count - 1, 0, -1) if lines[i].safe), 0)
