"""The JSON object of one call's arguments, built from text that a format writes without types."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

from engine.output.strings import Emit, json_inside
from engine.output.tools import Schema
from engine.output.values import whole_value

_WRAPPERS = ("arguments", "input", "parameters")


class Arguments:
    """Passes the object on key by key; `begin` is called before its first piece.

    So a call whose first argument turns out to be illegal has never begun.
    """

    def __init__(self, emit: Emit, begin: Callable[[], None]) -> None:
        self._emit = emit
        self._begin = begin
        self.is_empty = True

    def begin_text(self, key: str) -> None:
        """A string, whose pieces follow."""
        self._member(f'{json.dumps(key, ensure_ascii=False)}: "')

    def text(self, piece: str) -> None:
        self._emit(json_inside(piece))

    def end_text(self) -> None:
        self._emit('"')

    def value(self, key: str, value: str) -> None:
        """A whole value, JSON."""
        self._member(f"{json.dumps(key, ensure_ascii=False)}: {value}")

    def members(self, value: str) -> None:
        """All members of a JSON object."""
        inside = value.strip()[1:-1].strip()
        if inside:
            self._member(inside)

    def end(self) -> None:
        if self.is_empty:
            self._begin()
        self._emit("{}" if self.is_empty else "}")

    def _member(self, text: str) -> None:
        if self.is_empty:
            self._begin()
        self._emit(("{" if self.is_empty else ", ") + text)
        self.is_empty = False


class ArgumentText:
    """The text of one argument: a string goes on as it comes, another value when it is over.

    `sent_as` is the type the model gave it; without one the schema decides.
    """

    def __init__(
        self,
        arguments: Arguments,
        key: str,
        *,
        schema: Schema,
        sent_as: Literal["string", "json"] | None = None,
    ) -> None:
        self._arguments = arguments
        self._key = key
        self._schema = schema
        self._sent_as = sent_as
        self._wraps = key in _WRAPPERS and arguments.is_empty and not schema.declares(key)
        self._streams = sent_as != "json" and schema.is_text(key) and not self._wraps
        self._pieces: list[str] = []
        if self._streams:
            arguments.begin_text(key)

    def add(self, piece: str) -> None:
        if self._streams:
            self._arguments.text(piece)
        else:
            self._pieces.append(piece)

    def end(self) -> None:
        if self._streams:
            self._arguments.end_text()
            return
        text = "".join(self._pieces)
        wrapped = whole_value(text) if self._wraps else None
        if wrapped is not None and wrapped.startswith("{"):
            self._arguments.members(wrapped)
        else:
            self._arguments.value(self._key, self._json(text))

    def cut(self) -> None:
        """The output ended inside it: half a string is kept, half of anything else is not."""
        if self._streams:
            self._arguments.end_text()
        elif self._wraps and self._sent_as != "json" and not self._half_object():
            self.end()

    def _half_object(self) -> bool:
        return "".join(self._pieces).lstrip()[:1] in ("", "{", "[")

    def _json(self, text: str) -> str:
        if self._sent_as == "string":
            return self._schema.corrected(self._key, text)
        if self._sent_as == "json":
            return whole_value(text) or json.dumps(text, ensure_ascii=False)
        return self._schema.to_json(self._key, text)
