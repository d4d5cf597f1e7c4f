"""What is a formula in Markdown and what is not."""

from __future__ import annotations

import pytest

from app.ui.transcript.blocks import Equation, Prose, Span
from app.ui.transcript.grammar import parser
from app.ui.transcript.markdown import parse


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("From $230 to $45+ (about $2,100 a year); R$ 7,40 and R$ 9,95", 0),
        ("$x^2$ and $5", 1),
        ("`$HOME` and $PATH", 0),
        (r"\( a_b \)", 1),
        ("$$ \\int $$", 1),
        ("a half-open $", 0),
        ("$5 and $6, **$7** or US$8", 0),
        ("$20/month and $30/month", 0),
        ("export $HOME/bin:$PATH", 0),
        ("中文$x$中文，$n$th", 2),
        ("a price of $5 for $n$ items", 1),
        (r"```" "\n$x$\n```", 0),
        (r"escaped \$x\$", 0),
    ],
)
def test_money_and_code_are_no_formulas(text: str, count: int) -> None:
    assert len(_formulas(text)) == count


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("$$\nx\n$$", "x"),
        ("Text:\n$$\na\n- b\n= c\n$$\nmore", "a\n- b\n= c"),
        (r"\[ x \]", "x"),
        ("\\[\nx\n\\].", "x."),
        ("$$x$$。", r"x\text{。}"),
        ("- item\n  $$\n  x\n  $$", "x"),
        ("> $$\n> x\n> $$", "x"),
        ("\\begin{align}\na &= b\n\\end{align}", "\\begin{align}\na &= b\n\\end{align}"),
    ],
)
def test_a_formula_on_lines_of_its_own_is_a_block(text: str, source: str) -> None:
    equations = [block for block in parse(parser(), text) if isinstance(block, Equation)]

    assert [equation.source for equation in equations] == [source]


def test_a_blank_line_ends_the_hope_for_a_formula() -> None:
    blocks = parse(parser(), "$$\na\n\nb\n$$")

    assert all(isinstance(block, Prose) for block in blocks)


def test_a_formula_in_a_line_keeps_its_source() -> None:
    (formula,) = _formulas(r"see \(a_b\) there")
    assert isinstance(formula, Span)

    assert (formula.formula, formula.text, formula.display) == ("a_b", r"\(a_b\)", False)


def _formulas(text: str) -> list[Span | Equation]:
    found: list[Span | Equation] = []
    for block in parse(parser(), text):
        if isinstance(block, Equation):
            found.append(block)
        elif isinstance(block, Prose):
            spans = (span for paragraph in block.paragraphs for span in paragraph.spans)
            found += [span for span in spans if span.formula]
    return found
