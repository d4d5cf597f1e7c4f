"""Which symbols are reasoning and which are content: one state machine for all formats.

A marker counts where a model puts one: an opener at the start or at the beginning of a line, a
closer while reasoning is open. Anywhere else it is text, or a stray that is dropped and reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.output.detokenize import Symbol
from engine.output.formats.format import Format
from engine.output.parts import PartWriter
from engine.output.stop_strings import held_back
from engine.types import Ending


class Splitter:
    """Feeds a `PartWriter`; `text_markers` are those of the format that are no single token."""

    def __init__(
        self,
        writer: PartWriter,
        *,
        format: Format,
        opens_reasoning: bool,
        text_markers: Collection[str],
    ) -> None:
        self._writer = writer
        self._format = format
        self._text_markers = tuple(text_markers)
        self._held: list[Symbol] = []
        self._fence = Fence()
        self._reasons = opens_reasoning
        self._untouched = True
        self._closed_just_now = False
        writer.begin("reasoning" if opens_reasoning else "content", after_marker=opens_reasoning)

    def feed(self, symbols: Iterable[Symbol]) -> None:
        for symbol in symbols:
            if symbol.is_marker:
                self._flush()
                self._marker([symbol])
            elif self._text_markers:
                self._held.append(symbol)
                self._match()
            else:
                self._add(symbol)

    def finish(self, ending: Ending | None) -> None:
        """Release what was held back; report reasoning that the model left open."""
        self._flush()
        if self._reasons and not self._writer.blank and ending != "stopped":
            sentence = "The answer ended inside its reasoning."
            self._writer.diagnose("reasoning_unclosed", sentence, "")

    def _match(self) -> None:
        text = "".join(symbol.text for symbol in self._held)
        for marker in self._text_markers:
            if text.endswith(marker):
                self._flush(keep=len(marker))
                found, self._held = self._held, []
                self._marker(found)
                return
        self._flush(keep=held_back(text, self._text_markers))

    def _flush(self, *, keep: int = 0) -> None:
        """Release held symbols as text, all but the last `keep`."""
        border = len(self._held) - keep
        released, self._held = self._held[:border], self._held[border:]
        for symbol in released:
            self._add(symbol)

    def _marker(self, symbols: list[Symbol]) -> None:
        text = "".join(symbol.text for symbol in symbols)
        closes = text == self._format.reasoning_close
        known = self._close(text) if closes else self._open()
        if not known:
            for symbol in symbols:
                self._add(symbol)

    def _open(self) -> bool:
        """Take an opener; False when it is text."""
        if self._reasons:
            return self._writer.blank
        if not self._at_line_start():
            return False
        self._begin(reasons=True)
        return True

    def _close(self, text: str) -> bool:
        """Take a closer; False when it is text."""
        stray = not (self._reasons or self._untouched or self._closed_just_now)
        if stray and not self._at_line_start():
            return False
        if stray:
            self._writer.diagnose("stray_marker", f"A stray {text} was left out.", text)
        self._begin(reasons=False)
        self._closed_just_now = True
        return True

    def _begin(self, *, reasons: bool) -> None:
        self._reasons, self._untouched, self._closed_just_now = reasons, False, False
        self._fence = Fence()
        self._writer.begin("reasoning" if reasons else "content", after_marker=True)

    def _at_line_start(self) -> bool:
        return self._writer.blank or (self._fence.line == "" and not self._fence.is_open)

    def _add(self, symbol: Symbol) -> None:
        self._writer.add(symbol)
        self._fence.add(symbol.text)
        if not symbol.text.isspace():
            self._untouched = self._closed_just_now = False


class Fence:
    """Whether a stream stands inside a ``` block that began at the beginning of a line."""

    def __init__(self) -> None:
        self.line = ""
        self._ticks = 0

    @property
    def is_open(self) -> bool:
        return self._ticks > 0

    def add(self, text: str) -> None:
        if text != "\n":
            self.line += text
            return
        line, self.line = self.line.strip(), ""
        ticks = len(line) - len(line.lstrip("`"))
        if not self.is_open and ticks >= 3:
            self._ticks = ticks
        elif self.is_open and ticks >= self._ticks and ticks == len(line):
            self._ticks = 0
