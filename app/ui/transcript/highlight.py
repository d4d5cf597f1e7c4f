"""Colours for source code by Pygments, line by line, so that growing code is read from its end."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextLayout

from app.ui.transcript.formats import CodeFormats

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

LONGEST_LINE = 5000
"""Lines beyond this stay plain: a minified file would freeze the window."""


class Line:
    """The tokens of one line, as (start, length in UTF-16 units, kind).

    `safe`: reading may start here, no string or comment reaches into it.
    """

    __slots__ = ("length", "pieces", "safe")

    def __init__(self, safe: bool = True) -> None:
        self.safe = safe
        self.length = 0
        self.pieces: list[tuple[int, int, _TokenType]] = []

    def add(self, text: str, kind: _TokenType) -> None:
        length = len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
        if length and not text.isspace():
            self.pieces.append((self.length, length, kind))
        self.length += length


class Highlighter:
    """Lexers by language, and the formats of what they find."""

    def __init__(self, formats: CodeFormats) -> None:
        self._formats = formats
        self._lexers: dict[str, Lexer | None] = {}

    def lexer(self, language: str) -> Lexer | None:
        if language not in self._lexers:
            from pygments.lexers import get_lexer_by_name  # with the first code that is shown
            from pygments.util import ClassNotFound

            try:
                self._lexers[language] = get_lexer_by_name(language, stripnl=False)
            except ClassNotFound:
                self._lexers[language] = None
        return self._lexers[language]

    def formats(self, line: Line) -> list[QTextLayout.FormatRange]:
        result = []
        for start, length, kind in line.pieces:
            if (style := self._formats.of(kind)) is not None:
                piece = QTextLayout.FormatRange()
                piece.start, piece.length, piece.format = start, length, style
                result.append(piece)
        return result


def lex(lexer: Lexer, lines: Sequence[str]) -> list[Line]:
    """One `Line` for each of `lines`, read from the first on."""
    return list(_lexed(lexer, lines))[: len(lines)]


def lexing(lexer: Lexer, lines: Sequence[str]) -> Generator[None, None, list[Line]]:
    """The same in steps of one line."""
    found = []
    for line in _lexed(lexer, lines):
        found.append(line)
        yield
    return found[: len(lines)]


def _lexed(lexer: Lexer, lines: Sequence[str]) -> Iterator[Line]:
    from pygments.token import Comment, String

    line = Line()
    multiline = False
    for _, kind, value in lexer.get_tokens_unprocessed("\n".join(lines) + "\n"):
        was_multiline, multiline = multiline, kind in String or kind in Comment
        if not line.length and was_multiline and multiline:
            line.safe = False
        first, *rest = value.split("\n")
        line.add(first, kind)
        for number, text in enumerate(rest, 1):
            yield line
            ends_here = number == len(rest) and not text
            line = Line(safe=ends_here or not multiline)
            line.add(text, kind)
