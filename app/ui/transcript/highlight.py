"""Colours for source code by Pygments, line by line, so that growing code is read from its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String
from pygments.util import ClassNotFound
from PySide6.QtGui import QTextCharFormat, QTextLayout

from app.ui.transcript.formats import CodeFormats

LONGEST_LINE = 5000
"""Lines beyond this stay plain: a minified file would freeze the window."""


class Highlighter:
    """Lexers by language, and what they make of a text."""

    def __init__(self, formats: CodeFormats) -> None:
        self._formats = formats
        self._lexers: dict[str, Lexer | None] = {}

    def lexer(self, language: str) -> Lexer | None:
        if language not in self._lexers:
            try:
                self._lexers[language] = get_lexer_by_name(language, stripnl=False)
            except ClassNotFound:
                self._lexers[language] = None
        return self._lexers[language]

    def lines(self, lexer: Lexer, lines: Sequence[str]) -> Iterator[Line]:
        """One `Line` for each of `lines`, lexed from the first on."""
        line = Line()
        multiline = False
        for _, kind, value in lexer.get_tokens_unprocessed("\n".join(lines) + "\n"):
            style = self._formats.of(kind)
            was_multiline, multiline = multiline, kind in String or kind in Comment
            if not line.length and was_multiline and multiline:
                line.safe = False
            first, *rest = value.split("\n")
            line.add(first, style)
            for number, text in enumerate(rest, 1):
                yield line
                ends_here = number == len(rest) and not text
                line = Line(safe=ends_here or not multiline)
                line.add(text, style)


class Line:
    """Formats of one line. `safe`: reading may start here, no string or comment reaches into it."""

    def __init__(self, safe: bool = True) -> None:
        self.safe = safe
        self.length = 0
        self.formats: list[QTextLayout.FormatRange] = []

    def add(self, text: str, style: QTextCharFormat | None) -> None:
        # Qt counts UTF-16 units.
        length = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if style is not None and length:
            piece = QTextLayout.FormatRange()
            piece.start = self.length
            piece.length = length
            piece.format = style
            self.formats.append(piece)
        self.length += length
