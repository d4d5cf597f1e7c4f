"""A tokenizer to compute by hand: ids 0 to 255 are bytes, then markers, then merges."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

CONTROL = ("<|im_start|>", "<|im_end|>", "<|endoftext|>")
USER_DEFINED = ("<think>", "</think>")
ENDS = ("<|im_end|>", "<|endoftext|>")
IM_START, IM_END, END_OF_TEXT, THINK, END_THINK = range(256, 261)
FIRST_MERGE = 261


class FakeTokenizer:
    """Keeps `engine.backends.base.Tokenizer`; encodes by the longest piece that matches.

    `merges` are texts of more than one byte that are ordinary tokens, the first of them with id 261
    unless other markers are given. `puts_space`: as SentencePiece does, in front of texts and
    behind markers.
    """

    def __init__(
        self,
        *,
        merges: Sequence[str] = (),
        control: Sequence[str] = CONTROL,
        user_defined: Sequence[str] = USER_DEFINED,
        ends: Sequence[str] = ENDS,
        bos: int | None = None,
        adds_bos: bool = False,
        eos: int | None = END_OF_TEXT,
        puts_space: bool = False,
    ) -> None:
        self.bos = bos
        self.eos = eos
        self.adds_bos = adds_bos
        self._puts_space = puts_space
        markers = [text.encode() for text in (*control, *user_defined)]
        self._pieces = [bytes([value]) for value in range(256)] + markers
        self._markers = range(256, len(self._pieces))
        self._control = range(256, 256 + len(control))
        self._ends = {256 + control.index(end) for end in ends}
        self._pieces += [text.encode() for text in merges]
        self._ids = {piece: id for id, piece in reversed(list(enumerate(self._pieces)))}
        texts = [self._pieces[id] for id in range(self._markers.stop, len(self._pieces))]
        tags = [self._pieces[id] for id in self._markers if id not in self._control]
        self._every_token = _longest_first([*markers, *texts])
        self._plain_token = _longest_first([*tags, *texts])

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(b"\0".join(self._pieces)).hexdigest()[:16]

    @property
    def size(self) -> int:
        return len(self._pieces)

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:
        pattern = self._every_token if special else self._plain_token
        if not self._puts_space:
            return [self._ids[piece] for piece in pattern.findall(text.encode())]
        ids: list[int] = []
        waiting = b"" if continues else b" "
        for piece in pattern.findall(text.encode()):
            marked = self._ids[piece] in self._markers
            if waiting and not marked:
                ids.append(self._ids[waiting])
            ids.append(self._ids[piece])
            waiting = b" " if marked else b""
        return ids

    def piece(self, id: int) -> bytes:
        return self._pieces[id]

    def is_end(self, id: int) -> bool:
        return id in self._ends

    def is_control(self, id: int) -> bool:
        return id in self._control

    def special_pieces(self) -> dict[int, str]:
        return {id: self._pieces[id].decode() for id in self._markers}


def _longest_first(pieces: Sequence[bytes]) -> re.Pattern[bytes]:
    ordered = sorted(pieces, key=len, reverse=True)
    return re.compile(b"|".join([*map(re.escape, ordered), b"."]), re.DOTALL)
