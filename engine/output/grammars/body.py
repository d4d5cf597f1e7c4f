"""A call whose name was in the header of a message; the body is its arguments."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.calls import CallReading
from engine.output.failures import Malformed
from engine.output.source import Steps
from engine.output.values import ValueReader


@dataclass(frozen=True, slots=True)
class BodyCall:
    """The whole body of a message is the JSON arguments of a call of `name`."""

    name: str = ""

    def read(self, reading: CallReading) -> Steps[None]:
        reading.confirm()
        reading.begin(reading.tools.named(self.name))
        reader = ValueReader(reading.source, closers=reading.closers)
        symbol = yield from reading.source.skip_space()
        empty = symbol is None or (yield from reading.source.first_of(reading.closers)) is not None
        if symbol is not None and not empty and symbol.text != "{":
            raise Malformed("the arguments are no object")
        if empty:
            reading.add("{}")
            reading.cut = symbol is None and reading.source.was_cut
        else:
            yield from reader.value(reading.add)
            reading.cut = reader.cut
        reading.end(complete=reader.complete and not reading.cut)
