"""The tools that are always there, calculator and clock. They only read, so they run at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from app.tools.arithmetic import CannotCompute, compute
from app.tools.checking import arguments_of
from app.tools.host import Definition
from engine.parts import ToolCall, ToolResult

CALCULATOR: Definition = {
    "type": "function",
    "function": {
        "name": "calculator",
        "description": "Compute an arithmetic expression exactly.",
        "parameters": {
            "type": "object",
            "properties": {
                "expression": {
                    "type": "string",
                    "description": "Numbers, parentheses and + - * / // % **, such as 2 * (3 + 4)",
                }
            },
            "required": ["expression"],
            "additionalProperties": False,
        },
    },
}
CLOCK: Definition = {
    "type": "function",
    "function": {
        "name": "clock",
        "description": "Tell the date and the time of now, with the offset from UTC (ISO 8601).",
        "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
    },
}


class BuiltinTools:
    """A `ToolHost`; `now` gives the time with its zone. Every call is done when `run` returns."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    def definitions(self) -> tuple[Definition, ...]:
        return CALCULATOR, CLOCK

    def is_read_only(self, name: str) -> bool:
        return name in (definition["function"]["name"] for definition in self.definitions())

    def run(self, call: ToolCall, done: Callable[[ToolResult], None]) -> None:
        try:
            result = ToolResult(call.call_id, call.name, self._text(call))
        except CannotCompute as error:
            result = ToolResult(call.call_id, call.name, str(error), is_error=True)
        done(result)

    def cancel(self, call_id: str) -> None:
        """Nothing is ever under way."""

    def _text(self, call: ToolCall) -> str:
        if call.name == "clock":
            now = self._now()
            return f"{now.isoformat(timespec='seconds')} ({now:%A})"
        return compute(arguments_of(call)["expression"])
