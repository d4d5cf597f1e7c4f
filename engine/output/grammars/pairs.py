"""Calls as a name and pairs of tags for key and value: GLM, LongCat, Hunyuan."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.arguments import Arguments, ArgumentText
from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.source import Pattern, Source, Steps
from engine.output.tools import Schema
from engine.output.values import ValueReader

_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Pairs:
    """`opens` and `closes` stand around one call, where the block is around several; the tags for
    keys and values come as (open, close), one for each spelling."""

    keys: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    closes: tuple[str, ...]
    opens: tuple[str, ...] = ()
    after_name: tuple[str, ...] = ()

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        opens = source.patterns(self.opens)
        if not opens:
            yield from _Call(self, reading).read()
            return
        yield from source.skip_space()
        if (yield from source.first_of(opens)) is None:
            raise NotACall("no call in the block")
        while (yield from source.skip_spaced(opens)):
            yield from _Call(self, reading).read()


class _Call:
    """One call that is being read, from behind its opening tag."""

    def __init__(self, style: Pairs, reading: CallReading) -> None:
        source = reading.source
        self._reading = reading
        self._source: Source = source
        self._keys = [tuple(source.patterns(tags)) for tags in style.keys]
        self._values = [tuple(source.patterns(tags)) for tags in style.values]
        self._key_opens = tuple(tags[0] for tags in self._keys)
        self._closes = source.patterns(style.closes)
        self._after_name = source.patterns(style.after_name)
        self._complete = True
        self._closed = False

    def read(self) -> Steps[None]:
        name = yield from self._name()
        if name is None:
            self._reading.cut = True
            return
        self._reading.confirm()
        name = self._reading.tools.named(name)
        schema = self._reading.tools.schema(name)
        arguments = Arguments(self._reading.add, lambda: self._reading.begin(name))
        while not (yield from self._is_over()):
            yield from self._argument(arguments, schema)
        if (yield from self._source.peek()) is None and self._source.was_cut and not self._closed:
            self._reading.cut = True
            self._complete = False
        arguments.end()
        self._reading.end(complete=self._complete)

    def _name(self) -> Steps[str | None]:
        """None when the output ended inside it. Raises NotACall, once confirmed Malformed."""
        name = ""
        while (symbol := (yield from self._source.peek())) is not None:
            header_ends = symbol.is_marker or symbol.text in "<{>" or symbol.text == "\n"
            if header_ends and name.strip():
                return (yield from self._checked(name.strip()))
            if symbol.text in "<{>" or symbol.is_marker or len(name) > _MAX_NAME:
                break
            name += self._source.take().text
        if symbol is None and name.strip() and self._source.was_cut and self._reading.confirmed:
            return None
        raise NotACall("no name")

    def _checked(self, name: str) -> Steps[str]:
        """The name, if what follows can follow a name."""
        symbol = yield from self._source.peek()
        if symbol is not None and symbol.text == ">":
            self._source.take()
        yield from self._source.skip_spaced(self._after_name)
        symbol = yield from self._source.skip_space()
        follows = (*self._key_opens, *self._closes)
        legal = (yield from self._source.first_of(follows)) is not None
        legal = legal or (symbol is not None and symbol.text == "{")
        declared = self._reading.tools.declares(self._reading.tools.named(name))
        if any(map(str.isspace, name)) or not (legal or (symbol is None and declared)):
            raise NotACall("no call follows")
        return name

    def _is_over(self) -> Steps[bool]:
        symbol = yield from self._source.skip_space()
        if symbol is None:
            return True
        if (yield from self._source.skip(self._closes)):
            self._closed = True
            return True
        return (yield from self._source.first_of(self._reading.closers)) is not None

    def _argument(self, arguments: Arguments, schema: Schema) -> Steps[None]:
        symbol = yield from self._source.peek()
        if symbol is not None and symbol.text == "{" and arguments.is_empty:
            yield from self._json(arguments)
            return
        key = yield from self._key()
        if key is None:
            self._complete = False
            return
        yield from self._source.skip_space()
        value_tags = yield from self._tags(self._values)
        if value_tags is None and (yield from self._source.peek()) is not None:
            raise Malformed("a key without a value")
        if value_tags is None:
            self._complete = False
            return
        text = ArgumentText(arguments, key, schema=schema)
        yield from self._value(text, value_tags[1])

    def _json(self, arguments: Arguments) -> Steps[None]:
        """A JSON object in place of the pairs."""
        reader = ValueReader(self._source, closers=self._closes)
        pieces: list[str] = []
        yield from reader.value(pieces.append)
        arguments.members("".join(pieces))
        self._reading.cut = self._reading.cut or reader.cut
        self._complete = self._complete and reader.complete

    def _key(self) -> Steps[str | None]:
        tags = yield from self._tags(self._keys)
        if tags is None:
            raise Malformed("text between the arguments")
        key = ""
        while (yield from self._source.peek()) is not None:
            if (yield from self._source.skip((tags[1],))):
                return key.strip()
            if len(key) > _MAX_NAME:
                raise Malformed("a key without end")
            key += self._source.take().text
        self._reading.cut = self._source.was_cut
        return None

    def _value(self, text: ArgumentText, close: Pattern) -> Steps[None]:
        with self._source.value():
            while (yield from self._source.peek()) is not None:
                if (yield from self._ends(close)):
                    text.end()
                    return
                text.add(self._source.take_up_to((close,)))
        text.cut()
        self._reading.cut = True
        self._complete = False

    def _ends(self, close: Pattern) -> Steps[bool]:
        """Whether the value ends here; its closing tag is taken then."""
        start = self._source.position
        if (yield from self._source.skip((close,))):
            end = self._source.position
            follows = (*self._key_opens, *self._closes, *self._reading.closers)
            with self._source.frame():
                symbol = yield from self._source.skip_space()
                over = symbol is None or (yield from self._source.first_of(follows)) is not None
            if over:
                self._source.position = end
                return True
        self._source.position = start
        return False

    def _tags(self, spellings: list[tuple[Pattern, ...]]) -> Steps[tuple[Pattern, ...] | None]:
        """Take the opening tag that comes next."""
        for tags in spellings:
            if (yield from self._source.skip(tags[:1])):
                return tags
        return None
