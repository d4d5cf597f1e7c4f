"""A tokenizer to compute by hand: ids 0 to 255 are bytes, then markers, then merges."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

CONTROL = ("<|im_start|>", "<|im_end|>", "<|endoftext|>")
USER_DEFINED = ("<think>", "</think>")
IM_START, IM_END, END_OF_TEXT, THINK, END_THINK = range(256, 261)
FIRST_MERGE = 261


class FakeTokenizer:
    """Keeps `engine.backends.base.Tokenizer`; encodes by the longest piece that matches.

    `merges` are texts of more than one byte that are ordinary tokens, from id 261 on.
    """

    def __init__(
        self,
        *,
        merges: Sequence[str] = (),
        bos: int | None = None,
        adds_bos: bool = False,
        eos: int | None = END_OF_TEXT,
    ) -> None:
        self.bos = bos
        self.eos = eos
        self.adds_bos = adds_bos
        markers = [text.encode() for text in CONTROL + USER_DEFINED]
        self._pieces = [bytes([value]) for value in range(256)] + markers
        self._pieces += [text.encode() for text in merges]

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(b"\0".join(self._pieces)).hexdigest()[:16]

    @property
    def size(self) -> int:
        return len(self._pieces)

    def encode(self, text: str, *, special: bool) -> list[int]:
        data, ids, position = text.encode(), [], 0
        while position < len(data):
            id = self._longest(data, position, special)
            ids.append(id)
            position += len(self._pieces[id])
        return ids

    def piece(self, id: int) -> bytes:
        return self._pieces[id]

    def is_end(self, id: int) -> bool:
        return id in (IM_END, END_OF_TEXT)

    def is_control(self, id: int) -> bool:
        return IM_START <= id <= END_OF_TEXT

    def special_pieces(self) -> dict[int, str]:
        return {id: self._pieces[id].decode() for id in range(IM_START, FIRST_MERGE)}

    def _longest(self, data: bytes, position: int, special: bool) -> int:
        best = data[position]
        for id in range(IM_START, len(self._pieces)):
            allowed = special or not self.is_control(id)
            longer = len(self._pieces[id]) > len(self._pieces[best])
            if allowed and longer and data.startswith(self._pieces[id], position):
                best = id
        return best
