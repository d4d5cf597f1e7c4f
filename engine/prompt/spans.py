"""Prompt tokens by the part they came from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from engine.backends.base import Tokenizer
from engine.prompt.rendering import Place


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `start` to `end` of a prompt.

    `message` is the position of the message in the request, `key` its key. `part` is None for what
    the template prints around parts: from the end of one message's last part on, that belongs to
    the next message. The generation prompt belongs to no message.
    """

    start: int
    end: int
    message: int | None
    key: str
    part: int | None


class Label(NamedTuple):
    message: int | None
    part: int | None


class Edge(NamedTuple):
    """From this position on (characters or bytes), text is labelled so."""

    position: int
    label: Label


Offsets = Callable[[], list[int]]
"""Computes the byte each token begins at."""


def text_edges(parts: dict[Place, tuple[int, int]]) -> tuple[Edge, ...]:
    """The labels of a rendering's text, in order; the first edge stands at 0."""
    edges: list[Edge] = []
    position = 0
    for place, (start, end) in sorted(parts.items(), key=lambda item: item[1]):
        edges.append(Edge(position, Label(place.message, None)))
        edges.append(Edge(start, Label(place.message, place.part)))
        position = end
    return (*edges, Edge(position, Label(None, None)))


def edges_within(edges: Sequence[Edge], text: str, start: int, end: int) -> list[Edge]:
    """The edges of `text[start:end]`, their positions in its UTF-8 bytes."""
    first = bisect_right(edges, start, key=_position)
    last = bisect_left(edges, end, key=_position)
    inner = [
        Edge(len(text[start : edge.position].encode()), edge.label) for edge in edges[first:last]
    ]
    return [Edge(0, edges[first - 1].label), *inner]


class Labels:
    """Which tokens have which label, as runs; `length` tokens so far."""

    def __init__(self) -> None:
        self.length = 0
        self._runs: list[tuple[int, Label]] = []

    def append(self, ids: Sequence[int], edges: Sequence[Edge], offsets: Offsets) -> None:
        """A token is labelled as the byte is that its piece begins with."""
        starts = offsets() if len(edges) > 1 else [0]
        for edge, following in zip(edges, [*edges[1:], None], strict=True):
            first = bisect_left(starts, edge.position) if edge.position else 0
            last = len(ids) if following is None else bisect_left(starts, following.position)
            if first < min(last, len(ids)):
                self._runs.append((self.length + first, edge.label))
        self.length += len(ids)

    def put_in_front(self) -> None:
        """One more token before the first, labelled as that is."""
        label = self._runs[0][1] if self._runs else Label(None, None)
        shifted = [(start + 1, label) for start, label in self._runs]
        self._runs = [(0, label), *shifted]
        self.length += 1

    def spans(self, keys: Sequence[str]) -> tuple[Span, ...]:
        """Runs of equal labels; `keys` are the messages' keys."""
        changes = [
            run for at, run in enumerate(self._runs) if at == 0 or run[1] != self._runs[at - 1][1]
        ]
        ends = [start for start, _ in changes[1:]] + [self.length]
        return tuple(
            Span(
                start,
                end,
                label.message,
                "" if label.message is None else keys[label.message],
                label.part,
            )
            for (start, label), end in zip(changes, ends, strict=True)
        )

    def words_end(self) -> int:
        """The position after the last token that came from a part."""
        end = self.length
        for start, label in reversed(self._runs):
            if label.part is not None:
                return end
            end = start
        return 0


def piece_starts(ids: Iterable[int], tokenizer: Tokenizer) -> list[int]:
    """The byte each piece begins at, and where the last ends."""
    return list(accumulate(map(len, map(tokenizer.piece, ids)), initial=0))


def starts_in(data: bytes, ids: Iterable[int], tokenizer: Tokenizer) -> list[int]:
    """The same in text that was tokenised, which has not the spaces a tokenizer puts in."""
    starts = piece_starts(ids, tokenizer)
    if starts[-1] == len(data):
        return starts
    starts = [0]
    for piece in map(tokenizer.piece, ids):
        at = starts[-1]
        put_in = piece[:1] == b" " and not data.startswith(piece, at)
        starts.append(at + len(piece) - put_in)
    return starts


def _position(edge: Edge) -> int:
    return edge.position
