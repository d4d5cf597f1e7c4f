"""Prompt tokens by the part they came from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.backends.base import Tokenizer
from engine.prompt.marks import Place


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


def label_ids(ids: Iterable[int], edges: Sequence[Edge], tokenizer: Tokenizer) -> list[Label]:
    """One label per id: that of the byte its piece begins with."""
    labels: list[Label] = []
    position, current = 0, 0
    for id in ids:
        while current + 1 < len(edges) and edges[current + 1].position <= position:
            current += 1
        labels.append(edges[current].label)
        position += len(tokenizer.piece(id))
    return labels


def spans_of(labels: Sequence[Label], keys: Sequence[str]) -> tuple[Span, ...]:
    """Runs of equal labels; `keys` are the messages' keys."""
    spans: list[Span] = []
    start = 0
    for end in range(1, len(labels) + 1):
        if end == len(labels) or labels[end] != labels[start]:
            message, part = labels[start]
            key = "" if message is None else keys[message]
            spans.append(Span(start, end, message, key, part))
            start = end
    return tuple(spans)


def _position(edge: Edge) -> int:
    return edge.position
