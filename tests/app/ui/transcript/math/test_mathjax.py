"""What mathra does not know is drawn by MathJax, on a thread of its own."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import look_of
from app.ui.transcript.math.mathjax import MathJax
from app.ui.transcript.math.renderer import Formula, MathRenderer
from app.ui.transcript.rows_math import MathRow
from app.ui.transcript.rows_prose import ProseRow
from app.ui.transcript.rows_table import TableRow

CIRCLE = r"\enclose{circle}{x}"


@pytest.fixture(scope="module")
def mathjax() -> MathJax:
    """Starting it takes a fifth of a second."""
    return MathJax()


@pytest.fixture
def math(theme: Theme, mathjax: MathJax) -> MathRenderer:
    return MathRenderer(theme.fonts.ui(), mathjax)


def drawn(math: MathRenderer, source: str, qtbot: QtBot) -> Formula:
    qtbot.waitUntil(lambda: not math.render(source, True).waiting)
    return math.render(source, True)


@pytest.mark.parametrize(
    "source",
    [
        CIRCLE,
        r"\root 3 \of x",
        r"\href{https://example.org}{a}",
        r"\longdiv{12}",
        r"\phase{30}",
        r"a \Perp b",
        r"\begin{array}{c:c} a & b \\ \hdashline c & d \end{array}",
        r"\enclose{updiagonalarrow}{xy}",
        r"\enclose{roundedbox}{\text{步骤}}",
        r"\mathchoice{a}{b}{c}{d}",
        r"\vcenter{x}",
    ],
)
def test_what_mathra_refuses_is_drawn_inside_its_box(
    math: MathRenderer, qtbot: QtBot, source: str
) -> None:
    formula = drawn(math, source, qtbot)
    around = formula.box.adjusted(-150, -150, 150, 150)

    assert not formula.error
    assert formula.parts
    assert all(around.contains(part.path.boundingRect()) for part in formula.parts)


def test_sizes_are_drawn_as_they_are_asked_for(math: MathRenderer, qtbot: QtBot) -> None:
    widths = [
        drawn(math, rf"{size} abc", qtbot).box.width()
        for size in (r"\tiny", r"\footnotesize", r"\large", r"\Huge")
    ]

    assert widths == sorted(widths)
    assert widths[-1] > 3 * widths[0]
    assert drawn(math, r"\large \frac{1}{2}", qtbot).speech == "1 over 2"


def test_colours_come_through(math: MathRenderer, qtbot: QtBot) -> None:
    formula = drawn(math, r"\large \textcolor{red}{x} + \colorbox{yellow}{y}", qtbot)

    kinds = {(part.color, part.ground) for part in formula.parts}
    assert kinds == {("red", False), ("", False), ("yellow", True)}


@pytest.mark.parametrize("source", [r"\foo x", r"\def\a{\a\a}\a\foo", r"\enclose{circle}{"])
def test_what_nobody_can_draw_says_why(math: MathRenderer, qtbot: QtBot, source: str) -> None:
    assert drawn(math, source, qtbot).error.startswith("The formula cannot be drawn: ")


def test_rows_show_the_source_until_the_formula_is_there(
    theme: Theme, icons: Icons, qtbot: QtBot
) -> None:
    """In running text, on lines of its own and in a table; then they have other heights."""
    look = look_of(theme, icons)
    flow = MarkdownFlow(look, look.prose)
    flow.show(f"So ${CIRCLE}$.\n\n$$\n{CIRCLE}\n$$\n\n| a |\n|---|\n| ${CIRCLE}$ |", final=True)
    prose, equation, table = flow.rows
    assert isinstance(prose, ProseRow)
    assert isinstance(equation, MathRow)
    assert isinstance(table, TableRow)
    before = [prose.plain_text(), table.plain_text()]
    height = equation.height(700)
    with qtbot.waitSignal(look.background.finished):
        pass
    for row in flow.rows:
        row.rearrange()

    assert before[0] == f"So ${CIRCLE}$."
    assert prose.plain_text() == "So \ufffc."
    assert CIRCLE in before[1]
    assert CIRCLE not in table.plain_text()
    assert equation.height(700) != height
