"""Calls as Python writes them: [f(a="x"), g()], or one to a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.output.arguments import Arguments
from engine.output.calls import CallReading
from engine.output.failures import Malformed, NotACall
from engine.output.source import Steps
from engine.output.values import ValueReader

_NAME = re.compile(r"[A-Za-z_][\w.\-]*")
_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class PythonCalls:
    """`declared_only`: without markers, only the name of a declared tool makes a call.

    `suffix` may stand behind a name (".call"). With `lists`, brackets around the calls are wanted.
    """

    declared_only: bool = False
    lists: bool = True
    suffix: str = ""

    def read(self, reading: CallReading) -> Steps[None]:
        source = reading.source
        symbol = yield from source.skip_space()
        in_list = symbol is not None and symbol.text == "["
        if self.lists and not in_list:
            raise NotACall("no list")
        if in_list:
            source.take()
        while (symbol := (yield from source.skip_space())) is not None:
            if symbol.text in ",;" or (in_list and symbol.text == "]"):
                if source.take().text == "]":
                    return
                continue
            if reading.confirmed and (yield from source.first_of(reading.closers)) is not None:
                return
            if not (yield from self._call(reading)):
                return

    def _call(self, reading: CallReading) -> Steps[bool]:
        """Read one call; False when what follows the calls before is something else."""
        start = reading.source.position
        name = yield from self._name(reading)
        if name is None and reading.confirmed:
            reading.cut = (yield from reading.source.at_end()) and reading.source.was_cut
            if not reading.cut:
                reading.source.position = start
            return False
        if name is None or (self.declared_only and not reading.tools.declares(name)):
            if reading.confirmed:
                reading.source.position = start
                return False
            raise NotACall("no call")
        reading.confirm()
        yield from self._arguments(reading, name)
        return True

    def _name(self, reading: CallReading) -> Steps[str | None]:
        """A name with its parenthesis, which is taken; None when there is none."""
        name = ""
        while (symbol := (yield from reading.source.peek())) is not None:
            if symbol.text == "(":
                break
            if symbol.is_marker or len(name) > _MAX_NAME or symbol.text in "\n=[{<\"'":
                return None
            name += reading.source.take().text
        name = name.strip()
        if symbol is None or not _NAME.fullmatch(name):
            return None
        reading.source.take()
        return reading.tools.named(name.removesuffix(self.suffix) if self.suffix else name)

    def _arguments(self, reading: CallReading, name: str) -> Steps[None]:
        reader = ValueReader(reading.source, closers=reading.closers)
        arguments = Arguments(reading.add, lambda: reading.begin(name))
        positions = iter(reading.tools.schema(name).names)
        while (yield from reader.item_follows(")")):
            key = yield from self._keyword(reading, positions)
            if key is not None:
                pieces: list[str] = []
                yield from reader.value(pieces.append)
                if pieces:
                    arguments.value(key, "".join(pieces))
        reading.cut = reading.cut or reader.cut
        arguments.end()
        reading.end(complete=reader.complete)

    def _keyword(self, reading: CallReading, positions: Iterator[str]) -> Steps[str | None]:
        """The key in front of `=`; without one, that of the next parameter of the tool."""
        source = reading.source
        start = source.position
        word = ""
        while (symbol := (yield from source.peek())) is not None:
            if not (symbol.text.isalnum() or symbol.text in "_-. "):
                break
            word += source.take().text
        if symbol is None:
            return None
        if symbol.text == "=" and word.strip():
            source.take()
            return word.strip()
        source.position = start
        key = next(positions, None)
        if key is None:
            raise Malformed("an argument without a name")
        return key
