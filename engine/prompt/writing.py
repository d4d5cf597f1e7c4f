"""What a model wrote in one round, by the ids it sampled, and which of it is still in a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from engine.backends.base import Tokenizer
from engine.output.detokenize import cut_ids, whole_characters
from engine.output.formats.format import Format
from engine.output.reader import OutputReader
from engine.types import Message, Part, Reasoning, Round, Text, ToolCall, Written

Tools = tuple[dict[str, Any], ...]
Origin = Written | None
"""Where the model wrote a part; None when it did not, or when the part was edited since."""


class Writing:
    """The ids of a round, cut to whole characters, and their bytes."""

    def __init__(self, round: Round, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        raw = b"".join(map(tokenizer.piece, round.ids))
        self.raw = raw[: whole_characters(raw)]
        self.ids = cut_ids(round.ids, len(self.raw), tokenizer) if self.raw != raw else round.ids
        self.ending = round.ending

    @property
    def ended_itself(self) -> bool:
        """Whether the model had nothing more to write."""
        return self.ending in ("end_of_turn", "tool_calls")

    @property
    def was_cut_off(self) -> bool:
        """By a crash; then the newest ids may say more than was shown."""
        return self.ending is None

    def text(self, start: int, end: int | None = None) -> str:
        return self.raw[start:end].decode("utf-8", "replace")

    def index(self, byte: int) -> int | None:
        """Which id begins at a byte; None inside a token."""
        return self._indices.get(byte) if byte else 0

    def cut(self, first: int, end: int | None) -> tuple[int, ...]:
        """Ids from number `first` to byte `end`; a token across it is tokenised anew."""
        if end is None or end == len(self.raw):
            return self.ids[first:]
        return cut_ids(self.ids, end, self._tokenizer)[first:]

    def read(self, format: Format, *, opened: bool, tools: Tools) -> tuple[Part, ...]:
        """Its parts; `opened` tells whether it begins inside reasoning."""
        reader = OutputReader(
            tokenizer=self._tokenizer, format=format, opens_reasoning=opened, stop=(), tools=tools
        )
        for id in self.ids:
            reader.feed(id)
        reader.finish("stopped")
        return reader.parts()

    def offset(self, index: int) -> int:
        """The byte an id begins at."""
        return self._offsets[index] if index else 0

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        sizes = (len(self._tokenizer.piece(id)) for id in self.ids)
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def _indices(self) -> dict[int, int]:
        return {byte: index for index, byte in enumerate(self._offsets)}


def origins_of(
    message: Message, writing: Writing, *, format: Format, opened: bool, tools: Tools
) -> list[Origin]:
    """One origin per part. Ranges that are unknown, as after a crash, are found by reading the
    ids again, which may have begun inside reasoning or not; `opened` is the likelier."""
    claimed = [_claimed(part, writing) for part in message.parts]
    missing = [
        part
        for part, origin in zip(message.parts, claimed, strict=True)
        if origin is None and is_written(part)
    ]
    if not missing or not (writing.was_cut_off or any(map(_range, missing))):
        return claimed
    readings = (writing.read(format, opened=begins, tools=tools) for begins in (opened, not opened))
    found = (list(_matched(message.parts, reading, writing)) for reading in readings)
    return max(found, key=lambda origins: len(origins) - origins.count(None))


def is_written(part: Part) -> bool:
    """Whether a part is what models write, and not empty."""
    return isinstance(part, ToolCall) or (
        isinstance(part, (Text, Reasoning)) and bool(part.text.strip())
    )


def _range(part: Part) -> Origin:
    return part.written if isinstance(part, (Text, Reasoning, ToolCall)) else None


def _claimed(part: Part, writing: Writing) -> Origin:
    origin = _range(part)
    if origin is None or isinstance(part, ToolCall) or not is_written(part):
        return origin
    said = writing.text(origin.start, origin.end)
    return origin if isinstance(part, (Text, Reasoning)) and said == part.text else None


def _matched(parts: Sequence[Part], reading: Sequence[Part], writing: Writing) -> Iterator[Origin]:
    """Origins of the parts that the reading has, too, up to the first that differs."""
    left = iter(reading)
    same = True
    for part in parts:
        origin = None
        if same and is_written(part):
            read = next(left, None)
            origin = None if read is None else _shared(part, read, writing)
            same = origin is not None
        yield origin


def _shared(part: Part, read: Part, writing: Writing) -> Origin:
    """Where a part was read; of one that a crash cut off, where its beginning was read."""
    origin = _range(read)
    if origin is None or type(part) is not type(read):
        return None
    if isinstance(part, ToolCall) and isinstance(read, ToolCall):
        return origin if (part.name, part.arguments) == (read.name, read.arguments) else None
    if isinstance(part, (Text, Reasoning)) and isinstance(read, (Text, Reasoning)):
        if part.text == read.text:
            return origin
        end = origin.start + len(part.text.encode())
        if writing.was_cut_off and writing.text(origin.start, end) == part.text:
            return Written(origin.round, origin.start, end)
    return None
