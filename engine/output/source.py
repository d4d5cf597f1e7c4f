"""The symbols of one output as a stream to parse from, however they come in.

A parser is a generator: it yields whenever it needs a symbol that has not come yet, and goes on
when there is one. So it never sees how the output was cut into tokens, and text that could still
become a marker is held back simply because nobody has taken it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from engine.output.detokenize import Characters, Symbol
from engine.types import Ending

Result = TypeVar("Result")
Steps = Generator[None, None, Result]
"""A parse that waits for symbols; its result is what it returns."""

_TRIM_AT = 4096


class Pattern(NamedTuple):
    """A marker as the symbols it is made of: text of each, and whether it is one token."""

    text: str
    pieces: tuple[tuple[str, bool], ...]


class Source:
    """Symbols that have come; `position` counts those of the whole output that were taken.

    `tokens` are the markers that are single tokens of the vocabulary: their spelling is text.
    """

    def __init__(self, tokens: Collection[str] = ()) -> None:
        self.position = 0
        self.ending: Ending | None = None
        self._tokens = _alternatives(tokens)
        self._patterns: dict[str, Pattern] = {}
        self._symbols: list[Symbol] = []
        self._first = 0
        self._closed = False
        self._matched = 0
        self._values = 0
        self._frames = 0
        self._in_call = False

    @classmethod
    def of(cls, text: str, *, ending: Ending = "end_of_turn") -> Source:
        """All of a text, with nothing to come."""
        source = cls()
        source.feed(Characters().feed(text.encode("utf-8", "replace")))
        source.close(ending)
        return source

    # ---- from outside

    def feed(self, symbols: Iterable[Symbol]) -> None:
        self._symbols.extend(symbols)

    def close(self, ending: Ending | None) -> None:
        """No more symbols will come."""
        self._closed, self.ending = True, ending

    @property
    def was_cut(self) -> bool:
        """Whether the model had more to say when the output ended."""
        return self._closed and self.ending not in ("end_of_turn", "tool_calls")

    # ---- where a call is

    @property
    def in_frame(self) -> bool:
        """Whether a call is being written, and its tags, keys or punctuation come next."""
        return self._in_call and (not self._values or self._matched > 0 or self._frames > 0)

    def call_begins(self) -> None:
        self._in_call = True

    def call_ends(self) -> None:
        self._in_call = False

    @contextmanager
    def value(self) -> Iterator[None]:
        """Around what reads a value: it is not the frame, up to where its closer begins."""
        self._values += 1
        try:
            yield
        finally:
            self._values -= 1

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Around what belongs to the frame all the same: a name, and a look behind a closer."""
        self._frames += 1
        try:
            yield
        finally:
            self._frames -= 1

    # ---- looking

    def pattern(self, text: str) -> Pattern:
        """The marker `text`, as it is written in this vocabulary."""
        if text not in self._patterns:
            self._patterns[text] = Pattern(text, tuple(self._pieces(text)))
        return self._patterns[text]

    def patterns(self, texts: Iterable[str]) -> tuple[Pattern, ...]:
        return tuple(self.pattern(text) for text in texts)

    def peek(self) -> Steps[Symbol | None]:
        """The next symbol; None at the end of the output."""
        while self.position - self._first >= len(self._symbols):
            if self._closed:
                return None
            yield
        return self._symbols[self.position - self._first]

    def at(self, pattern: Pattern) -> Steps[bool]:
        """Whether a marker comes next."""
        return (yield from self.first_of((pattern,))) is not None

    def first_of(self, patterns: Sequence[Pattern]) -> Steps[Pattern | None]:
        """The longest of these markers that comes next."""
        start, found, size = self.position, None, 0
        possible = patterns
        while possible:
            symbol = yield from self.peek()
            if symbol is None:
                break
            piece = (symbol.text, symbol.is_marker)
            possible = [one for one in possible if one.pieces[size] == piece]
            size += 1
            self._matched = size if possible else 0
            self.position += 1
            found = next((one for one in possible if len(one.pieces) == size), found)
            possible = [one for one in possible if len(one.pieces) > size]
        self.position = start
        self._matched = 0
        return found

    def at_end(self) -> Steps[bool]:
        return (yield from self.peek()) is None

    def text(self, start: int, end: int | None = None) -> str:
        """What was written from one position to another (the present one)."""
        end = self.position if end is None else end
        return "".join(s.text for s in self._symbols[start - self._first : end - self._first])

    def byte(self, position: int) -> int:
        """Where in the raw output the symbol at a position begins, or the one before it ends."""
        index = position - self._first
        if index < len(self._symbols):
            return self._symbols[index].start
        return self._symbols[-1].end if self._symbols else 0

    # ---- taking

    def take(self) -> Symbol:
        """The next symbol, which has been peeked at."""
        symbol = self._symbols[self.position - self._first]
        self.position += 1
        return symbol

    def take_pattern(self, pattern: Pattern) -> None:
        self.position += len(pattern.pieces)

    def skip(self, patterns: Sequence[Pattern]) -> Steps[bool]:
        """Take one of these markers, if one comes next."""
        found = yield from self.first_of(patterns)
        if found is not None:
            self.take_pattern(found)
        return found is not None

    def skip_space(self) -> Steps[Symbol | None]:
        """Take white space; the symbol after it."""
        while (symbol := (yield from self.peek())) is not None and symbol.text.isspace():
            self.position += 1
        return symbol

    def skip_spaced(self, patterns: Sequence[Pattern]) -> Steps[bool]:
        """Take white space and one of these markers; neither, if there is none."""
        start = self.position
        yield from self.skip_space()
        if (yield from self.skip(patterns)):
            return True
        self.position = start
        return False

    def take_plain(self, stops: Collection[str]) -> str:
        """As much text as has come up to a marker or one of these characters."""
        start = index = self.position - self._first
        symbols = self._symbols
        while index < len(symbols):
            symbol = symbols[index]
            if symbol.is_marker or symbol.text in stops:
                break
            index += 1
        self.position = self._first + index
        return "".join(symbol.text for symbol in symbols[start:index])

    def take_up_to(self, patterns: Iterable[Pattern]) -> str:
        """What has come up to where one of these markers may begin; at least one symbol."""
        starts = {pattern.pieces[0][0] for pattern in patterns}
        return self.take_plain(starts) or self.take().text

    def forget(self) -> None:
        """Let go of what was taken; positions stay valid from here on."""
        if self.position - self._first > _TRIM_AT:
            del self._symbols[: self.position - self._first - 1]
            self._first = self.position - 1

    def _pieces(self, text: str) -> Iterable[tuple[str, bool]]:
        position = 0
        while position < len(text):
            token = self._tokens.match(text, position) if self._tokens else None
            yield (token[0], True) if token else (text[position], False)
            position += len(token[0]) if token else 1


def run(steps: Steps[Result]) -> Result:
    """The result of a parse whose source is closed."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: Result = stop.value
            return result


def _alternatives(texts: Collection[str]) -> re.Pattern[str] | None:
    ordered: Sequence[str] = sorted(texts, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None
