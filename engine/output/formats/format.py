"""What a family of models writes around reasoning, answers and calls: a spec without code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.output.grammars.block import Block
from engine.types import Part, Reasoning, Text


@dataclass(frozen=True, slots=True)
class Channels:
    """A family in which every message has a header that says what it is.

    A header stands between `start` or `channel` and `message`; one of `ends` ends a message.
    `reasoning` and `content` are the words that tell kinds of messages, `to=` names a recipient:
    a tool, or one of these words. `calls` is how a call is written in the body.
    """

    start: str
    channel: str
    message: str
    ends: tuple[str, ...]
    reasoning: tuple[str, ...]
    content: tuple[str, ...]
    calls: Block


@dataclass(frozen=True, slots=True)
class Format:
    """One family, by its key.

    `opens_where`: a later opener of reasoning counts at the beginning of a line, anywhere, or only
    at the start; `start_opens` are openers that count only there. `content_open` and
    `content_close` stand around answers and are dropped; with `content_markers_are_text` they are
    ordinary words and count only around the whole answer. `calls_in_reasoning`: a call there ends
    the reasoning, is one if the output ends with it, or is ignored. `tokens` are parts of markers
    that are single tokens in the family's own vocabulary. `writes` is what a model writes to open
    and to close reasoning, and to begin an answer without any, where that is more than the markers.
    """

    key: str
    reasoning_open: str = ""
    reasoning_close: str = ""
    other_opens: tuple[str, ...] = ()
    other_closes: tuple[str, ...] = ()
    start_opens: tuple[str, ...] = ()
    opens_where: Literal["line", "anywhere", "start"] = "line"
    drops_stray_closers: bool = False
    content_open: tuple[str, ...] = ()
    content_close: tuple[str, ...] = ()
    content_markers_are_text: bool = False
    blocks: tuple[Block, ...] = ()
    calls_in_reasoning: Literal["end", "promote", "ignore"] = "promote"
    stops: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    channels: Channels | None = None
    writes: tuple[str, str, str] | None = None

    @property
    def opens(self) -> tuple[str, ...]:
        """Every opener of reasoning, the usual one first."""
        return tuple(filter(None, (self.reasoning_open, *self.other_opens)))

    @property
    def closes(self) -> tuple[str, ...]:
        """Every closer of reasoning, the usual one first."""
        return tuple(filter(None, (self.reasoning_close, *self.other_closes)))

    @property
    def markers(self) -> tuple[str, ...]:
        """The markers around reasoning."""
        return (*self.opens, *self.closes)

    @property
    def call_openings(self) -> tuple[str, ...]:
        """Every text that a call begins with or has in it, but for the headers of messages."""
        opens = (text for block in self.blocks for text in block.opens)
        return tuple(dict.fromkeys((*opens, *self.tokens)))

    @property
    def answer_markers(self) -> tuple[str, ...]:
        """What stands around reasoning and answers."""
        around = (*self.content_open, *self.content_close, *(self.writes or ()))
        return (*self.markers, *filter(None, around))

    @property
    def literals(self) -> tuple[str, ...]:
        """Every text that means something if it is one token of a vocabulary."""
        found = [*self.markers, *self.content_open, *self.content_close, *self.tokens, *self.stops]
        for block in self.blocks:
            found += [*(() if block.bare else block.opens), *block.closes]
        if self.channels is not None:
            channels = self.channels
            found += [channels.start, channels.channel, channels.message, *channels.ends]
        return tuple(dict.fromkeys(text for text in found if len(text) > 1))

    def ends_in_reasoning(self, text: str, *, opened: bool = False) -> bool:
        """Whether reasoning is still open at the end of `text`, which begins with it `opened`."""
        last_open = max((text.rfind(marker) for marker in self.opens), default=-1)
        last_close = max((text.rfind(marker) for marker in self.closes), default=-1)
        return opened if last_open == last_close else last_open > last_close

    def write(self, parts: Sequence[Part], *, opened: bool) -> list[str]:
        """Parts as a model would write them after a prompt that left reasoning `opened` or not.

        Markers and parts alternate: markers at even positions, texts of parts at odd ones.
        """
        pieces: list[str] = []
        for part in parts:
            if isinstance(part, (Reasoning, Text)):
                reasons = isinstance(part, Reasoning)
                pieces += [self._between(opened, reasons, first=not pieces), part.text]
                opened = reasons
        return pieces

    def _between(self, opened: bool, reasons: bool, *, first: bool) -> str:
        usual = (f"{self.reasoning_open}\n", f"\n{self.reasoning_close}\n\n", "")
        opening, closing, answering = self.writes or usual
        if opened == reasons:
            return ("" if opened else answering) if first else "\n\n"
        return opening if reasons else closing
