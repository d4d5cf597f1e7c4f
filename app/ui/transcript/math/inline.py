"""Formulas inside a line of a QTextDocument: one character each, drawn on the line's baseline."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextDocument,
    QTextFormat,
)

from app.ui.transcript.math.renderer import Formula, MathRenderer

OBJECT_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
MARKUP = QTextFormat.Property.UserProperty.value + 1
"""Property of a formula's character: its source with delimiters, which is what a copy gets."""
_SOURCE = MARKUP + 1
_DISPLAY = MARKUP + 2
_TALL = MARKUP + 3

SCALE = 1.08
"""The letters of formulas are lower than those of the text at one size."""
_SIDE = 1.0
_EDGE = 2.0
"""Above a tall formula: Qt moves lines of least height up by a pixel, out of the row."""


class InlineFormulas(QPyTextObject):
    """One for all documents of the same formats."""

    def __init__(self, renderer: MathRenderer) -> None:
        super().__init__()
        self._renderer = renderer

    def format(
        self, base: QTextCharFormat, *, source: str, markup: str, display: bool, tall: bool
    ) -> QTextCharFormat:
        """`base` for the formula's character; a `tall` one makes its line higher."""
        result = QTextCharFormat(base)
        result.setObjectType(OBJECT_TYPE)
        result.setProperty(MARKUP, markup)
        result.setProperty(_SOURCE, source)
        result.setProperty(_DISPLAY, display)
        result.setProperty(_TALL, tall)
        if tall:
            result.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        return result

    def intrinsicSize(
        self,
        document: QTextDocument,  # noqa: ARG002
        position: int,  # noqa: ARG002
        format: QTextFormat,
    ) -> QSizeF:
        size, formula = self._formula(format.toCharFormat())
        height = formula.ascent(size)
        if format.property(_TALL):
            height, _ = _symmetric(formula, size, format.toCharFormat().font())
        return QSizeF(formula.width(size) + 2 * _SIDE, height)

    def drawObject(  # type: ignore[override]
        self,
        painter: QPainter,
        rect: QRectF,
        document: QTextDocument,  # noqa: ARG002
        position: int,  # noqa: ARG002
        format: QTextFormat,
    ) -> None:
        size, formula = self._formula(format.toCharFormat())
        baseline = rect.bottom()
        if format.property(_TALL):
            _, above = _symmetric(formula, size, format.toCharFormat().font())
            baseline = rect.top() + above
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = format.foreground().color()
        formula.paint(painter, rect.left() + _SIDE, baseline, size=size, color=color)
        painter.restore()

    def _formula(self, format: QTextCharFormat) -> tuple[float, Formula]:
        formula = self._renderer.render(
            str(format.property(_SOURCE)), bool(format.property(_DISPLAY))
        )
        return format.font().pixelSize() * SCALE, formula


def _symmetric(formula: Formula, size: float, font: QFont) -> tuple[float, float]:
    """The height to claim of Qt, which puts the middle of it at half the letters' height.

    It is at least that of the letters, or the middle of the line would be another. The second
    number is what of it lies above the baseline.
    """
    letters = QFontMetrics(font)
    half = letters.xHeight() / 2
    above = max(formula.ascent(size) + _EDGE, letters.ascent())
    below = max(formula.descent(size), letters.descent())
    height = max(2 * above - half, 2 * below + half)
    return height, (height + half) / 2
