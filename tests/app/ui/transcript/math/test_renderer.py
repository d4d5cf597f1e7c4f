"""Formulas become paths: complete, unfinished, with Chinese; what cannot be drawn says so."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from app.ui.theme import Theme
from app.ui.transcript.math import renderer
from app.ui.transcript.math.colors import LEAST_CONTRAST, contrast, named_color
from app.ui.transcript.math.renderer import Formula, MathRenderer

COMMON = (
    r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}",
    r"\begin{aligned} a &= b + c \\ &= d \end{aligned}",
    r"\begin{cases} 1 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
    r"\ce{2H2 + O2 -> 2H2O}",
    r"\underbrace{1 + \cdots + n}_{n}",
    r"\operatorname{argmax}_{\theta} L(\theta)",
    r"\binom{n}{k} \overset{!}{=} \cancel{x} \boxed{E = mc^2} \tag{1}",
    r"\mathbb{R} \mathcal{L} \iiint_V \sum_{\substack{i \\ j}} \left\{ \frac{a}{b} \right\}",
)
UNFINISHED = (r"\frac{a}{", r"x^{2", r"\begin{aligned} a &= b \\ c &", r"\left( a", r"\text{中")


@pytest.fixture
def math(theme: Theme) -> MathRenderer:
    return MathRenderer(theme.fonts.ui())


def outline(formula: Formula) -> QPainterPath:
    """All parts as one."""
    path = QPainterPath()
    for part in formula.parts:
        path.addPath(part.path)
    return path


@pytest.mark.parametrize("source", COMMON)
def test_common_formulas_are_drawn_inside_their_box(math: MathRenderer, source: str) -> None:
    formula = math.render(source, True)

    assert not formula.error
    assert not outline(formula).isEmpty()
    assert formula.box.adjusted(-150, -150, 150, 150).contains(outline(formula).boundingRect())


@pytest.mark.parametrize("source", UNFINISHED)
def test_unfinished_formulas_are_drawn_as_far_as_they_go(math: MathRenderer, source: str) -> None:
    formula = math.render(source, True)

    assert not formula.error
    assert not outline(formula).isEmpty()


def test_chinese_comes_from_the_font_of_the_window(math: MathRenderer) -> None:
    """Also a character that comes twice; none of them is the box of a missing glyph."""
    twice = math.render(r"\text{步骤步}", False)
    others = math.render(r"\text{一一一}", False)

    assert outline(twice).elementCount() != outline(others).elementCount()
    assert twice.box.width() == others.box.width()


def test_what_cannot_be_drawn_says_why(math: MathRenderer) -> None:
    formula = math.render(r"\enclose{circle}{x}", False)

    assert formula.error == r"The formula cannot be drawn: \enclose is not known."


def test_parts_have_the_colours_that_are_asked_for(math: MathRenderer) -> None:
    formula = math.render(
        r"{\color{red} x} + \textcolor{#0000ff}{\frac{a}{b}} + \colorbox{lime}{c}", True
    )

    kinds = [(part.color, part.ground) for part in formula.parts]
    assert [kind for kind, _ in groupby(kinds)] == [
        ("red", False),
        ("", False),
        ("#0000ff", False),
        ("", False),
        ("lime", True),
        ("", False),
    ]


def test_a_line_does_not_cut_what_it_crosses_out(math: MathRenderer) -> None:
    """As winding of two kinds in one path would."""
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        math.render(r"\cancel{\blacksquare}", False).paint(
            painter, 10, 30, size=20, color=QColor("black")
        )

    middle = [image.pixelColor(x, 22) for x in range(15, 22)]
    assert set(map(QColor.name, middle)) == {"#000000"}


@pytest.mark.parametrize("text", ["#211F1C", "#EDEAE6"])
@pytest.mark.parametrize("name", ["red", "blue", "yellow", "black", "white", "no colour"])
def test_colours_can_be_told_from_the_paper(text: str, name: str) -> None:
    paper = QColor("#1B1A1C" if QColor(text).lightnessF() > 0.5 else "#FEFDFC")

    assert contrast(named_color(name, QColor(text)), paper) >= LEAST_CONTRAST


def test_a_formula_is_painted_in_its_colours(math: MathRenderer) -> None:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        math.render(r"\textcolor{red}{\blacksquare}\blacksquare", False).paint(
            painter, 0, 30, size=20, color=QColor("black")
        )

    assert image.pixelColor(8, 22) == named_color("red", QColor("black"))
    assert image.pixelColor(26, 22) == QColor("black")


def test_a_formula_of_great_length_is_not_drawn(math: MathRenderer) -> None:
    assert math.render("x" * (renderer.LONGEST_SOURCE + 1), False).error


def test_formulas_are_kept_and_the_longest_unused_is_dropped(
    math: MathRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderer, "CAPACITY", 2)
    first = math.render("a", False)
    math.render("b", False)
    assert math.render("a", False) is first
    math.render("c", False)
    assert math.render("a", False) is first
    math.render("d", False)
    math.render("e", False)

    assert math.render("a", False) is not first


def test_formulas_can_be_read_aloud(math: MathRenderer) -> None:
    assert math.render(r"\frac{a}{b}", False).speech == "a over b"
