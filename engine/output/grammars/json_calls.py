"""Calls as JSON: {"name": …, "arguments": {…}}, one after the other or in a list."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.source import Source, Steps, run
from engine.output.values import ValueReader

_NAME_KEYS = ("name", "tool_name", "tool")
_ARGUMENT_KEYS = ("arguments", "parameters", "args")
_ID_KEYS = ("id", "tool_call_id")
_KNOWN_KEYS = (*_NAME_KEYS, *_ARGUMENT_KEYS, *_ID_KEYS, "type", "function")


@dataclass(frozen=True, slots=True)
class JsonCalls:
    """`name_is_key`: {"NAME": {…}}. `declared_only`: without markers, only the name of a declared
    tool and a key for its arguments make a call. `fence` closes a Markdown fence around it.
    """

    name_is_key: bool = False
    declared_only: bool = False
    fence: str = ""

    def read(self, reading: CallReading) -> Steps[None]:
        in_list = yield from self._opening(reading)
        if not self.declared_only:
            reading.confirm()
        while (yield from _another(reading.source, in_list)):
            yield from _Call(self, reading).read()
            if self.declared_only and not in_list:
                yield from reading.source.skip_spaced(reading.source.patterns((";",)))
                break
        if self.fence:
            yield from reading.source.skip_space()
            if not (yield from reading.source.skip((reading.source.pattern(self.fence),))):
                raise NotACall("no fence at the end")

    def _opening(self, reading: CallReading) -> Steps[bool]:
        """Whether a list opens here; its bracket is taken."""
        source = reading.source
        symbol = yield from source.skip_space()
        in_list = symbol is not None and symbol.text == "["
        if in_list:
            source.take()
            symbol = yield from source.skip_space()
        empty = in_list and symbol is not None and symbol.text == "]" and not self.declared_only
        if symbol is None or (symbol.text != "{" and not empty):
            raise NotACall("no object")
        return in_list


def _another(source: Source, in_list: bool) -> Steps[bool]:
    """Whether another object follows; takes what stands between, and the list's end."""
    while (symbol := (yield from source.skip_space())) is not None:
        if symbol.text == "{":
            return True
        if symbol.text not in (",", ";", "}") and not (in_list and symbol.text == "]"):
            return False
        if source.take().text == "]":
            return False
    return False


@dataclass(slots=True)
class _Call:
    """One object that is being read."""

    style: JsonCalls
    reading: CallReading
    name: str = ""
    begun: bool = False
    arguments: list[str] = field(default_factory=list)
    """Arguments that came before the name."""
    complete: bool = True
    cut: bool = False

    def read(self) -> Steps[None]:
        yield from self._members()
        if self.cut:
            self.reading.cut = True
        if not self.begun:
            if self.cut and not self.name:
                return
            self._begin()
            self.reading.add("".join(self.arguments) or "{}")
        self.reading.end(complete=self.complete and not self.cut)

    def _members(self) -> Steps[None]:
        reader = ValueReader(self.reading.source, closers=self.reading.closers)
        self.reading.source.take()
        while (key := (yield from reader.next_key("}"))) is not None:
            yield from self._member(key, reader)
        self.cut = self.cut or reader.cut
        self.complete = self.complete and reader.complete

    def _member(self, key: str, reader: ValueReader) -> Steps[None]:
        if self.style.name_is_key and not self.name:
            self.name = key
            yield from self._arguments(reader)
        elif key in _NAME_KEYS and not self.name:
            self.name = (yield from reader.text_value()) or ""
        elif key in _ARGUMENT_KEYS and not (self.begun or self.arguments):
            yield from self._arguments(reader)
        elif key == "function" and not self.name:
            yield from self._function(reader)
        elif self.style.declared_only and key not in _KNOWN_KEYS:
            raise NotACall("other keys than a call has")
        else:
            yield from reader.value(_ignore)

    def _function(self, reader: ValueReader) -> Steps[None]:
        """OpenAI's nesting, or another key for the name."""
        symbol = yield from self.reading.source.skip_space()
        if symbol is not None and symbol.text == "{":
            yield from self._members()
            reader.cut = reader.cut or self.cut
        else:
            self.name = (yield from reader.text_value()) or ""

    # ---- arguments

    def _arguments(self, reader: ValueReader) -> Steps[None]:
        if self.name:
            self._check_declared()
        symbol = yield from self.reading.source.skip_space()
        if symbol is None:
            yield from reader.value(_ignore)
        elif symbol.text == "{":
            if self.name:
                self._begin()
            yield from reader.value(self.reading.add if self.begun else self.arguments.append)
        elif symbol.text in "\"'":
            yield from self._quoted(reader)
        else:
            yield from self._nothing(reader)

    def _nothing(self, reader: ValueReader) -> Steps[None]:
        pieces: list[str] = []
        yield from reader.value(pieces.append)
        if pieces and "".join(pieces) not in ("null", "[]"):
            raise Malformed("the arguments are no object")
        self.arguments.append("{}")

    def _quoted(self, reader: ValueReader) -> Steps[None]:
        """Arguments as JSON inside a string."""
        pieces: list[str] = []
        yield from reader.value(pieces.append)
        source = Source.of(
            json.loads("".join(pieces)), ending="length" if reader.cut else "end_of_turn"
        )
        inner = ValueReader(source)
        symbol = run(source.skip_space())
        if symbol is None:
            self.arguments.append("{}")
            return
        if symbol.text != "{":
            raise Malformed("the arguments are no object")
        run(inner.value(self.arguments.append))
        if not reader.cut:
            self.complete = self.complete and inner.complete

    def _check_declared(self) -> None:
        if self.style.declared_only and not self.reading.confirmed:
            if not self.reading.tools.declares(self.name):
                raise NotACall("not the name of a tool")
            self.reading.confirm()

    def _begin(self) -> None:
        if not self.name:
            raise Malformed("no name")
        if self.style.declared_only and not self.reading.confirmed:
            if not (self.arguments and self.reading.tools.declares(self.name)):
                raise NotACall("no declared call")
            self.reading.confirm()
        self.begun = True
        self.reading.begin(self.reading.tools.named(self.name))


def _ignore(_: str) -> None:
    pass
