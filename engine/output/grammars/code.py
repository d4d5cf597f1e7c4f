"""A block of code that is a call to the interpreter tool."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.arguments import Arguments, ArgumentText
from engine.output.calls import CallReading
from engine.output.failures import NotACall
from engine.output.source import Pattern, Source, Steps


@dataclass(frozen=True, slots=True)
class Code:
    """Everything up to `close` is the argument `key` of the tool `name`, if that is declared."""

    name: str
    key: str
    close: str

    def read(self, reading: CallReading) -> Steps[None]:
        if not reading.tools.declares(self.name):
            raise NotACall("no such tool")
        source = reading.source
        reading.confirm()
        arguments = Arguments(reading.add, lambda: reading.begin(self.name))
        text = ArgumentText(arguments, self.key, schema=reading.tools.schema(self.name))
        close = source.patterns((f"\n{self.close}", self.close))
        yield from source.skip(source.patterns(("\n",)))
        with source.value():
            while not (yield from source.at_end()):
                if (yield from _closes(source, close)):
                    text.end()
                    arguments.end()
                    reading.end()
                    return
                text.add(source.take_up_to(close))
        text.cut()
        arguments.end()
        reading.cut = True
        reading.end(complete=False)


def _closes(source: Source, close: tuple[Pattern, ...]) -> Steps[bool]:
    """Take the closing tag, if it ends a word."""
    start = source.position
    if (yield from source.skip(close)):
        symbol = yield from source.peek()
        if symbol is None or symbol.is_marker or symbol.text.isspace() or symbol.text == "<":
            return True
    source.position = start
    return False
