"""Segments of output become parts: white space trimmed, segments of one kind joined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.output.detokenize import Symbol
from engine.types import Part, Reasoning, Text, Written

Kind = Literal["reasoning", "content"]
_BLANK_LINE = "\n\n"


@dataclass(frozen=True, slots=True)
class Delta:
    """New text of one kind; neighbours of the same kind belong to the same part.

    A diagnosis has a sentence as its text, a `name` for programs, and the `raw` text it is about.
    """

    kind: Literal["reasoning", "content", "diagnosis"]
    text: str
    name: str = ""
    raw: str = ""


@dataclass(slots=True)
class _Draft:
    kind: Kind
    start: int
    end: int
    texts: list[str] = field(default_factory=list)

    def part(self) -> Part:
        written = Written(0, self.start, self.end)
        text = "".join(self.texts)
        return Reasoning(text, written) if self.kind == "reasoning" else Text(text, written)


class PartWriter:
    """Collects symbols into parts, and the deltas whose texts add up to those parts.

    White space waits until something follows it, so it never has to be taken back. Reasoning loses
    its outer white space; content keeps the indentation of its first line.
    """

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self._deltas: list[Delta] = []
        self._space: list[Symbol] = []
        self._kind: Kind = "content"
        self._after_marker = False
        self.blank = True
        """Whether the segment has only white space so far."""

    def begin(self, kind: Kind, *, after_marker: bool) -> None:
        """Start a segment; white space at the end of the one before is dropped."""
        self._kind, self._after_marker = kind, after_marker
        self._space = []
        self.blank = True

    def add(self, symbol: Symbol) -> None:
        if symbol.text.isspace():
            self._space.append(symbol)
            return
        space = self._kept_space()
        kept = [*space, symbol]
        draft = self._draft(kept[0].start)
        text = "".join(one.text for one in kept)
        if self.blank and draft.texts:
            text = _BLANK_LINE + text
        draft.texts.append(text)
        draft.end = symbol.end
        self._emit(text)
        self._space, self.blank = [], False

    def diagnose(self, name: str, sentence: str, raw: str) -> None:
        self._deltas.append(Delta("diagnosis", sentence, name, raw))

    def take(self) -> list[Delta]:
        """The deltas since the last call."""
        deltas, self._deltas = self._deltas, []
        return deltas

    def parts(self) -> tuple[Part, ...]:
        return tuple(draft.part() for draft in self._drafts)

    def _kept_space(self) -> list[Symbol]:
        """White space that stays in front of the symbol that is about to be added."""
        if not self.blank:
            return self._space
        lines = [index for index, one in enumerate(self._space) if one.text == "\n"]
        if self._kind == "reasoning" or (self._after_marker and not lines):
            return []
        return self._space[lines[-1] + 1 :] if lines else self._space

    def _draft(self, start: int) -> _Draft:
        if not self._drafts or self._drafts[-1].kind != self._kind:
            self._drafts.append(_Draft(self._kind, start, start))
        return self._drafts[-1]

    def _emit(self, text: str) -> None:
        last = self._deltas[-1] if self._deltas else None
        if last is not None and last.kind == self._kind:
            self._deltas[-1] = Delta(self._kind, last.text + text)
        else:
            self._deltas.append(Delta(self._kind, text))
