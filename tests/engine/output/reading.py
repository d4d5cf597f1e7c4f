"""Reads outputs in tests: markers as text or as tokens, the rest in pieces of any size."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.output.formats.format import Format
from engine.output.parts import Delta
from engine.output.reader import OutputReader
from engine.types import Ending, Part, Reasoning, Text, ToolCall

Cut = Callable[[bytes], Iterable[bytes]]


class GrowingTokenizer:
    """A vocabulary that has a token for whatever is asked: `markers` first, then any piece."""

    bos: int | None = None
    eos: int | None = None
    adds_bos = False

    def __init__(self, markers: Sequence[str] = ()) -> None:
        self._pieces = [marker.encode() for marker in markers]
        self._markers = {marker: id for id, marker in enumerate(markers)}
        by_length = sorted(map(re.escape, markers), key=len, reverse=True)
        self._split = re.compile(f"({'|'.join(by_length)})") if markers else None

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(b"\0".join(self._pieces)).hexdigest()

    @property
    def size(self) -> int:
        return len(self._pieces)

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:  # noqa: ARG002
        if special and text in self._markers:
            return [self._markers[text]]
        return [self.id_of(bytes([value])) for value in text.encode()]

    def id_of(self, piece: bytes) -> int:
        self._pieces.append(piece)
        return len(self._pieces) - 1

    def ids(self, raw: str, cut: Cut) -> list[int]:
        """Markers as their tokens, what is between them as `cut` has it."""
        texts = self._split.split(raw) if self._split else [raw]
        found: list[int] = []
        for text in texts:
            if text in self._markers:
                found.append(self._markers[text])
            else:
                found += map(self.id_of, cut(text.encode()))
        return found

    def piece(self, id: int) -> bytes:
        return self._pieces[id]

    def is_end(self, id: int) -> bool:
        return id < 0

    def is_control(self, id: int) -> bool:
        return id < len(self._markers)

    def special_pieces(self) -> dict[int, str]:
        return {id: marker for marker, id in self._markers.items()}


def whole(data: bytes) -> list[bytes]:
    return [data]


def single_bytes(data: bytes) -> list[bytes]:
    return [bytes([value]) for value in data]


def random_pieces(seed: int) -> Cut:
    def cut(data: bytes) -> Iterable[bytes]:
        chance = random.Random(seed)
        while data:
            size = chance.randint(1, 9)
            yield data[:size]
            data = data[size:]

    return cut


@dataclass(frozen=True)
class Reading:
    """What an `OutputReader` made of an output."""

    deltas: tuple[Delta, ...]
    parts: tuple[Part, ...]

    @property
    def reasoning(self) -> str | None:
        return "\n\n".join(p.text for p in self.parts if isinstance(p, Reasoning)) or None

    @property
    def content(self) -> str | None:
        return "\n\n".join(p.text for p in self.parts if isinstance(p, Text)) or None

    @property
    def calls(self) -> list[dict[str, Any]]:
        return [
            {"name": p.name, "arguments": json.loads(p.arguments)}
            for p in self.parts
            if isinstance(p, ToolCall)
        ]

    @property
    def diagnoses(self) -> list[str]:
        return [delta.name for delta in self.deltas if delta.kind == "diagnosis"]

    @property
    def raws(self) -> list[str]:
        return [delta.raw for delta in self.deltas if delta.kind == "diagnosis"]

    @property
    def complete(self) -> list[bool]:
        return [delta.complete for delta in self.deltas if delta.kind == "call_finished"]

    def joined(self) -> list[Delta]:
        """The deltas as if everything had come at once."""
        found: list[Delta] = []
        for delta in self.deltas:
            last = found[-1] if found else None
            same = last is not None and (last.kind, last.index) == (delta.kind, delta.index)
            if last is not None and same and delta.kind in ("reasoning", "content", "call_delta"):
                found[-1] = replace(last, text=last.text + delta.text)
            else:
                found.append(delta)
        return found


def tokens_of(format: Format) -> list[str]:
    """The markers a vocabulary of the family may have as tokens: those not made of others."""
    texts = format.literals
    return [text for text in texts if not any(one in text for one in texts if one != text)]


def read(
    raw: str | bytes,
    format: Format,
    *,
    cut: Cut = single_bytes,
    by_id: bool = False,
    opened: bool = False,
    tools: Sequence[Mapping[str, Any]] = (),
    ending: Ending = "end_of_turn",
) -> Reading:
    tokenizer = GrowingTokenizer(tokens_of(format) if by_id else ())
    if isinstance(raw, str):
        ids = tokenizer.ids(raw, cut)
    else:
        ids = [tokenizer.id_of(piece) for piece in cut(raw)]
    numbers = itertools.count()
    reader = OutputReader(
        tokenizer=tokenizer,
        format=format,
        opens_reasoning=opened,
        stop=(),
        tools=tools,
        new_id=lambda: f"call{next(numbers):05}",
    )
    deltas = [delta for id in ids for delta in reader.feed(id)]
    deltas += reader.finish(ending)
    return Reading(tuple(deltas), reader.parts())
