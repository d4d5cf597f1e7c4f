"""Reads one round's output: ids in, deltas out, parts at the end."""

from __future__ import annotations

from engine.backends.base import Tokenizer
from engine.output.detokenize import Detokenizer, cut_ids
from engine.output.formats.format import Format
from engine.output.parts import Delta, PartWriter
from engine.output.splitter import Splitter
from engine.output.stop_strings import StopStrings
from engine.types import Ending, Part


class OutputReader:
    """Feed it every sampled id except the one that ends the turn, then finish it once.

    A continued answer is fed its old ids first, and their deltas are dropped. The texts of all
    deltas of a part add up to the part's text.
    """

    def __init__(
        self,
        *,
        tokenizer: Tokenizer,
        format: Format,
        opens_reasoning: bool,
        stop: tuple[str, ...],
    ) -> None:
        by_id = {marker: tokenizer.encode(marker, special=True) for marker in format.markers}
        self._tokenizer = tokenizer
        self._ids: list[int] = []
        self._detokenizer = Detokenizer(
            tokenizer, markers=[ids[0] for ids in by_id.values() if len(ids) == 1]
        )
        self._stops = StopStrings(stop)
        self._writer = PartWriter()
        self._splitter = Splitter(
            self._writer,
            format=format,
            opens_reasoning=opens_reasoning,
            text_markers=[marker for marker, ids in by_id.items() if len(ids) > 1],
        )

    def feed(self, id: int) -> list[Delta]:
        """Read the next id; nothing comes of it once a stop string was met."""
        if self.stopped:
            return []
        self._ids.append(id)
        self._splitter.feed(self._stops.feed(self._detokenizer.feed(id)))
        return self._writer.take()

    def finish(self, ending: Ending | None) -> list[Delta]:
        """Release what was held back."""
        self._splitter.feed(self._stops.finish())
        self._splitter.finish(ending)
        return self._writer.take()

    @property
    def stopped(self) -> bool:
        """Whether a stop string was met."""
        return self._stops.cut is not None

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
        return self._writer.parts()
