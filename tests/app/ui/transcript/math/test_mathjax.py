"""What mathra does not know is drawn by MathJax, on a thread of its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.math.mathjax import MathJax
from app.ui.transcript.math.renderer import Formula, MathRenderer
from app.ui.transcript.row import Row
from app.ui.transcript.rows_math import MathRow
from app.ui.transcript.rows_prose import ProseRow
from app.ui.transcript.rows_table import TableRow
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat
from tests.patience import LIMIT_S

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
        row.look_again()

    assert before[0] == f"So ${CIRCLE}$."
    assert prose.plain_text() == "So \ufffc."
    assert CIRCLE in before[1]
    assert CIRCLE not in table.plain_text()
    assert equation.height(700) != height


def started(look: Look, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """MathJax has drawn something, so that it answers at once, however busy the machine is."""
    monkeypatch.setattr("app.ui.transcript.math.mathjax.DRAW_S", LIMIT_S)
    look.math.render(r"\enclose{box}{s}", True)
    qtbot.waitUntil(lambda: not look.math.render(r"\enclose{box}{s}", True).waiting)


@pytest.mark.parametrize("around", ["So ${}$", "$$\n{}\n$$"])
def test_a_formula_being_written_never_goes_back_to_its_source(
    *, theme: Theme, icons: Icons, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, around: str
) -> None:
    """Between two states that can be drawn there are many that cannot."""
    look = look_of(theme, icons)
    started(look, qtbot, monkeypatch)
    flow = MarkdownFlow(look, look.prose)
    text = around.format(r"\enclose{circle}{x} + \enclose{box}{y}")
    drawn_at = []
    for end in range(1, len(text) + 1):
        flow.show(text[:end], final=False)
        if flow.rows and not flow.rows[-1].waiting:
            drawn_at.append("enclose" not in shown_text(flow.rows[-1]))
    first = drawn_at.index(True, text.index("x"))

    assert all(drawn_at[first:])


@pytest.mark.parametrize("around", ["So ${}$", "$$\n{}\n$$"])
@pytest.mark.parametrize("after", ["", "\n\nMore."])
def test_what_cannot_be_drawn_shows_its_source_once_it_is_complete(
    *,
    theme: Theme,
    icons: Icons,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    around: str,
    after: str,
) -> None:
    look = look_of(theme, icons)
    started(look, qtbot, monkeypatch)
    flow = MarkdownFlow(look, look.prose)
    text = around.format(r"\enclose{circle}{x} + \foo{y}") + after
    for end in range(1, len(text) + 1):
        flow.show(text[:end], final=False)
    flow.show(text, final=True)

    assert r"\foo" in shown_text(flow.rows[0])


def shown_text(row: Row) -> str:
    """With the source of what is not drawn."""
    if isinstance(row, MathRow):
        return "" if row.target_at(QPoint(0, 0), 700) is None else row.text(0, 1)
    return row.plain_text()


def test_find_follows_formulas_that_are_drawn_later(view: TranscriptView, qtbot: QtBot) -> None:
    """What was read with their source is read again, and the match keeps its place."""
    chat = StagedChat()
    chat.ask("Draw it.")
    chat.answer(f"Then ${CIRCLE}$ is a needle.")
    view.set_chat(chat)
    view.finding.search("needle", match_case=False)
    qtbot.waitUntil(lambda: view.finding.total == 1)
    qtbot.waitUntil(lambda: "enclose" not in view.column.items[1].stack.rows[1].plain_text())
    qtbot.waitUntil(lambda: not view.finding.reading)

    match = view.finding.current
    assert match is not None
    row = match.item.stack.rows[match.row]
    assert row.text(match.start, match.end) == "needle"


def test_only_the_message_that_waited_is_arranged_again(view: TranscriptView, qtbot: QtBot) -> None:
    chat = StagedChat()
    chat.ask("Draw it.")
    chat.answer(f"Then ${CIRCLE}$.")
    chat.ask("And now?")
    chat.answer("Without a formula.")
    view.set_chat(chat)
    with_formula, without = view.column.items[1], view.column.items[3]
    qtbot.waitUntil(lambda: "enclose" not in with_formula.stack.rows[1].plain_text())
    qtbot.waitUntil(lambda: with_formula.exact(view.column.width))

    assert without.look_again() is None
    assert with_formula.look_again() is None


def test_its_thread_ends_with_it(qtbot: QtBot) -> None:
    """Each window has one; what it holds is 12 MB and more."""
    mathjax = MathJax()
    mathjax.draw("x", display=False)
    thread = mathjax._thread
    assert thread is not None
    assert thread.is_alive()

    del mathjax

    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=60_000)
