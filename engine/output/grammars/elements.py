"""Calls whose arguments are elements with a marker in front of every tag: MiniMax-M3."""

from __future__ import annotations

import json
from dataclasses import dataclass

from engine.output.arguments import Arguments, ArgumentText
from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.grammars.tags import read_tag, tag_name
from engine.output.source import Steps
from engine.output.tools import Schema
from engine.output.values import MAX_DEPTH, whole_value

_ITEM = "item"


@dataclass(frozen=True, slots=True)
class Elements:
    """`mark` stands in front of `<invoke name="N">`, `<KEY>`, `</KEY>` and `</invoke>`."""

    mark: str

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        opens = source.patterns((f"{self.mark}<invoke",))
        yield from source.skip_space()
        if (yield from source.first_of(opens)) is None:
            raise NotACall("no call in the block")
        reading.confirm()
        while (yield from source.skip_spaced(opens)):
            tag = yield from read_tag(source)
            if tag is None:
                reading.cut = True
                return
            if not (name := tag_name(tag)):
                raise Malformed("a call without a name")
            yield from _Call(self.mark, reading, reading.tools.named(name)).read()


class _Call:
    """One call that is being read, from behind its opening tag."""

    def __init__(self, mark: str, reading: CallReading, name: str) -> None:
        self._reading = reading
        self._source = reading.source
        self._mark = mark
        self._schema: Schema = reading.tools.schema(name)
        self._arguments = Arguments(reading.add, lambda: reading.begin(name))
        self._complete = True

    def read(self) -> Steps[None]:
        while (tag := (yield from self._tag())) is not None and tag != "/invoke":
            if tag.startswith("/"):
                raise Malformed("a closing tag that does not fit")
            yield from self._argument(tag)
        if tag is None:
            self._complete = False
        self._arguments.end()
        self._reading.end(complete=self._complete)

    def _tag(self) -> Steps[str | None]:
        """The next marked tag, taken; None at the end of the output. Raises Malformed."""
        symbol = yield from self._source.skip_space()
        opens = self._source.patterns((f"{self._mark}<",))
        if symbol is not None and not (yield from self._source.skip(opens)):
            raise Malformed("text between the arguments")
        tag = None if symbol is None else (yield from read_tag(self._source))
        if tag is None:
            self._reading.cut = self._reading.cut or self._source.was_cut
        return tag

    def _argument(self, key: str) -> Steps[None]:
        if (yield from self._holds_elements(key)):
            value = yield from self._elements(key, 0)
            self._arguments.value(key, value)
            return
        text = ArgumentText(self._arguments, key, schema=self._schema)
        close = self._source.patterns((f"{self._mark}</{key}>",))
        with self._source.value():
            while not (yield from self._source.at_end()):
                if (yield from self._source.skip(close)):
                    text.end()
                    return
                text.add(self._source.take_up_to(close))
        text.cut()
        self._reading.cut = True
        self._complete = False

    def _holds_elements(self, key: str) -> Steps[bool]:
        """Whether the next thing inside this element is another one."""
        start = self._source.position
        yield from self._source.skip_space()
        inside = yield from self._source.at(self._source.pattern(f"{self._mark}<"))
        close = self._source.pattern(f"{self._mark}</{key}>")
        holds = inside and not (yield from self._source.at(close))
        self._source.position = start
        return holds

    def _elements(self, parent: str, depth: int) -> Steps[str]:
        """What an element holds, as JSON: a list of items, an object, or a text."""
        if depth > MAX_DEPTH:
            raise Malformed("nested too deep")
        if not (yield from self._holds_elements(parent)):
            return (yield from self._text(parent))
        items: list[str] = []
        members: list[str] = []
        only_items = True
        while (tag := (yield from self._tag())) is not None and tag != f"/{parent}":
            value = yield from self._elements(tag, depth + 1)
            items.append(value)
            members.append(f"{json.dumps(tag, ensure_ascii=False)}: {value}")
            only_items = only_items and tag == _ITEM
        self._complete = self._complete and tag is not None
        return f"[{', '.join(items)}]" if only_items else "{" + ", ".join(members) + "}"

    def _text(self, key: str) -> Steps[str]:
        close = self._source.patterns((f"{self._mark}</{key}>",))
        text = ""
        with self._source.value():
            while not (yield from self._source.at_end()):
                if (yield from self._source.skip(close)):
                    break
                text += self._source.take_up_to(close)
        literal = whole_value(text)
        return literal or json.dumps(text, ensure_ascii=False)
