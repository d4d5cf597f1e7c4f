"""The rows of an answer: head, panels, tool cards and text in their order, problems, state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from app.domain.asking_again import is_gone_on_from
from app.domain.conversation import Message, Problem
from app.domain.tool_calls import results_by_call
from app.domain.turn import Turn
from app.ui.language import mark, said, tr
from app.ui.transcript import wording
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.folding import RowState
from app.ui.transcript.look import Look
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.problem_places import END, problems_below, problems_of_calls
from app.ui.transcript.row import Action, Row
from app.ui.transcript.rows_message import HeadRow, StatusRow
from app.ui.transcript.rows_notice import NoticeRow, QuietNoticeRow
from app.ui.transcript.rows_problem import ASIDES, NOTICES, AsideRow, ProblemRow
from app.ui.transcript.rows_tool import ToolRow
from engine.types import Reasoning, Text, ToolCall, ToolResult

INTERRUPTED = mark("This answer was interrupted.")


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

    def __init__(self) -> None:
        self.kept = KeptRows()
        self._parts: dict[int, MarkdownFlow | PanelRow | ToolRow] = {}

    def clear(self) -> None:
        self._parts.clear()

    @property
    def panels(self) -> list[PanelRow]:
        return [part for part in self._parts.values() if isinstance(part, PanelRow)]

    @property
    def calls(self) -> list[ToolRow]:
        return [part for part in self._parts.values() if isinstance(part, ToolRow)]

    def read(self, message: Message, look: Look) -> Iterator[None]:
        """Read the texts of a finished message, a piece at every step."""
        for index, part in enumerate(message.parts):
            if isinstance(part, Text) and message.role == "assistant":
                yield from self._flow(index, look).read(part.text)

    def rows(self, message: Message, turn: Turn | None, look: Look) -> list[Row]:
        """Everything but the foot; `turn` is set while the answer is in the making."""
        self._parts = {i: part for i, part in self._parts.items() if i < len(message.parts)}
        rows = [self.head(message, look)]
        results = results_by_call(message.parts)
        problems = problems_of_calls(message)
        below = problems_below(message, set(problems.values()))
        for index, part in enumerate(message.parts):
            if isinstance(part, ToolCall):
                card = self._tool(look, index, part, results.get(index), turn, problems.get(index))
                card.stand_below(rows[-1])
                rows.append(card)
            elif not isinstance(part, ToolResult):
                running = turn if index == len(message.parts) - 1 else None
                rows.extend(self._rows_of(message, look, index, part, running, rows[-1]))
            rows.extend(self._problem(message, look, number, turn) for number in below[index])
        rows.extend(self._problem(message, look, number, turn) for number in below[END])
        return rows + (self._status(look, turn) if turn else self._notice(message, look))

    def head(self, message: Message, look: Look) -> Row:
        """Model and time."""
        name = message.model or tr("Answer")
        time = wording.time_of(message.created_ms, datetime.now())
        return self.kept.row(("head", name, time), lambda: HeadRow(look, name=name, time=time))

    def _rows_of(
        self,
        message: Message,
        look: Look,
        index: int,
        part: Text | Reasoning,
        turn: Turn | None,
        above: Row,
    ) -> list[Row]:
        """`turn` is set while this part is being written."""
        if isinstance(part, Reasoning):
            panel = self._panel(message, look, index, part, turn)
            panel.stand_below(above)
            return [panel]
        flow = self._flow(index, look)
        flow.show(part.text, final=turn is None)
        return flow.rows

    def _flow(self, index: int, look: Look) -> MarkdownFlow:
        flow = self._parts.get(index)
        if not isinstance(flow, MarkdownFlow):
            flow = self._parts[index] = MarkdownFlow(look, look.prose)
        return flow

    def _panel(
        self, message: Message, look: Look, index: int, part: Reasoning, turn: Turn | None
    ) -> PanelRow:
        panel = self._parts.get(index)
        if not isinstance(panel, PanelRow):
            panel = self._parts[index] = PanelRow(look, self.kept.state(index))
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
            row = self._parts[index] = ToolRow(look, self.kept.state(index))
        row.show(call, result, turn, problem)
        return row

    def _problem(self, message: Message, look: Look, number: int, turn: Turn | None) -> Row:
        """`number` counts them, as two may be the same."""
        problem = message.problems[number]
        key = number, problem
        state = self.kept.state(key)
        if problem.kind in ASIDES:
            return self.kept.row(key, lambda: AsideRow(look, problem, state))
        gone_on = is_gone_on_from(message, problem)
        can_ask = turn is None and not gone_on
        if problem.kind in NOTICES:
            actions = _ways_on(message) if can_ask else ()
            return self.kept.row(
                (*key, actions), lambda: QuietNoticeRow(look, said(problem.sentence), actions)
            )
        return self.kept.row(
            (*key, can_ask, gone_on),
            lambda: ProblemRow(look, problem, state, can_ask=can_ask, told=gone_on),
        )

    def _status(self, look: Look, turn: Turn) -> list[Row]:
        progress = wording.progress(turn)
        if progress is None:
            return []
        row = self.kept.row("status", lambda: StatusRow(look))
        assert isinstance(row, StatusRow)
        row.show(progress)
        row.changed()
        return [row]

    def _notice(self, message: Message, look: Look) -> list[Row]:
        if message.status not in ("interrupted", "failed") and not message.notice:
            return []
        failed = message.status == "failed"
        actions = _ways_on(message)
        sentence = said(message.notice) or tr(INTERRUPTED)
        return [
            self.kept.row(
                ("notice", sentence, failed, actions),
                lambda: NoticeRow(look, sentence=sentence, failed=failed, actions=actions),
            )
        ]


def _ways_on(message: Message) -> tuple[Action, ...]:
    return ("continue", "retry") if message.can_continue else ("retry",)
