"""Reads a quoted string and passes it on as the inside of a JSON string."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from engine.output.source import Pattern, Source, Steps

Emit = Callable[[str], None]
_FOLLOWS = frozenset(",:}])")
_KEPT_ESCAPES = frozenset('"\\/bfnrt')
_OTHER_ESCAPES = {"'": "'", "a": "\\u0007", "v": "\\u000b", "0": "\\u0000", "\n": ""}
_NEEDS_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_REPLACEMENT = "\\ufffd"
_HEX = frozenset("0123456789abcdefABCDEF")


def json_inside(text: str) -> str:
    """`text` as it stands between the quotes of a JSON string."""
    if _NEEDS_ESCAPE.search(text) is None:
        return text
    return json.dumps(text, ensure_ascii=False)[1:-1]


class StringReader:
    """A quote ends a string only where something may follow it: `closers`, a comma, a bracket…

    `cut` tells that the output ended inside a string, `repaired` that a quote was not escaped.
    """

    def __init__(self, source: Source, closers: Sequence[Pattern]) -> None:
        self.cut = False
        self.repaired = False
        self._source = source
        self._closers = closers

    def quoted(self, emit: Emit, before: str) -> Steps[None]:
        """A string in the kind of quotes that comes next."""
        quote = self._source.take().text
        emit(before + '"')
        while (symbol := (yield from self._source.peek())) is not None:
            if symbol.is_marker:
                emit(json_inside(self._source.take().text))
            elif symbol.text == quote:
                self._source.take()
                if (yield from self._may_end()):
                    emit('"')
                    return
                self.repaired = True
                emit(json_inside(quote))
            elif symbol.text == "\\":
                yield from self._escape(emit)
            else:
                emit(json_inside(self._source.take_plain((quote, "\\"))))
        self.cut = True
        emit('"')

    def raw(self, quote: Pattern, emit: Emit, before: str) -> Steps[None]:
        """A string without escapes between two `quote` markers."""
        self._source.take_pattern(quote)
        emit(before + '"')
        while (yield from self._source.peek()) is not None:
            if (yield from self._source.at(quote)):
                start = self._source.position
                self._source.take_pattern(quote)
                if (yield from self._may_end()):
                    emit('"')
                    return
                self._source.position = start
            emit(json_inside(self._source.take_up_to((quote,))))
        self.cut = True
        emit('"')

    def _may_end(self) -> Steps[bool]:
        start = self._source.position
        with self._source.frame():
            symbol = yield from self._source.skip_space()
            may = symbol is None or symbol.text in _FOLLOWS
            may = may or (yield from self._source.first_of(self._closers)) is not None
        self._source.position = start
        return may

    def _escape(self, emit: Emit) -> Steps[None]:
        self._source.take()
        symbol = yield from self._source.peek()
        if symbol is None:
            return
        letter = self._source.take().text
        if letter in _KEPT_ESCAPES:
            emit("\\" + letter)
        elif letter in _OTHER_ESCAPES:
            emit(_OTHER_ESCAPES[letter])
        elif letter == "u":
            yield from self._unicode(emit)
        elif letter == "x":
            yield from self._byte(emit)
        else:
            emit("\\\\" + json_inside(letter))

    def _byte(self, emit: Emit) -> Steps[None]:
        digits = yield from self._digits(2)
        emit(f"\\u00{digits}" if len(digits) == 2 else f"\\\\x{digits}")

    def _unicode(self, emit: Emit) -> Steps[None]:
        """`\\uXXXX`; a pair of surrogates stays one, half of one becomes U+FFFD."""
        digits = yield from self._digits(4)
        if len(digits) < 4:
            if (yield from self._source.peek()) is not None:
                emit(f"\\\\u{digits}")
            return
        code = int(digits, 16)
        if 0xD800 <= code < 0xDC00:
            second = yield from self._second_half()
            emit(f"\\u{digits}\\u{second}" if second else _REPLACEMENT)
        else:
            emit(_REPLACEMENT if 0xDC00 <= code < 0xE000 else f"\\u{digits}")

    def _second_half(self) -> Steps[str]:
        start = self._source.position
        if (yield from self._source.skip((self._source.pattern("\\u"),))):
            digits = yield from self._digits(4)
            if len(digits) == 4 and 0xDC00 <= int(digits, 16) < 0xE000:
                return digits
        self._source.position = start
        return ""

    def _digits(self, count: int) -> Steps[str]:
        digits = ""
        while len(digits) < count and (symbol := (yield from self._source.peek())) is not None:
            if symbol.text not in _HEX:
                break
            digits += self._source.take().text
        return digits
