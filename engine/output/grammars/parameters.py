"""Calls as tags: <invoke name="N"> or <function=N>, and a tag for each argument.

No XML: values stand as they are, so a closing tag counts only where something may follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.arguments import Arguments
from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.grammars.parameter_value import ParameterValue
from engine.output.grammars.tagging import Tags, TagSet
from engine.output.grammars.tags import attributes_of, read_tag, skip_close, tag_name
from engine.output.source import Steps
from engine.output.values import ValueReader


@dataclass(frozen=True, slots=True)
class Parameters:
    """`declared_only`: without a block, only the name of a declared tool makes a call."""

    tags: Tags
    declared_only: bool = False

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        heads = source.patterns(self.tags.call_heads)
        tails = source.patterns(self.tags.call_tails)
        opens = source.patterns(self.tags.call_opens)
        while (yield from source.skip_spaced(heads)):
            pass
        yield from source.skip_space()
        if (yield from source.first_of(opens)) is None:
            raise NotACall("no call in the block")
        if not self.declared_only:
            reading.confirm()
        while (yield from source.skip_spaced(opens)):
            yield from self._call(reading)
            while (yield from source.skip_spaced(tails)):
                pass
            while (yield from source.skip_spaced(heads)):
                pass

    def _call(self, reading: CallReading) -> Steps[None]:
        tag = yield from read_tag(reading.source)
        if tag is None and not reading.confirmed:
            raise NotACall("no whole tag")
        if tag is None:
            reading.cut = True
            return
        name = tag_name(tag)
        if self.declared_only and not reading.confirmed and not reading.tools.declares(name):
            raise NotACall("not the name of a tool")
        reading.confirm()
        if not name:
            raise Malformed("a call without a name")
        yield from _Call(self.tags, reading, reading.tools.named(name)).read()


class _Call:
    """One call that is being read, from behind its opening tag."""

    def __init__(self, tags: Tags, reading: CallReading, name: str) -> None:
        self._reading = reading
        self._source = reading.source
        self._tags = TagSet(tags, reading, reading.tools.schema(name))
        self._arguments = Arguments(reading.add, lambda: reading.begin(name))
        self._complete = True

    def read(self) -> Steps[None]:
        while (symbol := (yield from self._source.skip_space())) is not None:
            if (yield from skip_close(self._source, self._tags.call_closes)):
                break
            if (yield from self._source.skip(self._tags.opens)):
                yield from self._parameter()
            elif symbol.text == "{" and self._arguments.is_empty:
                yield from self._json()
            elif (yield from self._source.first_of(self._tags.after_call)) is not None:
                break
            elif not (yield from skip_close(self._source, self._tags.closes)):
                raise Malformed("text between the arguments")
        if symbol is None and self._source.was_cut:
            self._reading.cut = True
            self._complete = False
        self._arguments.end()
        self._reading.end(complete=self._complete)

    def _json(self) -> Steps[None]:
        """A JSON object in place of the arguments."""
        closers = (*self._tags.call_closes, *self._tags.after_call)
        reader = ValueReader(self._source, closers=closers)
        pieces: list[str] = []
        yield from reader.value(pieces.append)
        self._arguments.members("".join(pieces))
        self._reading.cut = self._reading.cut or reader.cut
        self._complete = self._complete and reader.complete

    def _parameter(self) -> Steps[None]:
        """One argument, from behind the beginning of its tag."""
        tag = yield from read_tag(self._source)
        if tag is None:
            self._reading.cut = True
            self._complete = False
            return
        key = tag_name(tag)
        if not key:
            raise Malformed("an argument without a name")
        self._tags.given.add(key)
        value = ParameterValue(self._tags, key, string=attributes_of(tag).get("string"))
        if not (yield from value.read(self._arguments)):
            self._reading.cut = self._reading.cut or (yield from self._source.at_end())
            self._complete = False
