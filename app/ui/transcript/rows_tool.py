"""A tool call in one card: what was called, how it goes, and its arguments and result inside."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.domain.conversation import Problem
from app.domain.problems import UNKNOWN_TOOL_KIND
from app.domain.tool_calls import CallState, state_of
from app.domain.turn import Turn
from app.ui.language import mark, tr
from app.ui.theme import SIZE_META
from app.ui.transcript.blocks import Code
from app.ui.transcript.card import PADDING
from app.ui.transcript.folding import HEADER_HEIGHT, FoldingRow, RowState
from app.ui.transcript.look import Look
from app.ui.transcript.row import Act, Canvas, CopyCode, Row, Unfold
from app.ui.transcript.rows_buttons import Button, ButtonsRow, CaptionRow, Word
from app.ui.transcript.rows_code import CodeRow
from app.ui.transcript.rows_fields import FieldsRow
from app.ui.transcript.rows_problem import problem_rows
from app.ui.transcript.rows_question import EditorRow
from app.ui.transcript.tool_results import FIRST_CHARACTERS, rows_of_result
from app.ui.transcript.tool_wording import (
    fields_of,
    readable,
    state_color,
    state_text,
    title_of,
)
from engine.types import ToolCall, ToolResult

RAW = "raw arguments"
_READ_INSTEAD = mark("What the model reads instead")
_RESULT_LABELS: dict[CallState, str] = {"done": mark("Result"), "failed": mark("Error")}


@dataclass(frozen=True, slots=True)
class ShownCall:
    """All that decides what a card shows; `problem` is about this very call."""

    call: ToolCall
    result: ToolResult | None = None
    state: CallState = "waiting"
    problem: Problem | None = None


class ToolRow(FoldingRow):
    """`title` and `state_text` are what its header says."""

    _always_a_card = True

    def __init__(self, look: Look, state: RowState) -> None:
        super().__init__(look, state)
        self.title = ""
        self._shown = ShownCall(ToolCall("", "", ""))
        self._running_s = 0.0
        self._rows: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    @property
    def call(self) -> ToolCall:
        return self._shown.call

    @property
    def call_state(self) -> CallState:
        return self._shown.state

    @property
    def state_text(self) -> str:
        shown = self._shown
        return state_text(shown.state, shown.call, shown.result, self._running_s)

    def show(
        self,
        call: ToolCall,
        result: ToolResult | None,
        turn: Turn | None,
        problem: Problem | None = None,
    ) -> None:
        """`turn` is set while the answer is in the making."""
        state = state_of(call, result, turn)
        shown = ShownCall(call, result, state, problem)
        if shown == self._shown:
            return
        self._shown = shown
        self.title = title_of(call)
        if state != "running":
            self._state.since_s = None
        elif self._state.since_s is None:
            self._state.since_s = time.monotonic()
        self._fill()
        self.changed()

    def tick(self, now_s: float) -> bool:
        """Let the time go by; whether the header says something else now."""
        if self._shown.state != "running" or self._state.since_s is None:
            return False
        before = self.state_text
        self._running_s = now_s - self._state.since_s
        return self.state_text != before

    def set_editor_height(self, height: int) -> None:
        """Keep room for an editor of the arguments instead of everything inside; 0 ends it."""
        self._state.editor_height = height
        self._fill()
        self.changed()

    def described(self) -> str:
        return tr("Tool call {call}, {state}", call=self.title, state=self.state_text)

    @property
    def _opens_itself(self) -> bool:
        troubled = self._trouble is not None and self._shown.state != "done"
        return self._shown.state == "needs_approval" or troubled

    # ---- what is inside

    def _fill(self) -> None:
        if self._state.editor_height:
            self._rows = [EditorRow(self._state.editor_height)]
            return
        self._rows = self._inside() if self.open else []
        if buttons := self._buttons():
            self._rows.append(ButtonsRow(self._look, buttons, right=True))

    def _inside(self) -> list[Row]:
        return [*self._arguments(), *self._result(), *self._problem()]

    def _arguments(self) -> list[Row]:
        call = self._shown.call
        if self._shown.state == "writing":
            written = call.arguments[-FIRST_CHARACTERS:]
            return [FieldsRow(self._look, (("", written or "…"),), framed=True)]
        fields = fields_of(call.arguments)
        raw = RAW in self._state.unfolded or fields is None
        if fields == ():
            return [CaptionRow(self._look, tr("No arguments"))]
        switch = (Word(Unfold(RAW), tr("Formatted") if raw else "JSON"),) if fields else ()
        if raw:
            code = CodeRow(Code(readable(call.arguments), "json"), self._look)
            return [CaptionRow(self._look, tr("Arguments"), switch), code]
        assert fields is not None
        copy = Word(CopyCode(readable(call.arguments)), tr("Copy"))
        caption = CaptionRow(self._look, tr("Arguments"), (*switch, copy))
        return [caption, FieldsRow(self._look, fields, framed=False)]

    def _result(self) -> list[Row]:
        result = self._shown.result
        if result is None:
            return []
        label = _RESULT_LABELS.get(self._shown.state, _READ_INSTEAD)
        return rows_of_result(self._look, result.text, self._state, label=tr(label))

    @property
    def _trouble(self) -> Problem | None:
        """A problem the result does not tell already."""
        problem, result = self._shown.problem, self._shown.result
        told = problem is not None and problem.kind == UNKNOWN_TOOL_KIND and result is not None
        return None if told else problem

    def _problem(self) -> list[Row]:
        problem = self._trouble
        return [] if problem is None else problem_rows(self._look, problem, self._state)

    def _buttons(self) -> tuple[Button, ...]:
        """They show also when the card is folded: a call must not wait out of sight."""
        call_id, shown = self._shown.call.call_id, self._shown
        deny = Button(Act("deny", call_id), tr("Deny"))
        if shown.state == "needs_approval" and shown.problem is not None:
            ask = Button(Act("ask_again"), tr("Ask again"), "quiet")
            repair = Button(Act("repair", call_id), tr("Repair…"))
            run = Button(Act("approve", call_id), tr("Run as it is"), "primary")
            return (ask, deny, repair, run)
        if shown.state == "needs_approval":
            always = Button(Act("always", call_id), tr("Always allow"), "quiet")
            edit = Button(Act("repair", call_id), tr("Edit…"), "quiet")
            approve = Button(Act("approve", call_id), tr("Approve"), "primary")
            return (always, edit, deny, approve)
        if shown.state == "waiting" and shown.problem is not None and self.open:
            return (Button(Act("ask_again"), tr("Ask again")),)
        return ()

    # ---- the header

    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        color = state_color(self._shown.state, theme)
        self._paint_dot(painter, color, 8)
        font = theme.fonts.ui(SIZE_META)
        text = self.state_text
        width = QFontMetrics(font).horizontalAdvance(text)
        left = canvas.width - PADDING - width
        painter.setFont(font)
        painter.setPen(color)
        area = QRect(left, 0, width + 2, HEADER_HEIGHT)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
        self._paint_title(painter, canvas, self.title, right=left - 12)
