"""Token ids to whole UTF-8 characters, each with its byte range in the raw output."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.backends.base import Tokenizer


class Symbol(NamedTuple):
    """One character, or one marker that was sampled as a single token.

    `start` and `end` are bytes of the raw output: the pieces of all ids, one after the other.
    """

    text: str
    start: int
    end: int
    is_marker: bool = False


class Characters:
    """Bytes in, whole characters out; invalid bytes become U+FFFD as `bytes.decode` has it."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._start = 0
        self._position = 0

    def feed(self, data: bytes) -> list[Symbol]:
        if data.isascii() and self._start == self._position:
            return self._ascii(data)
        symbols: list[Symbol] = []
        for value in data:
            self._position += 1
            text = self._decoder.decode(bytes([value]))
            pending = len(self._decoder.getstate()[0])
            symbols += self._cut(text, self._position - pending)
        return symbols

    def skip(self, size_bytes: int) -> list[Symbol]:
        """Pass over bytes that are no text; a character they break off ends here."""
        symbols = self._cut(self._decoder.decode(b"", final=True), self._position)
        self._position += size_bytes
        self._start = self._position
        return symbols

    def _ascii(self, data: bytes) -> list[Symbol]:
        first = self._position
        self._position = self._start = first + len(data)
        return [
            Symbol(character, first + index, first + index + 1)
            for index, character in enumerate(data.decode("ascii"))
        ]

    def _cut(self, text: str, end: int) -> list[Symbol]:
        """Symbols for newly decoded text that ends at byte `end`.

        One byte completes at most two characters: a broken one, and a second of one byte.
        """
        symbols = []
        for index, character in enumerate(text):
            stop = end - (len(text) - 1 - index)
            symbols.append(Symbol(character, self._start, stop))
            self._start = stop
        return symbols


class Detokenizer:
    """Ids in, symbols out; remembers the byte range of every id.

    `markers` are ids that stay whole. Other control tokens give no text. A character that is still
    incomplete at the end is left out: the prompt that holds this answer leaves it out as well.
    """

    def __init__(self, tokenizer: Tokenizer, *, markers: Collection[int] = ()) -> None:
        self._tokenizer = tokenizer
        self._markers = markers
        self._characters = Characters()
        self.raw = bytearray()

    def feed(self, id: int) -> list[Symbol]:
        piece = self._tokenizer.piece(id)
        start = len(self.raw)
        self.raw += piece
        if id not in self._markers and not self._tokenizer.is_control(id):
            return self._characters.feed(piece)
        symbols = self._characters.skip(len(piece))
        if id in self._markers:
            symbols.append(Symbol(piece.decode(), start, len(self.raw), is_marker=True))
        return symbols


def whole_characters(raw: bytes) -> int:
    """How many bytes of `raw` are left without a character that is incomplete at the end."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(raw)
    return len(raw) - len(decoder.getstate()[0])


def cut_ids(ids: Sequence[int], size_bytes: int, tokenizer: Tokenizer) -> tuple[int, ...]:
    """The ids of the first bytes of their text; a token across the border is tokenised anew."""
    kept, length = 0, 0
    for id in ids:
        size = len(tokenizer.piece(id))
        if length + size > size_bytes:
            rest = tokenizer.piece(id)[: size_bytes - length].decode("utf-8", "ignore")
            return (*ids[:kept], *tokenizer.encode(rest, special=False, continues=True))
        kept, length = kept + 1, length + size
    return tuple(ids)
