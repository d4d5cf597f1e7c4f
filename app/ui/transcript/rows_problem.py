"""What the model wrote and nobody could read, or what was repaired: said, shown, acted upon."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter

from app.domain.conversation import Problem
from app.ui.language import mark, said, tr
from app.ui.transcript.card import CardRow
from app.ui.transcript.folding import FoldingRow, RowState
from app.ui.transcript.look import Look
from app.ui.transcript.row import Act, Canvas, CopyCode, Row, Toggle, Unfold
from app.ui.transcript.rows_buttons import Button, ButtonsRow, CaptionRow, Word
from app.ui.transcript.rows_notice import SentenceRow
from app.ui.transcript.tool_results import rows_of_text

NOTICES = ("empty_after_reasoning", "empty_answer", "reasoning_budget")
"""Kinds that are a line with a next step: there is no raw text to look at."""
ASIDES = ("tool_call_in_reasoning", "stray_marker", "reasoning_unclosed")
"""Kinds that changed nothing about the answer: a folded line."""
TOLD = mark("The model was told so.")
RAW = "raw text"


def can_be_asked_again(problem: Problem) -> bool:
    """Whether the model can write it once more: a call of which nothing came."""
    return problem.kind.startswith("tool_call")


def problem_rows(look: Look, problem: Problem, state: RowState, *, told: bool = False) -> list[Row]:
    """The sentence and what the model wrote, for a card of its own or inside that of a call."""
    color = look.theme.warning
    sentence = said(problem.sentence)
    if told:
        sentence = f"{sentence} {tr(TOLD)}"
    row: Row = SentenceRow(look, sentence, icon="triangle-alert", color=color, formats=look.small)
    return [row, *_raw(look, problem, state)]


class ProblemRow(CardRow):
    """A problem without a call; `can_ask`: nobody is writing here, and nobody has gone on; `told`:
    the model has."""

    def __init__(
        self, look: Look, problem: Problem, state: RowState, *, can_ask: bool, told: bool
    ) -> None:
        super().__init__(look)
        self._problem = problem
        self._state = state
        can_be_asked = can_be_asked_again(problem)
        self._can_ask = can_ask and can_be_asked
        self._told = told and can_be_asked
        self._fill()

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def toggle(self, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B008
        if isinstance(target, Unfold):
            self._state.toggle(target.part)
            self._fill()
            self.changed()

    def described(self) -> str:
        return tr("Problem: {sentence}", sentence=said(self._problem.sentence))

    def _fill(self) -> None:
        self._rows = problem_rows(self._look, self._problem, self._state, told=self._told)
        if self._can_ask:
            buttons = (Button(Act("ask_again"), tr("Ask again")),)
            self._rows.append(ButtonsRow(self._look, buttons, right=True))


class AsideRow(FoldingRow):
    """A problem that changed nothing: one quiet line, with the raw text inside."""

    def __init__(self, look: Look, problem: Problem, state: RowState) -> None:
        super().__init__(look, state)
        self._problem = problem
        self._title = tr(_TITLES[problem.kind])
        self._rows: list[Row] = []
        self._fill()

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def described(self) -> str:
        return tr("Aside: {sentence}", sentence=said(self._problem.sentence))

    @property
    def _opens_itself(self) -> bool:
        return False

    def _fill(self) -> None:
        self._rows = self._inside() if self.open else []

    def _inside(self) -> list[Row]:
        return problem_rows(self._look, self._problem, self._state)

    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None:
        self._paint_dot(painter, self._look.theme.hint, 6)
        title = self._title
        self._paint_title(painter, canvas, title, right=canvas.width)


_TITLES = {
    "tool_call_in_reasoning": mark("A tool call inside the reasoning was ignored"),
    "stray_marker": mark("A stray marker was left out"),
    "reasoning_unclosed": mark("The reasoning never ended"),
}


def _raw(look: Look, problem: Problem, state: RowState) -> list[Row]:
    if not problem.raw:
        return []
    caption = CaptionRow(look, tr("The model wrote"), (Word(CopyCode(problem.raw), tr("Copy")),))
    return [caption, *rows_of_text(look, problem.raw, state, RAW)]
