"""Formulas in the rows of an answer: one position, whose text is the source."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.blocks import OBJECT, Equation
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.row import CopyCode
from app.ui.transcript.rows_math import MathRow
from app.ui.transcript.rows_prose import ProseRow


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


def _rows(text: str, look: Look) -> MarkdownFlow:
    flow = MarkdownFlow(look, look.prose)
    flow.show(text, final=True)
    return flow


def test_a_formula_in_a_line_is_one_position_and_copies_its_source(look: Look) -> None:
    (row,) = _rows("an 😀 $x^2$ and $y$.", look).rows
    assert isinstance(row, ProseRow)

    assert row.plain_text() == f"an 😀 {OBJECT} and {OBJECT}."
    assert row.text(0, row.length) == "an 😀 $x^2$ and $y$."
    assert row.text(6, 7) == "$x^2$"
    assert row.speech() == "an 😀 x squared and y."


def test_a_tall_formula_makes_its_line_higher(look: Look) -> None:
    (flat,) = _rows("an $x$ here", look).rows
    (tall,) = _rows(r"a $\begin{pmatrix}1\\2\\3\end{pmatrix}$ here", look).rows

    assert flat.height(700) == look.prose.line_height(0)
    assert tall.height(700) > 2 * look.prose.line_height(0)


def test_what_cannot_be_drawn_is_shown_as_it_was_written(look: Look) -> None:
    (row,) = _rows(r"a $\enclose{circle}{x}$", look).rows

    assert row.plain_text() == r"a $\enclose{circle}{x}$"


def test_a_formula_on_lines_of_its_own_is_selected_and_copied_as_a_whole(look: Look) -> None:
    (row,) = _rows("$$\nx^2\n$$", look).rows
    assert isinstance(row, MathRow)

    assert row.length == 1
    assert row.text(0, 1) == "$$\nx^2\n$$"
    assert row.speech() == "x squared"
    copy = row.target_at(QPoint(695, row.height(700) // 2), 700)
    assert copy == CopyCode("$$\nx^2\n$$")


def test_a_formula_wider_than_the_column_is_scrolled(look: Look) -> None:
    row = MathRow(Equation("+".join(f"x_{{{i}}}" for i in range(60)), "$$…$$"), look, look.prose)
    narrow = MathRow(Equation("x", "$$x$$"), look, look.prose)

    assert row.scroll_sideways(50, 700)
    assert not narrow.scroll_sideways(50, 700)


def test_a_growing_formula_keeps_its_row(look: Look) -> None:
    flow = MarkdownFlow(look, look.prose)
    text = "So:\n$$\nx = \\frac{a}{b}\n$$\n"
    kinds = set()
    for end in range(len("So:\n$$\nx"), len(text)):
        flow.show(text[:end], final=False)
        kinds.add(tuple(type(row) for row in flow.rows))

    assert kinds == {(ProseRow, MathRow)}
    assert isinstance(flow.rows[1], MathRow)
