"""Formulas become paths: complete, unfinished, with Chinese; what cannot be drawn says so."""

from __future__ import annotations

import pytest

from app.ui.theme import Theme
from app.ui.transcript.math import renderer
from app.ui.transcript.math.renderer import MathRenderer

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


@pytest.mark.parametrize("source", COMMON)
def test_common_formulas_are_drawn_inside_their_box(math: MathRenderer, source: str) -> None:
    formula = math.render(source, True)

    assert not formula.error
    assert not formula.path.isEmpty()
    assert formula.box.adjusted(-150, -150, 150, 150).contains(formula.path.boundingRect())


@pytest.mark.parametrize("source", UNFINISHED)
def test_unfinished_formulas_are_drawn_as_far_as_they_go(math: MathRenderer, source: str) -> None:
    formula = math.render(source, True)

    assert not formula.error
    assert not formula.path.isEmpty()


def test_chinese_comes_from_the_font_of_the_window(math: MathRenderer) -> None:
    """Also a character that comes twice; none of them is the box of a missing glyph."""
    twice = math.render(r"\text{步骤步}", False)
    others = math.render(r"\text{一一一}", False)

    assert twice.path.elementCount() != others.path.elementCount()
    assert twice.box.width() == others.box.width()


def test_what_cannot_be_drawn_says_why(math: MathRenderer) -> None:
    assert r"\enclose" in math.render(r"\enclose{circle}{x}", False).error


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
