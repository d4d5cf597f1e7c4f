"""The part of SVG that formulas are made of, as one QPainterPath.

QtSvg would neither scale by `em` nor take the colour of the text; one path does both, at any
device pixel ratio. Units are thousandths of the font size, y grows downwards, the baseline is 0.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"([A-Z])([^A-Z]*)")
_TRANSLATION = re.compile(r"translate\((\S+) (\S+)\)")
_SCALE = re.compile(r"scale\((\S+?)\)")


class Drawing:
    """One SVG picture of a formula: `glyphs` and strokes in the order they are drawn."""

    def __init__(self, svg: str) -> None:
        self._root = ElementTree.fromstring(svg)
        self._outlines = {
            f"#{path.get('id')}": path.get("d", "") for path in self._root.iter(f"{_NAMESPACE}path")
        }

    @property
    def box(self) -> QRectF:
        return QRectF(*map(float, self._root.get("viewBox", "0 0 0 0").split()))

    def outlines(self) -> Iterator[tuple[str, QTransform]]:
        """The outline of every glyph, as SVG writes it, and where it stands."""
        for use in self._root.iter(f"{_NAMESPACE}use"):
            yield self._outlines[use.get("href", "")], _place(use)

    def strokes(self) -> Iterator[QPainterPath]:
        """Fraction lines, roots and what is crossed out."""
        for shape in self._root.iter():
            if shape.tag == f"{_NAMESPACE}rect":
                yield self._rectangle(shape)
            elif shape.tag == f"{_NAMESPACE}line":
                yield _line(shape)

    def _rectangle(self, shape: ElementTree.Element) -> QPainterPath:
        names = ("x", "y", "width", "height")
        x, y, width, height = (float(shape.get(name, "0")) for name in names)
        area = QRectF(x, -y - height, width, height)
        outside = (
            area.top() < self.box.top() - height / 2 or area.bottom() > self.box.bottom() + width
        )
        if outside and height > width:
            # mathra 1.5 misplaces the rules between the columns of an array, never their x
            area.setTop(self.box.top())
            area.setBottom(self.box.bottom())
        path = QPainterPath()
        path.addRect(area)
        return path


@lru_cache(maxsize=4096)
def outline_path(outline: str) -> QPainterPath:
    """A glyph's outline; glyphs repeat, so they are kept. Not to be changed."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for step, numbers in _STEP.findall(outline):
        values = [float(number) for number in numbers.split()]
        points = [QPointF(x, -y) for x, y in zip(values[::2], values[1::2], strict=True)]
        match step:
            case "M":
                path.moveTo(points[0])
            case "L":
                path.lineTo(points[0])
            case "Q":
                path.quadTo(*points)
            case "C":
                path.cubicTo(*points)
            case "Z":
                path.closeSubpath()
    return path


def _place(use: ElementTree.Element) -> QTransform:
    """SVG's y axis of formulas points upwards, ours downwards."""
    transform = use.get("transform", "")
    moved = _TRANSLATION.search(transform)
    x, y = moved.groups() if moved else (use.get("x", "0"), use.get("y", "0"))
    scale = _SCALE.search(transform)
    factor = float(scale[1]) if scale else 1.0
    return QTransform(factor, 0, 0, factor, float(x), -float(y))


def _line(shape: ElementTree.Element) -> QPainterPath:
    """A line as the thin quadrangle it covers."""
    x1, y1, x2, y2 = (float(shape.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
    start, end = QPointF(x1, -y1), QPointF(x2, -y2)
    along = end - start
    length = (along.x() ** 2 + along.y() ** 2) ** 0.5 or 1.0
    half = float(shape.get("stroke-width", "40")) / 2 / length
    across = QPointF(-along.y() * half, along.x() * half)
    path = QPainterPath(start + across)
    for corner in (end + across, end - across, start - across):
        path.lineTo(corner)
    path.closeSubpath()
    return path
