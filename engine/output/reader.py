"""Reads one round's output: ids in, deltas out, parts at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.backends.base import Tokenizer
from engine.output.calls import NewId
from engine.output.detokenize import Detokenizer, cut_ids
from engine.output.formats.format import Format
from engine.output.markup import MarkupReader, new_call_id
from engine.output.parts import Delta
from engine.output.stop_strings import StopStrings
from engine.types import Ending, Part


class OutputReader:
    """Feed it every sampled id except the one that ends the turn, then finish it once.

    A continued answer is fed its old ids first, and their deltas are dropped. The texts of all
    deltas of a part add up to the part's text. Calls count only where `tools` (OpenAI definitions)
    are declared; `new_id` names them.
    """

    def __init__(
        self,
        *,
        tokenizer: Tokenizer,
        format: Format,
        opens_reasoning: bool,
        stop: tuple[str, ...],
        tools: Sequence[Mapping[str, Any]] = (),
        new_id: NewId = new_call_id,
    ) -> None:
        by_text = {text: tokenizer.encode(text, special=True) for text in format.literals}
        tokens = {text: ids[0] for text, ids in by_text.items() if len(ids) == 1}
        self._tokenizer = tokenizer
        self._ids: list[int] = []
        self._detokenizer = Detokenizer(tokenizer, markers=set(tokens.values()))
        self._stops = StopStrings(stop)
        self._markup = MarkupReader(
            format, opens_reasoning=opens_reasoning, tools=tools, tokens=tokens, new_id=new_id
        )

    def feed(self, id: int) -> list[Delta]:
        """Read the next id; nothing comes of it once a stop string was met."""
        if self.stopped:
            return []
        self._ids.append(id)
        return self._markup.feed(self._stops.feed(self._detokenizer.feed(id)))

    def finish(self, ending: Ending | None) -> list[Delta]:
        """Release what was held back."""
        return self._markup.feed(self._stops.finish()) + self._markup.finish(ending)

    def reasoning_is_closed_for_it(self) -> None:
        """The closer that comes next is not the model's: its own, later, says nothing any more."""
        self._markup.reasoning_is_closed_for_it()

    @property
    def stopped(self) -> bool:
        """Whether a stop string was met."""
        return self._stops.cut is not None

    @property
    def reasons(self) -> bool:
        """Whether reasoning is open; text that may still become a marker does not count."""
        return self._markup.reasons

    @property
    def in_frame(self) -> bool:
        """Whether the tags, keys or punctuation of a call come next, and not one of its values."""
        return self._markup.in_frame

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of `raw`: those fed, cut where a stop string begins.

        Where it begins inside a token, the rest of that token's text is tokenised anew; the cache
        then holds other ids from there on.
        """
        return cut_ids(self._ids, len(self.raw), self._tokenizer)

    @property
    def raw(self) -> bytes:
        """The bytes of all ids, without a stop string and what follows it."""
        return bytes(self._detokenizer.raw[: self._stops.cut])

    def parts(self) -> tuple[Part, ...]:
        """What the model said so far, each part with its byte range in `raw`."""
        return self._markup.parts()
