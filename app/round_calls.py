"""The calls of one round until each has its result: run, answered at once, or left to the user.

call ─┬─ read-only or always allowed, and whole ──▶ run ───────────────────┐
      ├─ made before with the same result ─────────────────────────────────┤
      └─ any other ──▶ waits ─┬─ approved, edited ──▶ run ─────────────────┼─▶ result
                              └─ denied, asked again ──────────────────────┘
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.asking_again import errors_for_open_calls
from app.domain.call_loops import known_result
from app.domain.problems import unsafe_calls
from app.domain.tool_calls import CANCELLED, DECLINED, open_calls, refused, with_arguments
from app.domain.turn import Turn, awaiting, with_result
from app.tool_runs import ToolRuns
from app.tools.checking import problem_with
from app.tools.offered import OfferedTools
from engine.types import ToolCall, ToolResult

NOT_EDITED = "The edited call was not run. {}"


class RoundCalls(QObject):
    """For one round, on the main thread; while it works, nobody else changes the turn.

    Signals:
        advanced(Turn): the turn with a result more, or with other calls that wait
        answered(): every call has its result
    """

    advanced = Signal(object)
    answered = Signal()

    def __init__(self, turn: Turn, *, tools: OfferedTools, parent: QObject) -> None:
        super().__init__(parent)
        self._turn = turn
        self._tools = tools
        self._is_over = False
        self._runs = ToolRuns(tools, parent=self)
        self._runs.returned.connect(self._on_returned)

    def start(self) -> None:
        """Run what may run; calls that were running when the app ended are begun anew."""
        calls = open_calls(self._turn.message.parts)
        unsafe = self._unsafe()
        known: list[ToolResult] = []
        waiting: list[str] = []
        ready: list[ToolCall] = []
        for call in calls:
            result = known_result(self._turn.message.parts, call)
            if call.call_id in unsafe or not self._may_run(call, again=result is not None):
                waiting.append(call.call_id)
            elif result is not None:
                known.append(result)
            else:
                ready.append(call)
        self._take(awaiting(with_result(self._turn, *known), *waiting))
        self._run(*ready)

    def approve(self, call_id: str) -> None:
        self._run(*self._taken_from_waiting(call_id))

    def allow_always(self, call_id: str) -> None:
        """Approve the call, let its tool run from now on, and with it what waits of the tool."""
        names = {call.name for call in self._waiting() if call.call_id == call_id}
        for name in names:
            self._tools.allow_always(name)
        unsafe = self._unsafe()
        same = [c.call_id for c in self._waiting() if c.name in names and c.call_id not in unsafe]
        self._run(*self._taken_from_waiting(call_id, *same))

    def run_edited(self, call_id: str, arguments: str) -> str | None:
        """Run the call with other arguments; a sentence when they do not fit, and it waits on."""
        for call in self._waiting():
            if call.call_id == call_id:
                edited = replace(call, arguments=arguments, written=None)
                problem = problem_with(edited, self._tools.definitions())
                if problem is not None:
                    return NOT_EDITED.format(problem)
                parts = with_arguments(self._turn.message.parts, call_id, arguments)
                message = replace(self._turn.message, parts=parts)
                self._take(replace(self._turn, message=message))
                self.approve(call_id)
        return None

    def deny(self, call_id: str) -> None:
        """The model reads that the user declined."""
        calls = [call for call in self._waiting() if call.call_id == call_id]
        self._answer(*(refused(call, DECLINED) for call in calls))

    def ask_again(self) -> None:
        """The model reads what was wrong with the calls that wait, and may write better ones."""
        waiting = self._turn.awaiting
        errors = errors_for_open_calls(self._turn.message, self._turn.format)
        self._answer(*(error for error in errors if error.call_id in waiting))

    def stop(self) -> bool:
        """Cancel what runs; what waits stays open. Whether something ran."""
        self._runs.cancel()
        waiting = self._turn.awaiting
        open = [c for c in open_calls(self._turn.message.parts) if c.call_id not in waiting]
        self._take(with_result(self._turn, *(refused(call, CANCELLED) for call in open)))
        return bool(open)

    def cancel(self) -> None:
        """No result comes from here on."""
        self._runs.cancel()

    def _may_run(self, call: ToolCall, *, again: bool) -> bool:
        """A call made before is run once more only when the user says so, unless it only reads;
        one that cannot be run does nothing but tell the model why."""
        if problem_with(call, self._tools.definitions()) is not None:
            return True
        name = call.name
        return self._tools.is_read_only(name) if again else self._tools.runs_unasked(name)

    def _unsafe(self) -> frozenset[str]:
        return unsafe_calls(self._turn.message.problems, self._turn.round)

    def _waiting(self) -> list[ToolCall]:
        calls = open_calls(self._turn.message.parts)
        return [call for call in calls if call.call_id in self._turn.awaiting]

    def _taken_from_waiting(self, *call_ids: str) -> list[ToolCall]:
        taken = [call for call in self._waiting() if call.call_id in call_ids]
        left = (id for id in self._turn.awaiting if id not in call_ids)
        if taken:
            self._take(awaiting(self._turn, *left))
        return taken

    def _run(self, *calls: ToolCall) -> None:
        self._runs.start(calls)
        self._end_when_answered()

    def _answer(self, *results: ToolResult) -> None:
        self._take(with_result(self._turn, *results))
        self._end_when_answered()

    def _on_returned(self, result: ToolResult) -> None:
        self._answer(result)

    def _take(self, turn: Turn) -> None:
        self._turn = turn
        self.advanced.emit(turn)

    def _end_when_answered(self) -> None:
        if not self._is_over and not open_calls(self._turn.message.parts):
            self._is_over = True
            self.answered.emit()
