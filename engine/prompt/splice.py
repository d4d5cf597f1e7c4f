"""Where the ids a model sampled go into a rendering, in place of the text of its words.

    …<|im_start|>assistant\\n [what the template prints] |part| … call <|im_end|>…
                            └──────── ids of the round, whole ───────┘

The borders are the assistant header and the stop text; between them the template may print what the
model wrote in another way. Where it dropped a part (old reasoning), the parts before and after are
runs of their own; where a part was edited, only those before it keep their ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.prompt.generation import GenerationPrompt
from engine.prompt.rendering import Place, Rendering
from engine.prompt.spans import Edge, Label
from engine.prompt.writing import Origin, Writing, is_written
from engine.types import Message, Part, ToolCall, Written


@dataclass(frozen=True, slots=True)
class Splice:
    """`ids` stand for characters `start` to `end` of a rendering; `edges` label their bytes."""

    start: int
    end: int
    ids: tuple[int, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class _Passage:
    """A part of an answer: where the model wrote it, and where the rendering has it."""

    part: Part
    origin: Written
    printed: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring passages; `from_start` and `to_end` tell whether they are those of the round."""

    passages: tuple[_Passage, ...]
    from_start: bool
    to_end: bool


class Splicer:
    """One answer of a model in a rendering of its conversation.

    `origins` are those of the message's parts, `index` is its position in the conversation.
    """

    def __init__(
        self,
        message: Message,
        index: int,
        *,
        origins: Sequence[Origin],
        writing: Writing,
        rendering: Rendering,
        generation: GenerationPrompt,
    ) -> None:
        self._writing = writing
        self._rendering = rendering
        self._generation = generation
        self._labels = word_edges(index, origins)
        self._runs = _runs(message, index, origins, rendering)

    def splices(self) -> list[Splice]:
        """The round whole if it can be, else what is left of it."""
        return [splice for run in self._runs for splice in self._of_run(run)]

    def _of_run(self, run: _Run) -> list[Splice]:
        """One splice, or one per passage when others' words are printed between them."""
        run = self._within_known_borders(run)
        splice = self._splice(run) if run.passages else None
        if splice is not None:
            return [splice]
        singles = (
            self._splice(_Run((one,), False, False)) for one in run.passages if not _is_call(one)
        )
        return [single for single in singles if single is not None]

    def _within_known_borders(self, run: _Run) -> _Run:
        """Without calls at its ends that have no border there: the template prints those."""
        passages, to_end = run.passages, run.to_end
        if not run.from_start:
            passages = _without_leading_calls(passages)
        to_end = to_end and bool(passages) and self._border(passages) is not None
        if not to_end:
            passages = _without_leading_calls(passages[::-1])[::-1]
        return _Run(passages, run.from_start, to_end)

    def _border(self, passages: Sequence[_Passage]) -> int | None:
        """Where what is printed of the passages ends; None for a call whose end is unknown."""
        last = max(passages, key=lambda one: one.printed[1])
        start, end = last.printed
        if not isinstance(last.part, ToolCall) or end in self._rendering.stops:
            return end
        written = self._written(last)
        rest = written[len(self._opening(last)) :]
        same = rest and self._rendering.text.startswith(rest, start)
        return start + len(rest) if same else None

    def _splice(self, run: _Run) -> Splice | None:
        begin = self._begin(run)
        if begin is None:
            return None
        (start, first), (end, cut) = begin, self._end(run)
        if len(run.passages) != self._rendering.starts_between(start, end):
            return None
        base = self._writing.offset(first)
        size = (len(self._writing.raw) if cut is None else cut) - base
        edges = edges_from(base, size, self._labels)
        return Splice(start, end, self._writing.cut(first, cut), edges)

    def _begin(self, run: _Run) -> tuple[int, int] | None:
        """First character of the rendering to replace, and number of the first id to put there."""
        first = run.passages[0]
        mark = min(one.printed[0] for one in run.passages)
        if run.from_start:
            gap_start = self._rendering.end_before(mark)
            gap = self._rendering.text[gap_start:mark]
            lead = self._writing.text(0, first.origin.start)
            header_end = self._generation.answer_start(gap, lead, first.part)
            if header_end is not None:
                return gap_start + header_end, 0
            lead += self._opening(first)
            if gap.endswith(lead):
                return mark - len(lead), 0
        index = self._writing.index(first.origin.start)
        return None if index is None or _is_call(first) else (first.printed[0], index)

    def _opening(self, passage: _Passage) -> str:
        """What the model wrote of a part before the text that is marked: the opening of a call."""
        if not isinstance(passage.part, ToolCall):
            return ""
        return self._written(passage).partition(passage.part.name)[0]

    def _written(self, passage: _Passage) -> str:
        return self._writing.text(passage.origin.start, passage.origin.end)

    def _end(self, run: _Run) -> tuple[int, int | None]:
        """Last character of the rendering to replace, and byte of the writing to cut the ids at.

        What the model wrote behind its last part takes the place of what the template prints there
        as far as they are the same, or up to the stop text.
        """
        printed = self._border(run.passages)
        assert printed is not None, "calls without a border were taken off the run"
        written = max(one.origin.end for one in run.passages)
        tail = self._writing.text(written)
        if not run.to_end or (self._writing.was_cut_off and tail.strip()):
            return printed, written
        stop = self._rendering.next_stop(printed)
        if stop is not None and tail.strip() and self._writing.ended_itself:
            return stop, None
        following = self._rendering.text[printed : printed + len(tail)]
        return printed + _overlap(tail, following), None


