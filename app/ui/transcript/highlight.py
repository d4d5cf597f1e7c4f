"""Colours for source code by Pygments, line by line, so that growing code is read from its end."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from importlib import import_module
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
    """Lexers by language, and the formats of what they find.

    With another theme there is another highlighter; `lexers` of the one before stay loaded.
    """

    def __init__(self, formats: CodeFormats, lexers: dict[str, Lexer | None] | None = None) -> None:
        self._formats = formats
        self.lexers: dict[str, Lexer | None] = {} if lexers is None else lexers

    def lexer(self, language: str) -> Lexer | None:
        """None for a language that nobody can read; loads what is not loaded yet."""
        for _ in self.loading(language):
            pass
        return self.lexers[language]

    def ready(self, language: str) -> bool:
        return language in self.lexers

    def loading(self, language: str) -> Generator[None, None, None]:
        """Load a lexer in steps: most of it are regular expressions that have to be compiled."""
        if language in self.lexers:
            return
        for module in ("pygments.token", "pygments.lexer", "pygments.lexers"):
            import_module(module)
            yield
        from pygments.lexers import find_lexer_class_by_name, get_all_lexers

        # Asked for a name it does not know, Pygments looks through all installed packages.
        known = get_all_lexers(plugins=False)
        if not any(language.lower() in aliases for _, aliases, _, _ in known):
            self.lexers[language] = None
            return
        found = find_lexer_class_by_name(language)
        yield
        for pattern, flags in _patterns(found):
            re.compile(pattern, flags)  # kept by `re` until the lexer is made
            yield
        self.lexers[language] = found(stripnl=False)

    def formats(self, line: Line) -> list[QTextLayout.FormatRange]:
        result = []
        for start, length, kind in line.pieces:
            if (style := self._formats.of(kind)) is not None:
                piece = QTextLayout.FormatRange()
                piece.start, piece.length, piece.format = start, length, style
                result.append(piece)
        return result


def _patterns(lexer: type[Lexer]) -> Iterator[tuple[str, int]]:
    """The regular expressions of a lexer, as far as they are easily found."""
    from pygments.lexer import RegexLexer
    from pygments.util import Future

    if not issubclass(lexer, RegexLexer) or "_tokens" in vars(lexer):
        return
    for rules in lexer.get_tokendefs().values():
        for rule in rules:
            if type(rule) is tuple and rule:
                pattern = rule[0].get() if isinstance(rule[0], Future) else rule[0]
                yield pattern, lexer.flags


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
