"""Reads one output by its format: symbols in, deltas out, parts at the end."""

from __future__ import annotations

import secrets
import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from engine.output.answer import AnswerReader
from engine.output.blocks import BlockReader
from engine.output.calls import NewId
from engine.output.channels import ChannelReader
from engine.output.detokenize import Symbol
from engine.output.formats.format import Format
from engine.output.parts import Delta, PartWriter
from engine.output.source import Source, Steps
from engine.output.tools import Tools
from engine.types import Ending, Part

_ID_LETTERS = string.ascii_letters + string.digits
_ID_LENGTH = 9


def new_call_id() -> str:
    """Nine letters and digits: what the strictest templates (Mistral's) take."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


class MarkupReader:
    """Feed it symbols in pieces of any size, then finish it once.

    `tokens` are the markers that are single tokens of the vocabulary: their spelling is text.
    Calls count only where `tools` (OpenAI definitions) are declared; `new_id` names them.
    """

    def __init__(
        self,
        format: Format,
        *,
        opens_reasoning: bool,
        tools: Sequence[Mapping[str, Any]] = (),
        tokens: Collection[str] = (),
        new_id: NewId = new_call_id,
    ) -> None:
        self._source = Source(tokens)
        self._writer = PartWriter()
        self._answer: AnswerReader | None = None
        stops = self._source.patterns(format.stops)
        blocks = BlockReader(self._source, tools=Tools(tools), new_id=new_id, stops=stops)
        self._steps = self._begin(format, blocks, opens_reasoning)

    def feed(self, symbols: Iterable[Symbol]) -> list[Delta]:
        self._source.feed(symbols)
        next(self._steps, None)
        return self._writer.take()

    def finish(self, ending: Ending | None) -> list[Delta]:
        """Release what was held back."""
        self._source.close(ending)
        for _ in self._steps:
            pass
        return self._writer.take()

    def parts(self) -> tuple[Part, ...]:
        """What was said so far, each part with its byte range; an open call is not in it."""
        return self._writer.parts()

    def reasoning_is_closed_for_it(self) -> None:
        """The closer that comes next is not the model's, which may yet write its own."""
        if self._answer is not None:
            self._answer.closer_is_due = True

    @property
    def reasons(self) -> bool:
        """Whether reasoning is open."""
        return self._writer.kind == "reasoning"

    @property
    def in_frame(self) -> bool:
        """Whether the tags, keys or punctuation of a call come next."""
        return self._source.in_frame

    def _begin(self, format: Format, blocks: BlockReader, opens_reasoning: bool) -> Steps[None]:
        if format.channels is not None:
            return ChannelReader(
                self._source,
                self._writer,
                channels=format.channels,
                opens_reasoning=opens_reasoning,
                blocks=blocks,
            ).run()
        self._answer = AnswerReader(
            self._source,
            self._writer,
            format=format,
            opens_reasoning=opens_reasoning,
            blocks=blocks,
        )
        return self._answer.run()
