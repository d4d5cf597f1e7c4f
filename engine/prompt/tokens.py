"""Collects a prompt's ids with their labels: tokenised text, and ids that are spliced in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from engine.backends.base import Tokenizer
from engine.prompt.rendering import Rendering
from engine.prompt.spans import Edge, Labels, Span, edges_within, piece_starts, starts_in


class TokenWriter:
    """Texts between cuts and splices are tokenised on their own, markers in them as markers."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._texts: list[str] = []
        self.ids: list[int] = []
        self.labels = Labels()

    @property
    def text(self) -> str:
        return "".join(self._texts)

    def write_text(self, rendering: Rendering, edges: Sequence[Edge], start: int, end: int) -> None:
        """Tokenise characters `start` to `end` of a rendering."""
        cuts = rendering.cuts
        inner = cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
        borders = [start, *inner, end]
        for first, last in pairwise(borders):
            piece = rendering.text[first:last]
            ids = self._tokenizer.encode(piece, special=True, continues=self._ends_in_text())
            starts = partial(starts_in, piece.encode(), ids, self._tokenizer)
            self.labels.append(ids, edges_within(edges, rendering.text, first, last), starts)
            self.ids += ids
            self._texts.append(piece)

    def write_ids(self, ids: Sequence[int], edges: Sequence[Edge]) -> None:
        """Take ids as they are; `edges` are in the bytes of their pieces."""
        raw = b"".join(map(self._tokenizer.piece, ids))
        self.labels.append(ids, edges, partial(piece_starts, ids, self._tokenizer))
        self.ids += ids
        self._texts.append(raw.decode("utf-8", "replace"))

    def add_bos(self) -> None:
        """Begin with BOS where the tokenizer asks for it and the text does not have it."""
        bos = self._tokenizer.bos
        if self._tokenizer.adds_bos and bos is not None and self.ids[:1] != [bos]:
            self.ids.insert(0, bos)
            self.labels.put_in_front()

    def _ends_in_text(self) -> bool:
        return bool(self.ids) and self.ids[-1] not in self._tokenizer.special_pieces()


@dataclass(frozen=True, slots=True)
class PromptToken:
    """One token of a prompt; `message` and `part` as in its span."""

    id: int
    piece: str
    message: int | None
    part: int | None
    special: bool


def prompt_tokens(
    ids: Sequence[int], spans: Sequence[Span], tokenizer: Tokenizer
) -> Iterator[PromptToken]:
    """Every token of a prompt, for people to look at."""
    marked = tokenizer.special_pieces()
    for span in spans:
        for id in ids[span.start : span.end]:
            special = id in marked or tokenizer.is_control(id)
            piece = tokenizer.piece(id).decode("utf-8", "replace")
            yield PromptToken(id, piece, span.message, span.part, special)
