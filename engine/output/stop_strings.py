"""Stop strings, found across token borders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.output.detokenize import Symbol


class StopStrings:
    """Lets symbols through until a stop string is complete; holds back what may become one.

    The string completed first wins, the longest where several end together. `cut` is then the byte
    of the raw output at which the answer ends; nothing after it comes out.
    """

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = sorted({stop for stop in stops if stop}, key=len, reverse=True)
        self._held: list[Symbol] = []
        self.cut: int | None = None

    def feed(self, symbols: Iterable[Symbol]) -> list[Symbol]:
        released: list[Symbol] = []
        for symbol in symbols:
            if self.cut is None:
                self._held.append(symbol)
                released += self._release()
        return released

    def finish(self) -> list[Symbol]:
        """What was held back, at the end of the output."""
        held, self._held = self._held, []
        return held

    def _release(self) -> list[Symbol]:
        text = "".join(symbol.text for symbol in self._held)
        found = self._found(text)
        keep_from = found if found is not None else len(text) - held_back(text, self._stops)
        released, rest = _split(self._held, keep_from)
        self._held = rest
        if found is not None:
            self.cut = rest[0].start
            self._held = []
        return released

    def _found(self, text: str) -> int | None:
        """Where the stop string that is completed first begins."""
        matches = [(text.find(stop), stop) for stop in self._stops]
        ends = [(start + len(stop), start) for start, stop in matches if start >= 0]
        return min(ends)[1] if ends else None


def _split(symbols: list[Symbol], position: int) -> tuple[list[Symbol], list[Symbol]]:
    """Symbols that end at or before a position of their joined text, and the others."""
    length = 0
    for index, symbol in enumerate(symbols):
        length += len(symbol.text)
        if length > position:
            return symbols[:index], symbols[index:]
    return symbols, []


def held_back(text: str, wanted: Sequence[str]) -> int:
    """Length of the longest end of `text` that one of the wanted strings begins with."""
    longest = max((len(one) - 1 for one in wanted), default=0)
    for length in range(min(longest, len(text)), 0, -1):
        if any(one.startswith(text[-length:]) for one in wanted):
            return length
    return 0
