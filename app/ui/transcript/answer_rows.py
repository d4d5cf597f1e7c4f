"""The rows of an answer: head, panels, tool cards and text in their order, problems, state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from app.domain.conversation import Message, Problem
from app.domain.tool_calls import by_round, results_by_call
from app.domain.turn import Turn
from app.ui.transcript import wording
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.folding import RowState
from app.ui.transcript.look import Look
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.row import Action, Row
from app.ui.transcript.rows_message import HeadRow, StatusRow
from app.ui.transcript.rows_notice import NoticeRow, QuietNoticeRow
from app.ui.transcript.rows_problem import ASIDES, NOTICES, AsideRow, ProblemRow
from app.ui.transcript.rows_tool import ToolRow
from engine.types import Reasoning, Text, ToolCall, ToolResult

INTERRUPTED = "This answer was interrupted."


class KeptRows:
    """Rows by what they were made for, so that one made before counts as unchanged.

    `states` outlive the rows: what the user opened, by the same keys.
    """

    def __init__(self) -> None:
        self._rows: dict[object, Row] = {}
        self._states: dict[object, RowState] = {}

    def row(self, key: object, make: Callable[[], Row]) -> Row:
        if key not in self._rows:
            self._rows[key] = make()
        return self._rows[key]

    def state(self, key: object) -> RowState:
        return self._states.setdefault(key, RowState())

    def clear(self) -> None:
        """Forget the rows, keep their states."""
        self._rows.clear()


class AnswerRows:
    """Makes rows for one message, and keeps those that stay."""

    def __init__(self, kept: KeptRows) -> None:
        self._kept = kept
        self._parts: dict[int, MarkdownFlow | PanelRow | ToolRow] = {}

    def clear(self) -> None:
        self._parts.clear()

    def rows(self, message: Message, turn: Turn | None, look: Look) -> list[Row]:
        """Everything but the foot; `turn` is set while the answer is in the making."""
        rows = [self.head(message, look)]
        results = results_by_call(message.parts)
        problems = _problems_of_calls(message)
        for index, part in enumerate(message.parts):
            if isinstance(part, ToolCall):
                rows.append(
                    self._tool(look, index, part, results.get(index), turn, problems.get(index))
                )
            elif not isinstance(part, ToolResult):
                running = turn if index == len(message.parts) - 1 else None
                rows.extend(self._rows_of(message, look, index, part, running))
        tied = list(problems.values())
        for number, problem in enumerate(message.problems):
            if problem not in tied:
                rows.append(self._problem(message, look, number, problem, turn))
        return rows + (self._status(look, turn) if turn else self._notice(message, look))

    def head(self, message: Message, look: Look) -> Row:
        """Model and time."""
        name = message.model or "Answer"
        time = wording.time_of(message.created_ms, datetime.now())
        return self._kept.row(("head", name, time), lambda: HeadRow(look, name=name, time=time))

    def _rows_of(
        self, message: Message, look: Look, index: int, part: Text | Reasoning, turn: Turn | None
    ) -> list[Row]:
        """`turn` is set while this part is being written."""
        if isinstance(part, Reasoning):
            return [self._panel(message, look, index, part, turn)]
        flow = self._parts.get(index)
        if not isinstance(flow, MarkdownFlow):
            flow = self._parts[index] = MarkdownFlow(look, look.prose)
        flow.show(part.text, final=turn is None)
        return flow.rows

    def _panel(
        self, message: Message, look: Look, index: int, part: Reasoning, turn: Turn | None
    ) -> PanelRow:
        panel = self._parts.get(index)
        if not isinstance(panel, PanelRow):
            panel = self._parts[index] = PanelRow(look, self._kept.state(index))
        thinking = turn is not None and turn.phase == "reasoning"
        tokens = wording.reasoning_tokens(message, part)
        panel.show(part.text, thinking=thinking, seconds=part.seconds, tokens=tokens)
        return panel

    def _tool(
        self,
        look: Look,
        index: int,
        call: ToolCall,
        result: ToolResult | None,
        turn: Turn | None,
        problem: Problem | None,
    ) -> ToolRow:
        row = self._parts.get(index)
        if not isinstance(row, ToolRow):
            row = self._parts[index] = ToolRow(look, self._kept.state(index))
        row.show(call, result, turn, problem)
        return row

    def _problem(
        self, message: Message, look: Look, number: int, problem: Problem, turn: Turn | None
    ) -> Row:
        """`number` counts them, as two may be the same."""
        key = number, problem
        state = self._kept.state(key)
        if problem.kind in ASIDES:
            return self._kept.row(key, lambda: AsideRow(look, problem, state))
        can_ask = turn is None
        if problem.kind in NOTICES:
            actions = _ways_on(message) if can_ask else ()
            return self._kept.row(
                (*key, actions), lambda: QuietNoticeRow(look, problem.sentence, actions)
            )
        return self._kept.row(
            (*key, can_ask), lambda: ProblemRow(look, problem, state, can_ask=can_ask)
        )

    def _status(self, look: Look, turn: Turn) -> list[Row]:
        progress = wording.progress(turn)
        if progress is None:
            return []
        row = self._kept.row("status", lambda: StatusRow(look))
        assert isinstance(row, StatusRow)
        row.show(progress)
        row.changed()
        return [row]

    def _notice(self, message: Message, look: Look) -> list[Row]:
        if message.status not in ("interrupted", "failed") and not message.notice:
            return []
        failed = message.status == "failed"
        actions = _ways_on(message)
        sentence = message.notice or INTERRUPTED
        return [
            self._kept.row(
                ("notice", sentence, failed, actions),
                lambda: NoticeRow(look, sentence=sentence, failed=failed, actions=actions),
            )
        ]


def _ways_on(message: Message) -> tuple[Action, ...]:
    return ("continue", "retry") if message.can_continue else ("retry",)


def _problems_of_calls(message: Message) -> dict[int, Problem]:
    """Problems by the position of the call they are about: ids are unique inside a round only."""
    found: dict[int, Problem] = {}
    if not message.problems:
        return found
    problems = {(p.round, p.call_id): p for p in message.problems if p.call_id}
    for number, position, call in _calls(message):
        if problem := problems.get((number, call.call_id)):
            found[position] = problem
    return found


def _calls(message: Message) -> Iterator[tuple[int, int, ToolCall]]:
    """Every call with the number of its round and its position among the parts."""
    position = 0
    for number, parts in enumerate(by_round(message.parts)):
        for part in parts:
            if isinstance(part, ToolCall):
                yield number, position, part
            position += 1
