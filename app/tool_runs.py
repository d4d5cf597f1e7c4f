"""Runs the calls of one round side by side and brings their results home."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.tool_calls import refused
from app.tools.checking import problem_with
from app.tools.offered import OfferedTools
from engine.types import ToolCall, ToolResult


class ToolRuns(QObject):
    """For one answer, on the main thread.

    Signals:
        returned(ToolResult): the result of one call; that it cannot be run is one, too
    """

    returned = Signal(object)

    def __init__(self, tools: OfferedTools, *, parent: QObject) -> None:
        super().__init__(parent)
        self._tools = tools
        self._started_s: dict[str, float] = {}

    def start(self, calls: Sequence[ToolCall]) -> None:
        for call in calls:
            self._started_s[call.call_id] = time.monotonic()
        definitions = self._tools.definitions()
        for call in calls:
            problem = problem_with(call, definitions)
            if problem is not None:
                self._on_done(refused(call, problem))
            elif call.call_id in self._started_s:
                self._tools.host.run(call, self._on_done)

    def cancel(self) -> None:
        """No result comes from here on."""
        running = list(self._started_s)
        self._started_s.clear()
        for call_id in running:
            self._tools.host.cancel(call_id)

    def _on_done(self, result: ToolResult) -> None:
        """A result that comes after `cancel`, or a second one, is of no interest."""
        started_s = self._started_s.pop(result.call_id, None)
        if started_s is not None:
            self.returned.emit(replace(result, seconds=time.monotonic() - started_s))