def word_edges(index: int, origins: Sequence[Origin]) -> tuple[Edge, ...]:
    """Labels for the bytes of a round: what lies between parts belongs to no part."""
    edges = [Edge(0, Label(index, None))]
    for position, origin in enumerate(origins):
        if origin is not None:
            edges.append(Edge(origin.start, Label(index, position)))
            edges.append(Edge(origin.end, Label(index, None)))
    return tuple(edges)


def edges_from(base: int, size: int, edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """The edges of a stretch of bytes, counted from its beginning, none of them without bytes."""
    moved = [Edge(max(edge.position - base, 0), edge.label) for edge in edges]
    following = [edge.position for edge in moved[1:]] + [size]
    return tuple(
        edge for edge, end in zip(moved, following, strict=True) if edge.position < min(end, size)
    )


def _runs(
    message: Message, index: int, origins: Sequence[Origin], rendering: Rendering
) -> list[_Run]:
    """What is printed of the parts before the first edited one, cut where parts are missing."""
    words = [
        (origin, part, rendering.parts.get(Place(index, position)))
        for position, (part, origin) in enumerate(zip(message.parts, origins, strict=True))
        if is_written(part)
    ]
    unedited = [
        (origin, part, printed)
        for origin, part, printed in takewhile(lambda word: word[0] is not None, words)
        if origin is not None
    ]
    runs: list[_Run] = []
    passages: list[_Passage] = []
    for origin, part, printed in sorted(unedited, key=lambda word: word[0].start):
        if printed is not None:
            passages.append(_Passage(part, _within_white_space(part, origin), printed))
        else:
            runs.append(_Run(tuple(passages), not runs, False))
            passages = []
    runs.append(_Run(tuple(passages), not runs, len(unedited) == len(words)))
    return runs


def _within_white_space(part: Part, origin: Written) -> Written:
    """The bytes of what is marked in a rendering: a part without its outer white space."""
    if isinstance(part, ToolCall):
        return origin
    text = part.text.encode()
    start = origin.start + len(text) - len(part.text.lstrip().encode())
    end = origin.end - len(text) + len(part.text.rstrip().encode())
    return Written(origin.round, start, end)


def _is_call(passage: _Passage) -> bool:
    return isinstance(passage.part, ToolCall)


def _without_leading_calls(passages: Sequence[_Passage]) -> tuple[_Passage, ...]:
    first = next((at for at, one in enumerate(passages) if not _is_call(one)), len(passages))
    return tuple(passages[first:])


def _overlap(tail: str, following: str) -> int:
    """Length of the longest end of one text that the other begins with."""
    for length in range(min(len(tail), len(following)), 0, -1):
        if following.startswith(tail[-length:]):
            return length
    return 0
