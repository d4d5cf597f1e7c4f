"""Calls with their name in a header and JSON arguments behind it: DeepSeek, Kimi, Mistral…"""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.grammars.json_calls import JsonCalls
from engine.output.source import Source, Steps
from engine.output.values import JSON, Notation, ValueReader

_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Headed:
    """One call is: one of `opens`, `prefix`, name, one of `after_name`, object, `closes`.

    `opens` is empty where the opener of the block opens the only call. A first name that is one of
    `kinds` ("function") is followed by another one. `around` may stand before and behind the object
    (a Markdown fence). `between` leads to a part that is skipped (an id). With `lists`, a JSON list
    of calls may stand in place of all that. With `holds_call`, the object is a whole call.
    """

    after_name: tuple[str, ...]
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    prefix: str = ""
    kinds: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    between: str = ""
    lists: bool = False
    holds_call: bool = False
    notation: Notation = JSON
    object_opens: str = "{"

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        symbol = yield from source.skip_space()
        if self.lists and symbol is not None and symbol.text in "[{":
            yield from JsonCalls().read(reading)
            return
        if not self.opens:
            yield from self._call(reading)
            return
        opens = source.patterns(self.opens)
        if (yield from source.first_of(opens)) is None:
            raise NotACall("no call in the block")
        reading.confirm()
        while (yield from source.skip_spaced(opens)):
            yield from self._call(reading)
            yield from source.skip_spaced(source.patterns(self.closes))

    def _call(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        yield from source.skip_space()
        if self.prefix and not (yield from source.skip((source.pattern(self.prefix),))):
            raise NotACall("another header")
        name = yield from self._name(reading)
        if name is None:
            reading.cut = True
            return
        reading.confirm()
        if self.holds_call:
            yield from JsonCalls().read(reading)
            return
        yield from self._skip_around(source)
        reading.begin(reading.tools.named(name), call_id=(yield from self._id(reading)))
        yield from self._arguments(reading)
        yield from self._skip_around(source)

    def _name(self, reading: CallReading) -> Steps[str | None]:
        """None when the output ended inside it. Raises NotACall or, once confirmed, Malformed."""
        name = yield from self._word(reading)
        if name in self.kinds:
            name = yield from self._word(reading)
        if name is None and not reading.confirmed:
            raise NotACall("no whole header")
        if name is not None and (not name or any(map(str.isspace, name))):
            raise Malformed("no name")
        return name

    def _word(self, reading: CallReading) -> Steps[str | None]:
        """Text up to a separator, which is taken, or an object."""
        source = reading.source
        after_name = source.patterns(self.after_name)
        word = ""
        while (symbol := (yield from source.peek())) is not None:
            if (yield from source.skip(after_name)) or symbol.text in self.object_opens:
                return word.strip()
            if self.kinds and symbol.text == "\n" and word.strip():
                return word.strip()
            between = bool(self.between) and (yield from source.at(source.pattern(self.between)))
            if between:
                return word.strip()
            ends = (yield from source.first_of(reading.closers)) is not None
            if ends or symbol.is_marker or len(word) > _MAX_NAME:
                raise Malformed("no separator after the name")
            word += source.take().text
        return None

    def _id(self, reading: CallReading) -> Steps[str]:
        source = reading.source
        if not self.between or not (yield from source.skip((source.pattern(self.between),))):
            return ""
        text = (yield from self._word(reading)) or ""
        return text if len(text) == 9 and text.isalnum() and text.isascii() else ""

    def _skip_around(self, source: Source) -> Steps[None]:
        yield from source.skip_spaced(source.patterns(self.around))

    def _arguments(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        symbol = yield from source.skip_space()
        closers = (*reading.closers, *source.patterns((*self.closes, *self.opens)))
        reader = ValueReader(source, closers=closers, notation=self.notation)
        if symbol is None:
            reading.cut = reading.cut or source.was_cut
            reading.add("{}")
        elif symbol.text in self.object_opens:
            yield from reader.value(reading.add)
            reading.cut = reading.cut or reader.cut
        elif (yield from source.first_of(closers)) is not None:
            reading.add("{}")
        else:
            raise Malformed("no object after the name")
        reading.end(complete=reader.complete and not reading.cut)
