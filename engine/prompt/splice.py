"""Where the ids a model sampled go into a rendering, in place of the text of its words.

    …<|im_start|>assistant\\n [what the template prints] |part| … |part| <|im_end|>…
                            └──── ids of the round, whole ────────────┘

When the template dropped a part (old reasoning), each part that is left takes its own ids, where
its bytes begin and end with a token.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from engine.backends.base import Tokenizer
from engine.output.detokenize import cut_ids, whole_characters
from engine.prompt.generation import GenerationPrompt
from engine.prompt.marks import Place, Rendering
from engine.prompt.spans import Edge, Label
from engine.types import Message, Reasoning, Round, Text, ToolCall, Written


@dataclass(frozen=True, slots=True)
class Splice:
    """`ids` stand for characters `start` to `end` of a rendering; `edges` label their bytes."""

    start: int
    end: int
    ids: tuple[int, ...]
    edges: tuple[Edge, ...]


class Writing:
    """The ids of a round, cut to whole characters; `offsets` are the bytes they begin at."""

    def __init__(self, round: Round, tokenizer: Tokenizer) -> None:
        raw = b"".join(map(tokenizer.piece, round.ids))
        self._raw = raw[: whole_characters(raw)]
        self.ids = cut_ids(round.ids, len(self._raw), tokenizer)
        sizes = (len(tokenizer.piece(id)) for id in self.ids)
        self.offsets = tuple(accumulate(sizes, initial=0))
        self._index = {byte: index for index, byte in enumerate(self.offsets)}

    def index(self, byte: int) -> int | None:
        """Which id begins at a byte; None inside a token."""
        return self._index.get(byte)

    def text(self, start: int, end: int) -> str:
        return self._raw[start:end].decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Passage:
    """A part of an answer: where the model wrote it, and where the rendering has it."""

    place: Place
    part: Text | Reasoning
    written: Written
    printed: tuple[int, int] | None


class _Answer:
    """One answer of a model in a rendering of its conversation."""

    def __init__(self, message: Message, index: int, *, rendering: Rendering, writing: Writing):
        self._message = message
        self._index = index
        self._calls = [at for at, part in enumerate(message.parts) if isinstance(part, ToolCall)]
        self._rendering = rendering
        self._writing = writing
        self._passages = list(_passages(message, index, rendering))

    def splices(self, generation: GenerationPrompt) -> list[Splice]:
        """The round whole if possible, else part by part."""
        whole = self._whole(generation)
        if whole is not None:
            return [whole]
        singles = (self._single(passage) for passage in self._passages)
        return [splice for splice in singles if splice is not None]

    def _whole(self, generation: GenerationPrompt) -> Splice | None:
        printed = [one.printed for one in self._passages if one.printed is not None]
        complete = bool(printed) and len(printed) == len(self._passages)
        if not complete or printed != sorted(printed):
            return None
        begin, last = self._begin(printed[0][0], generation), self._last()
        if begin is None or last is None:
            return None
        return self._splice(begin[0], printed[-1][1], begin[1], last)

    def _begin(self, mark: int, generation: GenerationPrompt) -> tuple[int, int] | None:
        """First character of the rendering to replace, and first id to put there."""
        gap_start = self._rendering.end_before(mark)
        gap, first = self._rendering.text[gap_start:mark], self._passages[0]
        lead = self._writing.text(0, first.written.start)
        header_end = generation.answer_start(gap, lead, first.part)
        if header_end is not None:
            return gap_start + header_end, 0
        if gap.endswith(lead):
            return mark - len(lead), 0
        index = self._writing.index(first.written.start)
        return None if index is None else (mark, index)

    def _last(self) -> int | None:
        """Where the ids end: all are taken, but calls are printed by the template."""
        if not self._calls:
            return len(self._writing.ids)
        last = self._passages[-1]
        if self._calls[0] < last.place.part:
            return None
        return self._writing.index(last.written.end)

    def _single(self, passage: _Passage) -> Splice | None:
        start, end = passage.written.start, passage.written.end
        first, last = self._writing.index(start), self._writing.index(end)
        same = self._writing.text(start, end) == passage.part.text
        if passage.printed is None or first is None or last is None or not same:
            return None
        return self._splice(*passage.printed, first, last)

    def _splice(self, start: int, end: int, first: int, last: int) -> Splice:
        base = self._writing.offsets[first]
        edges = word_edges(self._message, self._index, base=base)
        return Splice(start, end, self._writing.ids[first:last], edges)


def splices_of(
    message: Message,
    index: int,
    *,
    rendering: Rendering,
    writing: Writing,
    generation: GenerationPrompt,
) -> list[Splice]:
    """Where the ids of an answer go in a rendering of its conversation."""
    answer = _Answer(message, index, rendering=rendering, writing=writing)
    return answer.splices(generation)


def word_edges(message: Message, index: int, *, base: int = 0) -> tuple[Edge, ...]:
    """Labels for the bytes of a round from `base` on."""
    edges = [Edge(0, Label(index, None))]
    for position, part in enumerate(message.parts):
        written = part.written if isinstance(part, (Text, Reasoning)) else None
        if written is not None and written.start >= base:
            edges.append(Edge(written.start - base, Label(index, position)))
            edges.append(Edge(written.end - base, Label(index, None)))
    return tuple(edges)


def _passages(message: Message, index: int, rendering: Rendering) -> Iterator[_Passage]:
    """What the model wrote as text and reasoning; nothing when the origin of any is unknown."""
    words = [
        (position, part)
        for position, part in enumerate(message.parts)
        if isinstance(part, (Text, Reasoning)) and part.text.strip()
    ]
    if any(part.written is None for _, part in words):
        return
    for position, part in words:
        assert part.written is not None
        place = Place(index, position)
        yield _Passage(place, part, part.written, rendering.parts.get(place))
