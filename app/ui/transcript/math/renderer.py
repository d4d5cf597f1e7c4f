"""LaTeX to a path: mathra lays the formula out, and we draw what it made.

Unfinished input is drawn as far as it goes. Characters that the font of formulas lacks (Chinese
in `\\text`) come from the font of the window.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import mathra
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainterPath, QTransform

from app.ui.transcript.math.svg_path import Drawing, outline_path

CAPACITY = 2048
LONGEST_SOURCE = 8000
"""More characters than this are no formula that anyone reads; they are shown as they are."""
_EM = 1000
_UNSUPPORTED = "E-REC-1"
_NO_GLYPH = "E-REC-8"


@dataclass(frozen=True)
class Formula:
    """`path` and `box` in thousandths of the font size, with the baseline at 0, y downwards.

    `speech` is how it is read aloud. With an `error` it cannot be drawn as meant: show the source.
    """

    path: QPainterPath
    box: QRectF
    speech: str = ""
    error: str = ""

    def width(self, size: float) -> float:
        """In pixels, as are ascent and descent, for a font of this many pixels."""
        return self.box.width() * size / _EM

    def ascent(self, size: float) -> float:
        return max(-self.box.top(), 0.0) * size / _EM

    def descent(self, size: float) -> float:
        return max(self.box.bottom(), 0.0) * size / _EM

    def placed(self, x: float, baseline: float, size: float) -> QPainterPath:
        """The path with its left edge at `x`, ready to be filled."""
        scale = size / _EM
        return QTransform(scale, 0, 0, scale, x - self.box.left() * scale, baseline).map(self.path)


class MathRenderer:
    """Keeps the formulas drawn last; `font` draws what the font of formulas lacks."""

    def __init__(self, font: QFont) -> None:
        self._font = QFont(font)
        self._font.setPixelSize(_EM)
        self._formulas: OrderedDict[tuple[str, bool], Formula] = OrderedDict()

    def render(self, source: str, display: bool) -> Formula:
        """`source` without its delimiters; `display` for one on lines of its own."""
        key = (source, display)
        if key not in self._formulas:
            self._formulas[key] = self._rendered(source, display)
            if len(self._formulas) > CAPACITY:
                self._formulas.popitem(last=False)
        self._formulas.move_to_end(key)
        return self._formulas[key]

    def _rendered(self, source: str, display: bool) -> Formula:
        if len(source) > LONGEST_SOURCE:
            return Formula(QPainterPath(), QRectF(), error="The formula is too long to be drawn.")
        try:
            made = mathra.render(source, display=display)
        except ValueError as error:
            return Formula(QPainterPath(), QRectF(), error=f"The formula cannot be drawn: {error}.")
        unsupported = [
            warning["description"]
            for warning in made["warnings"]
            if warning["rule"] == _UNSUPPORTED
        ]
        lacking = {
            _character(warning["description"])
            for warning in made["warnings"]
            if warning["rule"] == _NO_GLYPH
        }
        missing = (character for character in source if character in lacking)
        drawing = Drawing(made["svg"])
        return Formula(
            path=self._path(drawing, missing),
            box=drawing.box,
            speech=made["speech"],
            error=f"The formula cannot be drawn: {unsupported[0]}." if unsupported else "",
        )

    def _path(self, drawing: Drawing, missing: Iterator[str]) -> QPainterPath:
        """Every box that stands for a missing character is replaced by the next of `missing`."""
        result = QPainterPath()
        result.setFillRule(Qt.FillRule.WindingFill)
        for outline, place in drawing.outlines():
            character = next(missing, "") if outline == self._box_outline else ""
            path = self._character_path(character) if character else outline_path(outline)
            result.addPath(place.map(path))
        for stroke in drawing.strokes():
            result.addPath(stroke)
        return result

    def _character_path(self, character: str) -> QPainterPath:
        path = QPainterPath()
        path.addText(0, 0, self._font, character)
        return path

    @cached_property
    def _box_outline(self) -> str:
        """What mathra draws for a character its font has not."""
        drawing = Drawing(mathra.render(r"\text{中}")["svg"])
        return next(outline for outline, _ in drawing.outlines())


def _character(description: str) -> str:
    """The character named in "the font has no '中' (U+4E2D): drew a box"."""
    _, _, code = description.partition("(U+")
    return chr(int(code.partition(")")[0], 16))
