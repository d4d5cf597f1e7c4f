"""Calls as sections that open and close by name, with typed arguments: Kimi K3."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.arguments import Arguments, ArgumentText
from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.grammars.tags import attributes_of
from engine.output.source import Steps
from engine.output.values import ValueReader

_MAX_HEADER = 400


@dataclass(frozen=True, slots=True)
class Sections:
    """A section is: `open`, its name and attributes, `end`, its inside, `close`, name, `end`."""

    open: str
    close: str
    end: str

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        call = source.patterns((f"{self.open}call",))
        yield from source.skip_space()
        if (yield from source.first_of(call)) is None:
            raise NotACall("no call in the block")
        reading.confirm()
        while (yield from source.skip_spaced(call)):
            attributes = yield from self._attributes(reading)
            if attributes is None:
                return
            if not attributes.get("tool"):
                raise Malformed("a call without a name")
            yield from self._call(reading, reading.tools.named(attributes["tool"]))

    def _attributes(self, reading: CallReading) -> Steps[dict[str, str] | None]:
        """None when the output ended inside the header."""
        end = reading.source.patterns((self.end,))
        header = ""
        while not (yield from reading.source.at_end()):
            if (yield from reading.source.skip(end)):
                return {key: _unescaped(value) for key, value in attributes_of(header).items()}
            if len(header) > _MAX_HEADER:
                raise Malformed("a header without end")
            header += reading.source.take().text
        reading.cut = True
        return None

    def _call(self, reading: CallReading, name: str) -> Steps[None]:
        source = reading.source
        arguments = Arguments(reading.add, lambda: reading.begin(name))
        close = source.patterns((f"{self.close}call{self.end}",))
        complete = True
        while complete and not (yield from source.skip_spaced(close)):
            symbol = yield from source.skip_space()
            if symbol is None:
                complete = not source.was_cut
                reading.cut = reading.cut or source.was_cut
                break
            if (yield from source.skip(source.patterns((f"{self.open}argument",)))):
                complete = yield from self._argument(reading, arguments, name)
            elif (yield from source.skip(source.patterns((f"{self.open}json",)))):
                complete = yield from self._json(reading, arguments)
            elif (yield from source.first_of(reading.closers)) is not None:
                break
            else:
                raise Malformed("text between the arguments")
        arguments.end()
        reading.end(complete=complete)

    def _argument(self, reading: CallReading, arguments: Arguments, name: str) -> Steps[bool]:
        """One argument, from behind the beginning of its header; whether it was closed."""
        source = reading.source
        attributes = yield from self._attributes(reading)
        if attributes is None:
            return False
        if "key" not in attributes:
            raise Malformed("an argument without a name")
        kind = attributes.get("type")
        text = ArgumentText(
            arguments,
            attributes["key"],
            schema=reading.tools.schema(name),
            sent_as=None if kind is None else ("string" if kind == "string" else "json"),
        )
        close = source.patterns((f"{self.close}argument{self.end}",))
        with source.value():
            while not (yield from source.at_end()):
                if (yield from source.skip(close)):
                    text.end()
                    return True
                text.add(source.take_up_to(close))
        text.cut()
        reading.cut = True
        return False

    def _json(self, reading: CallReading, arguments: Arguments) -> Steps[bool]:
        """A JSON object in place of the arguments; whether it is complete."""
        source = reading.source
        if (yield from self._attributes(reading)) is None:
            return False
        close = source.patterns((f"{self.close}json{self.end}",))
        reader = ValueReader(source, closers=close)
        pieces: list[str] = []
        yield from reader.value(pieces.append)
        if pieces and not pieces[0].startswith("{"):
            raise Malformed("the arguments are no object")
        arguments.members("".join(pieces))
        yield from source.skip_spaced(close)
        reading.cut = reading.cut or reader.cut
        return reader.complete


def _unescaped(value: str) -> str:
    return value.replace("&quot;", '"').replace("&amp;", "&")
