"""Calculator and clock with two tools that change something, so that they need approval."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from app.tools.builtin import BuiltinTools
from app.tools.checking import arguments_of
from app.tools.host import Definition
from engine.types import ToolCall, ToolResult
from tests.app.fakes import tool

NOON = datetime(2026, 8, 22, 12, tzinfo=UTC)


class NoteTools:
    """`notes` and `rings` are what the tools have done; while `held`, calls wait for `go_on`."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.rings = 0
        self.held = False
        self._waiting: list[tuple[ToolCall, Callable[[ToolResult], None]]] = []
        self._builtin = BuiltinTools(lambda: NOON)

    def definitions(self) -> tuple[Definition, ...]:
        return *self._builtin.definitions(), tool("write_note", "text"), tool("ring_bell")

    def is_read_only(self, name: str) -> bool:
        return self._builtin.is_read_only(name)

    def run(self, call: ToolCall, done: Callable[[ToolResult], None]) -> None:
        if self.held:
            self._waiting.append((call, done))
        elif call.name == "write_note":
            self.notes.append(arguments_of(call)["text"])
            done(ToolResult(call.call_id, call.name, "Noted."))
        elif call.name == "ring_bell":
            self.rings += 1
            done(ToolResult(call.call_id, call.name, "Ding."))
        else:
            self._builtin.run(call, done)

    def go_on(self) -> None:
        self.held = False
        while self._waiting:
            self.run(*self._waiting.pop(0))

    def cancel(self, call_id: str) -> None:
        self._builtin.cancel(call_id)
