"""Reads one value as models write it and passes it on as JSON, piece by piece.

Takes JSON and what comes out instead of it: Python's quotes, literals and tuples, trailing commas,
bare keys, line breaks and quotes inside strings, missing closers. What was passed on is never
taken back: strings go out as they come, numbers and words when they are over, a key with the first
piece of its value. When the output ends early, everything open is closed.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.output.failures import Malformed
from engine.output.source import Pattern, Source, Steps, run
from engine.output.strings import StringReader

Emit = Callable[[str], None]
MAX_DEPTH = 40
_MAX_WORD = 400
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_IDENTIFIER = re.compile(r"[\w.$\-]+")
_WORDS = {
    "true": "true",
    "false": "false",
    "null": "null",
    "True": "true",
    "False": "false",
    "None": "null",
}
_CLOSERS = {"{": "}", "[": "]", "(": ")"}
_WORD_ENDS = frozenset(",:}])([{\"'=;<")


@dataclass(frozen=True, slots=True)
class Notation:
    """What else than JSON and Python a family writes.

    `quotes` are markers around strings without escapes. With `bare_words`, text without quotes is a
    string. `parentheses` hold an object (Gemma's drift) or a list (Python).
    """

    quotes: tuple[str, ...] = ()
    bare_words: bool = False
    parentheses_hold_objects: bool = False


JSON = Notation()


class ValueReader:
    """`closers` end the value wherever they come outside a string.

    `cut` tells that the output ended inside a value, `repaired` that closers were missing or quotes
    were not escaped.
    """

    def __init__(
        self, source: Source, *, closers: Sequence[Pattern] = (), notation: Notation = JSON
    ) -> None:
        self.cut = False
        self._source = source
        self._closers = closers
        self._notation = notation
        self._quotes = source.patterns(notation.quotes)
        self._over = False
        self._missing = False
        self._strings = StringReader(source, closers)

    @property
    def repaired(self) -> bool:
        return self._missing or self._strings.repaired

    @property
    def complete(self) -> bool:
        return not self.cut and not self.repaired

    def value(self, emit: Emit, before: str = "", *, depth: int = 0) -> Steps[None]:
        """Read a value; `before` goes out in front of it. Raises Malformed."""
        symbol = yield from self._source.skip_space()
        if symbol is None:
            self._end_of_output()
            return
        if depth > MAX_DEPTH:
            raise Malformed("nested too deep")
        quote = yield from self._source.first_of(self._quotes)
        if quote is not None:
            with self._source.value():
                yield from self._strings.raw(quote, emit, before)
        elif symbol.text in "\"'":
            with self._source.value():
                yield from self._strings.quoted(emit, before)
        elif self._opens_object(symbol.text):
            yield from self._object(emit, before, depth)
        elif symbol.text in "[(":
            yield from self._list(emit, before, depth)
        else:
            with self._source.value():
                yield from self._word(emit, before)
        self.cut = self.cut or self._strings.cut

    def text_value(self) -> Steps[str | None]:
        """A string that names something; None when the output ended before it was over."""
        pieces: list[str] = []
        with self._source.frame():
            yield from self.value(pieces.append)
        if self.cut:
            return None
        text = json.loads("".join(pieces))
        if not isinstance(text, str):
            raise Malformed("a string was expected")
        return text

    def next_key(self, close: str) -> Steps[str | None]:
        """The next key of an object, up to its colon; None when the object is over.

        Raises Malformed.
        """
        if self.cut or (yield from self._is_over(close)):
            return None
        key = yield from self._key()
        separator = None if key is None else (yield from self._source.skip_space())
        if separator is None:
            self.cut = True
            return None
        if separator.text not in ":=":
            raise Malformed("no colon after a key")
        self._source.take()
        return key

    def item_follows(self, close: str) -> Steps[bool]:
        """Whether one more item comes before `close`, which is taken. Raises Malformed."""
        return not self.cut and not (yield from self._is_over(close))

    # ---- containers

    def _opens_object(self, text: str) -> bool:
        return text == "{" or (text == "(" and self._notation.parentheses_hold_objects)

    def _object(self, emit: Emit, before: str, depth: int) -> Steps[None]:
        close = _CLOSERS[self._source.take().text]
        emit(before + "{")
        separator = ""
        while (key := (yield from self.next_key(close))) is not None:
            written = _Written(emit)
            name = json.dumps(key, ensure_ascii=False)
            yield from self.value(written, f"{separator}{name}: ", depth=depth + 1)
            separator = ", " if written.any else separator
        emit("}")

    def _list(self, emit: Emit, before: str, depth: int) -> Steps[None]:
        close = _CLOSERS[self._source.take().text]
        emit(before + "[")
        separator = ""
        while (yield from self.item_follows(close)):
            written = _Written(emit)
            yield from self.value(written, separator, depth=depth + 1)
            separator = ", " if written.any else separator
        emit("]")

    def _is_over(self, close: str) -> Steps[bool]:
        """Whether the container ends here; takes its closer, and commas before items."""
        while (symbol := (yield from self._source.skip_space())) is not None and symbol.text == ",":
            self._source.take()
        if symbol is None or self._over:
            self._end_of_output()
            return True
        if symbol.text == close:
            self._source.take()
            return True
        if (yield from self._source.first_of(self._closers)) is not None:
            self._missing = True
            return True
        if symbol.text in "}])":
            raise Malformed("a bracket that does not fit")
        return False

    def _end_of_output(self) -> None:
        self._over = self._missing = True
        self.cut = self.cut or self._source.was_cut

    def _key(self) -> Steps[str | None]:
        symbol = yield from self._source.peek()
        quote = yield from self._source.first_of(self._quotes)
        pieces: list[str] = []
        if quote is not None:
            yield from self._strings.raw(quote, pieces.append, "")
        elif symbol is not None and symbol.text in "\"'":
            yield from self._strings.quoted(pieces.append, "")
        else:
            return (yield from self._bare_key())
        self.cut = self.cut or self._strings.cut
        return None if self.cut else str(json.loads("".join(pieces)))

    def _bare_key(self) -> Steps[str | None]:
        word = yield from self._take_word(_WORD_ENDS)
        if word is not None and not _IDENTIFIER.fullmatch(word):
            raise Malformed("a key was expected")
        return word

    # ---- words

    def _word(self, emit: Emit, before: str) -> Steps[None]:
        bare = self._notation.bare_words
        word = yield from self._take_word(frozenset(",}])\n<") if bare else _WORD_ENDS)
        if word is None:
            return
        literal = literal_json(word)
        if literal is None and not (bare and word):
            raise Malformed(f"not a value: {word[:40]}")
        emit(before + (literal or json.dumps(word, ensure_ascii=False)))

    def _take_word(self, ends: frozenset[str]) -> Steps[str | None]:
        """Text up to white space (kept in bare words) or one of `ends`; None when cut off."""
        word = ""
        while (symbol := (yield from self._source.peek())) is not None:
            inner_space = symbol.text == " " and "\n" in ends
            if symbol.is_marker or symbol.text in ends or (symbol.text.isspace() != inner_space):
                return word.rstrip()
            if len(word) > _MAX_WORD:
                raise Malformed("a word without end")
            word += self._source.take().text
        self.cut = self.cut or self._source.was_cut
        return None if self.cut else word.rstrip()


class _Written:
    """Passes text on and remembers whether there was any."""

    def __init__(self, emit: Emit) -> None:
        self.any = False
        self._emit = emit

    def __call__(self, text: str) -> None:
        self.any = True
        self._emit(text)


def literal_json(word: str) -> str | None:
    """A number or one of the literals of JSON and Python, as JSON."""
    if word in _WORDS:
        return _WORDS[word]
    if _NUMBER.fullmatch(word):
        return word
    if not word or not (word[0].isdigit() or word[0] in "+-."):
        return None
    try:
        number = ast.literal_eval(word)
    except (SyntaxError, ValueError, MemoryError):
        return None
    if isinstance(number, (int, float)) and math.isfinite(number):
        return json.dumps(number)
    return None


def whole_value(text: str, *, notation: Notation = JSON) -> str | None:
    """A text that is one value and nothing else, as JSON; None when it is something else."""
    source = Source.of(text)
    reader = ValueReader(source, notation=notation)
    pieces: list[str] = []
    try:
        run(reader.value(pieces.append))
        rest = run(source.skip_space())
    except Malformed:
        return None
    return "".join(pieces) if rest is None and pieces and reader.complete else None
