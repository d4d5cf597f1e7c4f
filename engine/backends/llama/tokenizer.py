"""The vocabulary of a loaded model: text to ids and back."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.backends.llama.text_memory import TextMemory

_FINGERPRINT_DIGITS = 16
_REMEMBERED_CHARACTERS = 4_000_000
_UNMERGED = "\x01"
"""A character that is part of no token but its own, or of none and so unknown or a byte."""


class LlamaTokenizer:
    """Usable until the model is closed.

    Reads every piece once when made: about half a second for 150,000 tokens.
    """

    def __init__(self, api: Any, vocab: int) -> None:
        self._api = api
        self._vocab = vocab
        self._size: int = api.llama_vocab_n_tokens(vocab)
        self._buffer = ctypes.create_string_buffer(256)
        self._pieces = [self._read_piece(id) for id in range(self._size)]
        attribute = api.llama_vocab_get_attr
        self._attributes: list[int] = [attribute(vocab, id) for id in range(self._size)]
        self._bos = self._optional(api.llama_vocab_bos(vocab))
        self._eos = self._optional(api.llama_vocab_eos(vocab))
        self._memory = TextMemory(self._tokenized, characters=_REMEMBERED_CHARACTERS)
        self._adds_bos: bool = api.llama_vocab_get_add_bos(vocab)

    @cached_property
    def fingerprint(self) -> str:
        digest = hashlib.sha256()
        kind = self._api.llama_vocab_type(self._vocab)
        digest.update(repr((kind, self._bos, self._eos, self._adds_bos)).encode())
        digest.update(repr([len(piece) for piece in self._pieces]).encode())
        digest.update(b"".join(self._pieces))
        digest.update(repr(self._attributes).encode())
        return digest.hexdigest()[:_FINGERPRINT_DIGITS]

    @property
    def size(self) -> int:
        return self._size

    @property
    def bos(self) -> int | None:
        return self._bos

    @property
    def eos(self) -> int | None:
        return self._eos

    @property
    def adds_bos(self) -> bool:
        return self._adds_bos

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:
        if not (text and continues and self._puts_space):
            return self._memory.ids(text, special)
        start = self._tokenized(_UNMERGED, False)
        return self._memory.ids(_UNMERGED + text, special)[len(start) :]

    @cached_property
    def _puts_space(self) -> bool:
        """Whether llama.cpp puts a space in front of texts of this vocabulary."""
        ids = self._tokenized(_UNMERGED, False)
        return self._pieces[ids[0]].startswith(b" ") if ids else False

    def _tokenized(self, text: str, special: bool) -> list[int]:
        data = text.encode("utf-8", "replace")
        # A token is at least one byte; SentencePiece vocabularies put spaces in.
        room = len(data) + 8
        ids = (ctypes.c_int32 * room)()
        count = self._tokenize(data, ids, room, special)
        if count < 0:
            room = -count
            ids = (ctypes.c_int32 * room)()
            count = self._tokenize(data, ids, room, special)
        assert count >= 0, "llama_tokenize did not keep to the size it asked for"
        return list(ids[:count])

    def _tokenize(
        self, data: bytes, ids: ctypes.Array[ctypes.c_int32], room: int, special: bool
    ) -> int:
        count: int = self._api.llama_tokenize(
            self._vocab, data, len(data), ids, room, False, special
        )
        return count

    def piece(self, id: int) -> bytes:
        return self._pieces[id]

    def is_end(self, id: int) -> bool:
        ends: bool = self._api.llama_vocab_is_eog(self._vocab, id)
        return ends

    def is_control(self, id: int) -> bool:
        special: int = self._api.LLAMA_TOKEN_ATTR_CONTROL | self._api.LLAMA_TOKEN_ATTR_UNKNOWN
        return bool(self._attributes[id] & special)

    def special_pieces(self) -> Mapping[int, str]:
        return self._special_pieces

    @cached_property
    def _special_pieces(self) -> dict[int, str]:
        wanted = self._api.LLAMA_TOKEN_ATTR_CONTROL | self._api.LLAMA_TOKEN_ATTR_USER_DEFINED
        return {
            id: self._pieces[id].decode("utf-8", "replace")
            for id, attribute in enumerate(self._attributes)
            if attribute & wanted
        }

    def _read_piece(self, id: int) -> bytes:
        length = self._write_piece(id)
        if length < 0:
            self._buffer = ctypes.create_string_buffer(-length)
            length = self._write_piece(id)
        return ctypes.string_at(self._buffer, length)

    def _write_piece(self, id: int) -> int:
        buffer = self._buffer
        length: int = self._api.llama_token_to_piece(self._vocab, id, buffer, len(buffer), 0, True)
        return length

    @staticmethod
    def _optional(id: int) -> int | None:
        return id if id >= 0 else None
