"""Families that write all arguments of a call as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.constraint.lark import Lark
from engine.constraint.tools import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonCalls:
    """`head`, arguments, `tail` are a call; `begin` and `end` stand around all of them, `joint`
    between two, unless only one can be made.

    In `head`, $name is the tool's name, $quoted that name as JSON, and $index any number.
    """

    head: str
    tail: str
    begin: str = ""
    joint: str = ""
    end: str = ""
    only_one: bool = False

    def write(self, lark: Lark, tools: Sequence[Tool], *, several: bool) -> str:
        """The expression of one call or more."""
        call = lark.sequence(
            lark.either(self._head(lark, tool) for tool in tools), lark.literal(self.tail)
        )
        return lark.repeated(
            call,
            begin=self.begin,
            joint=self.joint,
            end=self.end,
            several=several and not self.only_one,
        )

    def _head(self, lark: Lark, tool: Tool) -> str:
        quoted = json.dumps(tool.name, ensure_ascii=False)
        before, index, after = self.head.partition("$index")
        pieces = [
            lark.literal(piece.replace("$name", tool.name).replace("$quoted", quoted))
            for piece in (before, after)
        ]
        number = lark.pattern("[0-9]{1,3}") if index else ""
        return lark.sequence(pieces[0], number, pieces[1], lark.json(tool.schema))
