"""Families that write an element for each argument of a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.constraint.lark import Lark
from engine.constraint.schemas import ANYTHING, Kind, Schema, kinds, listed_texts, property_schema
from engine.constraint.tools import Tool

_TEXT_OF = {"text": "true", "json": "false"}
_NAME = r'[^<>"\n]{1,64}'


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementCalls:
    """`head`, arguments, `tail` are a call; `begin` and `end` stand around all of them, `joint`
    between two. An argument is `argument`, its value, `argument_tail`; $name is what it is called.

    Texts are written as they are, other values as JSON. Where `argument` has $is_text, that says
    which it is; elsewhere the reader knows by the schema, and takes what may be a text for one.
    `without` is what a text must not hold.
    """

    head: str
    argument: str
    argument_tail: str
    tail: str
    begin: str = ""
    joint: str = ""
    end: str = ""
    without: str = ""

    def write(self, lark: Lark, tools: Sequence[Tool], *, several: bool) -> str:
        """The expression of one call or more."""
        call = lark.either(self._call(lark, tool) for tool in tools)
        return lark.repeated(
            call, begin=self.begin, joint=self.joint, end=self.end, several=several
        )

    def _call(self, lark: Lark, tool: Tool) -> str:
        head, tail = (
            lark.literal(text.replace("$name", tool.name)) for text in (self.head, self.tail)
        )
        return lark.sequence(head, *self._arguments(lark, tool), tail)

    def _arguments(self, lark: Lark, tool: Tool) -> list[str]:
        """In the order of the schema; those that need not be there may be left out."""
        if tool.takes_others:
            anything = self._argument(
                lark, lark.pattern(_NAME), {}, {"text", "json"}, lambda: ANYTHING
            )
            return [f"({anything})*"]
        written: list[str] = []
        for name, schema in (tool.properties or {}).items():
            whole = self._listed(lark, tool, name, schema)
            written.append(whole if name in tool.required else f"({whole})?")
        return written

    def _listed(self, lark: Lark, tool: Tool, name: str, schema: Any) -> str:
        found = kinds(tool.schema, schema)
        return self._argument(
            lark, lark.literal(name), schema, found, lambda: property_schema(tool.schema, name)
        )

    def _argument(
        self, lark: Lark, name: str, schema: Any, found: set[Kind], structured: Callable[[], Schema]
    ) -> str:
        if "$is_text" not in self.argument and "text" in found:
            found = {"text"}
        before, _, after = self.argument.partition("$name")
        ways: list[str] = []
        for kind in sorted(found):
            opening = lark.literal(after.replace("$is_text", _TEXT_OF[kind]))
            value = self._text(lark, schema) if kind == "text" else self._json(lark, structured())
            ways.append(lark.sequence(opening, value))
        return lark.sequence(lark.literal(before), name, lark.either(ways))

    def _text(self, lark: Lark, schema: Any) -> str:
        texts = listed_texts(schema)
        if texts:
            return lark.either(lark.literal(text + self.argument_tail) for text in texts)
        return lark.text_until(self.argument_tail, without=self.without)

    def _json(self, lark: Lark, schema: Schema) -> str:
        return lark.sequence(lark.json(schema), lark.literal(self.argument_tail))
