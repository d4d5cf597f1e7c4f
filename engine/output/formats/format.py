"""What a family of models writes around reasoning: a small spec, run by one splitter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import Part, Reasoning, Text


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    reasoning_open: str
    reasoning_close: str

    @property
    def markers(self) -> tuple[str, ...]:
        return (self.reasoning_open, self.reasoning_close)

    def ends_in_reasoning(self, text: str, *, opened: bool = False) -> bool:
        """Whether reasoning is still open at the end of `text`, which begins with it `opened`."""
        last_open, last_close = text.rfind(self.reasoning_open), text.rfind(self.reasoning_close)
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
        if opened == reasons:
            return "" if first else "\n\n"
        return f"{self.reasoning_open}\n" if reasons else f"\n{self.reasoning_close}\n\n"
