"""Formulas of every kind are drawn, and by whom; those that nobody draws are listed with why."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import mathra
import pytest
from pytestqt.qtbot import QtBot

from app.ui.theme import Theme
from app.ui.transcript.math.mathjax import MathJax
from app.ui.transcript.math.renderer import Formula, MathRenderer
from app.ui.transcript.math.svg_path import Drawing

_FILE = Path(__file__).parents[4] / "data" / "formulas.jsonl"
FORMULAS = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
SIZE = 16.0
LOWEST, HIGHEST_LINE = 6.0, 80.0


class Watched:
    """MathJax, and what it has drawn."""

    def __init__(self) -> None:
        self._mathjax = MathJax()
        self.drawn: dict[str, bool] = {}

    def draw(self, source: str, *, display: bool) -> str | None:
        picture = self._mathjax.draw(source, display=display)
        if picture is not None:
            self.drawn[source] = bool(picture)
        return picture


@pytest.fixture(scope="module")
def watched() -> Watched:
    """Starting it takes a fifth of a second."""
    return Watched()


@pytest.fixture
def math(theme: Theme, watched: Watched) -> MathRenderer:
    return MathRenderer(theme.fonts.ui(), watched)


def drawn(math: MathRenderer, source: str, qtbot: QtBot) -> Formula:
    qtbot.waitUntil(lambda: not math.render(source, True).waiting)
    return math.render(source, True)


@pytest.mark.parametrize("listed", FORMULAS, ids=lambda each: each["source"])
def test_every_formula_is_drawn_by_whom_the_list_says(
    math: MathRenderer, watched: Watched, qtbot: QtBot, listed: dict[str, str]
) -> None:
    source = listed["source"]
    formula = drawn(math, source, qtbot)
    by = "mathjax" if watched.drawn.get(source) else "mathra"

    assert ("nobody" if formula.error else by) == listed["by"]
    assert formula.error or _looks_right(formula, lines=1 + source.count(r"\\"))
    assert bool(formula.error) == bool(listed.get("reason"))
    if listed["by"] == "mathra":
        assert _boxes(math, source) == _characters_without_glyph(source)


def _looks_right(formula: Formula, lines: int) -> bool:
    """It has ink, inside its box or close to it, and is as high as so many lines may be."""
    around = formula.box.adjusted(-400, -400, 400, 400)
    height = formula.ascent(SIZE) + formula.descent(SIZE)
    inks = [part.path.boundingRect() for part in formula.parts]
    return (
        any(ink.width() > 0 for ink in inks)
        and all(around.contains(ink) for ink in inks)
        and LOWEST < height < HIGHEST_LINE * lines
        and formula.width(SIZE) > SIZE / 4
    )


def _boxes(math: MathRenderer, source: str) -> int:
    """Boxes in mathra's drawing, each of which is replaced by the letter it stands for."""
    shapes = Drawing(mathra.render(source, display=True)["svg"]).shapes()
    return sum(shape.outline == math._box_outline for shape in shapes)


def _characters_without_glyph(source: str) -> int:
    warnings = mathra.render(source, display=True)["warnings"]
    lacking = {each["description"].split("'")[1] for each in warnings if each["rule"] == "E-REC-8"}
    return sum(character in lacking for character in source)


def test_the_list_is_long_and_of_every_kind() -> None:
    kinds = Counter(each["kind"] for each in FORMULAS)

    assert len(FORMULAS) >= 120
    assert len({each["source"] for each in FORMULAS}) == len(FORMULAS)
    assert len(kinds) >= 20
    assert sum(each["by"] == "nobody" for each in FORMULAS) <= 4
