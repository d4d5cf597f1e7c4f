"""Segments of output become parts: white space trimmed, neighbours of one kind joined, calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.output.detokenize import Symbol
from engine.types import Part, Reasoning, Text, ToolCall, Written

Kind = Literal["reasoning", "content"]
DeltaKind = Literal[
    "reasoning",
    "content",
    "call_started",
    "call_delta",
    "call_finished",
    "call_dropped",
    "diagnosis",
]
_BLANK_LINE = "\n\n"


@dataclass(frozen=True, slots=True)
class Delta:
    """New text of one kind; neighbours of the same kind belong to the same part.

    A diagnosis has a sentence as its text, a `name` for programs, and the `raw` text it is about.
    A call has its `index` in the output; it starts with the `name` of a tool and a `call_id`, its
    texts add up to its arguments, and it ends finished with `call`, or dropped, being none at all.
    """

    kind: DeltaKind
    text: str
    name: str = ""
    raw: str = ""
    index: int = 0
    call_id: str = ""
    """Of a call that starts; of a diagnosis, the call that was made all the same."""
    call: ToolCall | None = None
    complete: bool = True
    """Of a finished call: whether it is as the model meant it, neither cut off nor repaired."""


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


@dataclass(slots=True)
class _CallDraft:
    index: int
    call_id: str
    name: str
    start: int
    texts: list[str] = field(default_factory=list)

    def part(self, end: int) -> ToolCall:
        written = Written(0, self.start, end)
        return ToolCall(self.call_id, self.name, "".join(self.texts), written)


class PartWriter:
    """Collects symbols into parts, and the deltas whose texts add up to those parts.

    It may begin empty but behind the calls of another, which `adopt`s it.

    White space waits until something follows it, so it never has to be taken back. Reasoning loses
    its outer white space; content keeps the indentation of its first line.
    """

    def __init__(self, before: PartWriter | None = None) -> None:
        self.call_ids: list[str] = [] if before is None else list(before.call_ids)
        """Of the calls started so far, no two the same."""
        self._drafts: list[_Draft | ToolCall] = []
        self._call: _CallDraft | None = None
        self._deltas: list[Delta] = []
        self._growing: Literal["reasoning", "content", "call_delta"] | None = None
        self._grown: list[str] = []
        self._open_draft: _Draft | None = None
        self._space: list[Symbol] = []
        self._kind: Kind = "content"
        self._after_marker = False
        self.blank = True
        """Whether the segment has only white space so far."""

    @property
    def kind(self) -> Kind:
        """What text that is added now would be."""
        return self._kind

    def begin(self, kind: Kind, *, after_marker: bool) -> None:
        """Start a segment; white space at the end of the one before is dropped."""
        self._kind, self._after_marker = kind, after_marker
        self._space = []
        self._open_draft = None
        self.blank = True

    def add(self, symbol: Symbol) -> None:
        if symbol.text.isspace():
            self._space.append(symbol)
            return
        draft = self._open_draft
        if draft is None or self.blank or self._space:
            self._add_after_space(symbol)
            return
        draft.texts.append(symbol.text)
        draft.end = symbol.end
        self._grow(self._kind, symbol.text)

    def _add_after_space(self, symbol: Symbol) -> None:
        kept = [*self._kept_space(), symbol]
        draft = self._draft(kept[0].start)
        text = "".join(one.text for one in kept)
        if self.blank and draft.texts:
            text = _BLANK_LINE + text
        draft.texts.append(text)
        draft.end = symbol.end
        self._grow(self._kind, text)
        self._open_draft = draft
        self._space, self.blank = [], False

    # ---- calls

    @property
    def calls(self) -> int:
        """Calls started so far; the index of the next."""
        return len(self.call_ids)

    def start_call(self, call_id: str, name: str, start: int) -> None:
        """A call whose markup begins at byte `start`; one is open at a time."""
        assert call_id not in self.call_ids
        self._call = _CallDraft(self.calls, call_id, name, start)
        self._tell(Delta("call_started", "", name, index=self.calls, call_id=call_id))
        self.call_ids.append(call_id)

    def add_arguments(self, text: str) -> None:
        assert self._call is not None
        self._call.texts.append(text)
        self._grow("call_delta", text)

    def finish_call(self, end: int, *, complete: bool) -> None:
        assert self._call is not None
        draft, self._call = self._call, None
        call = draft.part(end)
        self._drafts.append(call)
        self._tell(Delta("call_finished", "", index=draft.index, call=call, complete=complete))

    def drop_call(self) -> None:
        """The open call was none."""
        assert self._call is not None
        self._tell(Delta("call_dropped", "", index=self._call.index))
        self._call = None

    def adopt(self, other: PartWriter) -> None:
        """Take over the calls and diagnoses that were collected apart."""
        self._drafts += other._drafts
        self._end_growing()
        self._deltas += other.take()
        self.call_ids = other.call_ids

    def diagnose(self, name: str, sentence: str, raw: str, *, call_id: str = "") -> None:
        """`call_id` names the call that was made of what the diagnosis is about."""
        self._tell(Delta("diagnosis", sentence, name, raw, call_id=call_id))

    def take(self) -> list[Delta]:
        """The deltas since the last call."""
        self._end_growing()
        deltas, self._deltas = self._deltas, []
        return deltas

    def parts(self) -> tuple[Part, ...]:
        """What is complete so far; an open call is not."""
        return tuple(
            draft if isinstance(draft, ToolCall) else draft.part() for draft in self._drafts
        )

    def _kept_space(self) -> list[Symbol]:
        """White space that stays in front of the symbol that is about to be added."""
        if not self.blank:
            return self._space
        lines = [index for index, one in enumerate(self._space) if one.text == "\n"]
        if self._kind == "reasoning" or (self._after_marker and not lines):
            return []
        return self._space[lines[-1] + 1 :] if lines else self._space

    def _draft(self, start: int) -> _Draft:
        last = self._drafts[-1] if self._drafts else None
        if isinstance(last, _Draft) and last.kind == self._kind:
            return last
        draft = _Draft(self._kind, start, start)
        self._drafts.append(draft)
        return draft

    # ---- deltas

    def _grow(self, kind: Literal["reasoning", "content", "call_delta"], text: str) -> None:
        """More text for the newest delta, if it is of this kind, or for a new one."""
        if self._growing != kind:
            self._end_growing()
            self._growing = kind
        self._grown.append(text)

    def _end_growing(self) -> None:
        if self._growing is not None:
            index = self.calls - 1 if self._growing == "call_delta" else 0
            self._deltas.append(Delta(self._growing, "".join(self._grown), index=index))
            self._growing, self._grown = None, []

    def _tell(self, delta: Delta) -> None:
        self._end_growing()
        self._deltas.append(delta)
