"""LaTeX to paths: mathra lays the formula out, MathJax what mathra cannot, and we draw that.

Unfinished input is drawn as far as it goes. Characters that the font of formulas lacks (Chinese
in `\\text`) come from the font of the window.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QTransform

from app.ui.language import locale, tr
from app.ui.transcript.math.colors import ground_color, named_color

if TYPE_CHECKING:
    from app.ui.transcript.math.svg_path import Drawing, Shape

CAPACITY = 2048
LONGEST_SOURCE = 8000
"""More characters than this are no formula that anyone reads; they are shown as they are."""
_EM = 1000
_UNSUPPORTED = "E-REC-1"
_NO_GLYPH = "E-REC-8"
_MISREAD = ("E-REC-6", "E-REC-9")
"""Environments and columns that are drawn as something else."""
_SIZES = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|large|Large|LARGE|huge|Huge)(?![A-Za-z])"
)
"""mathra draws everything in one size."""
_COMMAND = re.compile(r"unsupported command: (\\\S+?);")
_LETTER_SIZE = 884
"""Thousandths of the font size, for letters that MathJax leaves to us."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is drawn in one colour: as SVG names it, or "" for that of the text.

    A `ground` has text in front of it.
    """

    path: QPainterPath
    color: str = ""
    ground: bool = False


@dataclass(frozen=True)
class Formula:
    """`parts`, drawn one after the other, and `box` in thousandths of the font size.

    The baseline is at 0, y goes downwards. `speech` is how it is read aloud. With an `error` it
    cannot be drawn as meant: show the source. What is `waiting` is drawn better, or at all, as
    soon as MathJax is at work.
    """

    parts: tuple[Part, ...]
    box: QRectF
    speech: str = ""
    error: str = ""
    waiting: bool = False

    def width(self, size: float) -> float:
        """In pixels, as are ascent and descent, for a font of this many pixels."""
        return self.box.width() * size / _EM

    def ascent(self, size: float) -> float:
        return max(-self.box.top(), 0.0) * size / _EM

    def descent(self, size: float) -> float:
        return max(self.box.bottom(), 0.0) * size / _EM

    def paint(
        self, painter: QPainter, x: float, baseline: float, *, size: float, color: QColor
    ) -> None:
        """With its left edge at `x`; `color` is that of the text around it."""
        scale = size / _EM
        place = QTransform(scale, 0, 0, scale, x - self.box.left() * scale, baseline)
        for part in self.parts:
            painter.fillPath(place.map(part.path), _color(part, color))


class Fallback(Protocol):
    """What draws when mathra cannot: see `mathjax.MathJax`."""

    def draw(self, source: str, *, display: bool) -> str | None: ...


class MathRenderer:
    """Keeps the formulas drawn last; `font` draws what the font of formulas lacks."""

    def __init__(self, font: QFont, fallback: Fallback | None = None) -> None:
        self._font = QFont(font)
        self._font.setPixelSize(_EM)
        self._fallback = fallback
        self._formulas: OrderedDict[tuple[str, bool], Formula] = OrderedDict()

    def render(self, source: str, display: bool) -> Formula:
        """`source` without its delimiters; `display` for one on lines of its own."""
        key = (source, display)
        if key not in self._formulas:
            formula = self._rendered(source, display)
            if formula.waiting:
                return formula
            self._formulas[key] = formula
            if len(self._formulas) > CAPACITY:
                self._formulas.popitem(last=False)
        self._formulas.move_to_end(key)
        return self._formulas[key]

    def _rendered(self, source: str, display: bool) -> Formula:
        import mathra  # with the first formula, as is what reads its drawing

        from app.ui.transcript.math.svg_path import Drawing

        if len(source) > LONGEST_SOURCE:
            return Formula((), QRectF(), error=tr("The formula is too long to be drawn."))
        try:
            made = mathra.render(source, display=display, locale=_spoken_in())
        except ValueError as error:
            return Formula((), QRectF(), error=_refusal(str(error)))
        warnings = [(each["rule"], each["description"]) for each in made["warnings"]]
        unsupported = [text for rule, text in warnings if rule == _UNSUPPORTED]
        lacking = {_character(text) for rule, text in warnings if rule == _NO_GLYPH}
        drawing = Drawing(made["svg"])
        formula = Formula(
            parts=self._parts(drawing, (each for each in source if each in lacking)),
            box=drawing.box,
            speech=made["speech"],
            error=_refusal(unsupported[0]) if unsupported else "",
        )
        misread = any(rule in _MISREAD for rule, _ in warnings) or _SIZES.search(source)
        return self._better(formula, source, display) if unsupported or misread else formula

    def _better(self, formula: Formula, source: str, display: bool) -> Formula:
        """As MathJax draws it, if it can; it reads nothing aloud."""
        from app.ui.transcript.math.svg_path import Drawing

        svg = self._fallback.draw(source, display=display) if self._fallback else ""
        if svg is None:
            return replace(formula, waiting=True)
        drawing = Drawing(svg) if svg else None
        if drawing is None or drawing.box.isEmpty():
            return formula
        speech = source if formula.error else formula.speech
        return Formula(self._parts(drawing, iter(())), drawing.box, speech=speech)

    def _parts(self, drawing: Drawing, missing: Iterator[str]) -> tuple[Part, ...]:
        """Every box that stands for a missing character is replaced by the next of `missing`."""
        parts: list[Part] = []
        last: tuple[object, ...] = ()
        for shape in drawing.shapes():
            path = self._path(shape, missing)
            # Lines turn the other way round than glyphs: in one path, each would cut the other.
            kind = (shape.color, shape.ground, shape.path is None)
            if kind != last:
                last = kind
                parts.append(Part(QPainterPath(), shape.color, shape.ground))
                parts[-1].path.setFillRule(Qt.FillRule.WindingFill)
            parts[-1].path.addPath(path)
        return tuple(parts)

    def _path(self, shape: Shape, missing: Iterator[str]) -> QPainterPath:
        if shape.path is not None:
            path = shape.path
        elif shape.text:
            path = shape.place.map(self._letters(shape.text, _LETTER_SIZE / _EM))
        else:
            from app.ui.transcript.math.svg_path import outline_path

            character = next(missing, "") if shape.outline == self._box_outline else ""
            # Letters stand upright, glyphs of formulas upside down.
            letters = (
                QTransform.fromScale(1, -1).map(self._letters(character)) if character else None
            )
            path = shape.place.map(letters or outline_path(shape.outline))
        if shape.clip is None:
            return path
        shown = QPainterPath()
        shown.addRect(shape.clip)
        return path.intersected(shown)

    def _letters(self, text: str, scale: float = 1.0) -> QPainterPath:
        path = QPainterPath()
        path.addText(0, 0, self._font, text)
        return QTransform.fromScale(scale, scale).map(path)

    @cached_property
    def _box_outline(self) -> str:
        """What mathra draws for a character its font has not."""
        import mathra

        from app.ui.transcript.math.svg_path import Drawing

        drawing = Drawing(mathra.render(r"\text{中}")["svg"])
        return next(shape.outline for shape in drawing.shapes() if shape.outline)


def _color(part: Part, text: QColor) -> QColor:
    if not part.color:
        return text
    return ground_color(part.color) if part.ground else named_color(part.color, text)


def _spoken_in() -> str:
    """mathra's code of the window's language."""
    return "zh" if locale().language() == QLocale.Language.Chinese else "en"


def _refusal(description: str) -> str:
    """Which command is at fault, if that is known."""
    if command := _COMMAND.search(description):
        return tr("The formula cannot be drawn: {command} is not known.", command=command[1])
    return tr("The formula cannot be drawn: {cause}.", cause=description)


def _character(description: str) -> str:
    """The character named in "the font has no '中' (U+4E2D): drew a box"."""
    _, _, code = description.partition("(U+")
    return chr(int(code.partition(")")[0], 16))
