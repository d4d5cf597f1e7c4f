"""The part of SVG that formulas are made of, as painter paths.

QtSvg would neither scale by `em` nor take the colour of the text; a path does both, at any
device pixel ratio. Units are thousandths of the font size, y grows downwards, the baseline is 0.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QTransform

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_DRAWN = {"g", "a", "svg", "use", "text", "rect", "line", "ellipse", "polygon", "path"}
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")

_STROKE_WIDTH = re.compile(r"stroke-width: ([\d.]+)")
_THICKEST_LINE = 150


@dataclass(frozen=True, slots=True)
class Shape:
    """Something to fill: a glyph's `outline`, a `path`, or letters that the font has not.

    `color` as SVG names it, "" for that of the text; a `ground` has text in front of it. `clip` is
    where it shows, if not everywhere.
    """

    place: QTransform
    outline: str = ""
    path: QPainterPath | None = None
    text: str = ""
    color: str = ""
    ground: bool = False
    clip: QRectF | None = None


class _Around(NamedTuple):
    """What an element has from those it is inside of."""

    place: QTransform
    color: str = ""
    clip: QRectF | None = None


class Drawing:
    """One SVG picture of a formula, by mathra or MathJax."""

    def __init__(self, svg: str) -> None:
        self._root = ElementTree.fromstring(svg)
        self._outlines = {
            f"#{path.get('id')}": path.get("d", "") for path in self._root.iter(f"{_NAMESPACE}path")
        }

        self.box = QRectF(*map(float, self._root.get("viewBox", "0 0 0 0").split()))

    def shapes(self) -> Iterator[Shape]:
        """Glyphs, fraction lines, roots, what is crossed out, in the order they are drawn."""
        yield from self._inside(self._root, _Around(QTransform()))

    def _inside(self, element: ElementTree.Element, around: _Around) -> Iterator[Shape]:
        for child in element:
            kind = child.tag.removeprefix(_NAMESPACE)
            if kind not in _DRAWN:
                continue
            color, clip = _color(child, around.color), around.clip
            place = around.place
            if transform := child.get("transform"):
                place = _transform(transform) * place
            match kind:
                case "g" | "a":
                    yield from self._inside(child, _Around(place, color, clip))
                case "svg":
                    yield from self._inside(child, _nested(child, place, color))
                case "use":
                    x, y = _numbers(child, "x", "y")
                    place = QTransform.fromTranslate(x, y) * place if x or y else place
                    outline = self._outlines[child.get("href", child.get(_HREF, ""))]
                    yield Shape(place, outline=outline, color=color, clip=clip)
                case "text" if child.get("fill") != "transparent":
                    yield Shape(place, text=child.text or "", color=color, clip=clip)
                case "rect" | "line" | "ellipse" | "polygon" | "path":
                    path = place.map(_path(child, kind))
                    ground = kind == "rect" and bool(color) and _is_ground(path)
                    path = self._repaired(path) if kind == "rect" else path
                    yield Shape(QTransform(), path=path, color=color, ground=ground, clip=clip)

    def _repaired(self, path: QPainterPath) -> QPainterPath:
        """mathra 1.5 misplaces the rules between the columns of an array, never their x."""
        area, box = path.boundingRect(), self.box
        above = area.top() < box.top() - area.height() / 2
        below = area.bottom() > box.bottom() + area.width()
        if not (above or below) or area.height() <= area.width():
            return path
        repaired = QPainterPath()
        repaired.addRect(QRectF(area.left(), box.top(), area.width(), box.height()))
        return repaired


@lru_cache(maxsize=4096)
def outline_path(outline: str) -> QPainterPath:
    """A glyph's outline; glyphs repeat, so they are kept. Not to be changed."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    control = QPointF()
    for step, numbers in _STEP.findall(outline):
        values = [float(number) for number in _NUMBER.findall(numbers)]
        here = path.currentPosition()
        control = here + here - control if step == "T" else here
        match step:
            case "M":
                path.moveTo(*values)
            case "L":
                path.lineTo(*values)
            case "H":
                path.lineTo(values[0], here.y())
            case "V":
                path.lineTo(here.x(), values[0])
            case "Q":
                control = QPointF(values[0], values[1])
                path.quadTo(*values)
            case "T":
                path.quadTo(control, QPointF(*values))
            case "C":
                path.cubicTo(*values)
            case "l":
                path.lineTo(here.x() + values[0], here.y() + values[1])
            case "a":
                _arc(path, *values)
            case "Z" | "z":
                path.closeSubpath()
        if step not in "QT":
            control = path.currentPosition()
    return path


def _arc(path: QPainterPath, *values: float) -> None:
    """Half an ellipse upwards, as the bracket of a long division; there are no others."""
    (across, _, _, _, _, x, y), here = values, path.currentPosition()
    bend = here.x() + across * 4 / 3
    path.cubicTo(bend, here.y(), bend, here.y() + y, here.x() + x, here.y() + y)


def _is_ground(path: QPainterPath) -> bool:
    """A line is thinner."""
    area = path.boundingRect()
    return min(area.width(), area.height()) > _THICKEST_LINE


def _transform(text: str) -> QTransform:
    """What stands last is done first."""
    result = QTransform()
    for kind, numbers in _TRANSFORM.findall(text):
        values = [float(number) for number in _NUMBER.findall(numbers)]
        if kind == "rotate":
            result.translate(values[1], values[2])
            result.rotate(values[0])
            result.translate(-values[1], -values[2])
        elif kind == "translate":
            result.translate(values[0], values[1] if len(values) > 1 else 0)
        else:
            result.scale(values[0], values[-1])
    return result


def _nested(svg: ElementTree.Element, around: QTransform, color: str) -> _Around:
    """A picture in the picture shows only what is inside its view."""
    x, y, width, height = _numbers(svg, "x", "y", "width", "height")
    view = QRectF(*map(float, svg.get("viewBox", f"0 0 {width} {height}").split()))
    place = QTransform.fromTranslate(x, y)
    place.scale(width / (view.width() or 1), height / (view.height() or 1))
    place.translate(-view.x(), -view.y())
    place *= around
    return _Around(place, color, place.mapRect(view))


def _path(shape: ElementTree.Element, kind: str) -> QPainterPath:
    path = QPainterPath()
    match kind:
        case "path":
            path = QPainterPath(outline_path(shape.get("d", "")))
        case "rect":
            path.addRect(QRectF(*_numbers(shape, "x", "y", "width", "height")))
        case "ellipse":
            x, y, across, along = _numbers(shape, "cx", "cy", "rx", "ry")
            path.addEllipse(QPointF(x, y), across, along)
        case "polygon":
            values = [float(number) for number in _NUMBER.findall(shape.get("points", ""))]
            path.addPolygon([QPointF(*pair) for pair in zip(*[iter(values)] * 2, strict=True)])
        case _:
            x1, y1, x2, y2 = _numbers(shape, "x1", "y1", "x2", "y2")
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
    if kind == "line" or shape.get("fill") == "none":
        return _outlined(path, shape)
    return path


def _outlined(path: QPainterPath, shape: ElementTree.Element) -> QPainterPath:
    """The area that a line or a frame covers."""
    stroker = QPainterPathStroker()
    width = _STROKE_WIDTH.search(shape.get("style", ""))
    stroker.setWidth(float(width[1] if width else shape.get("stroke-width", "40")))
    if shape.get("stroke") == "none":
        stroker.setWidth(0.01)
    stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return stroker.createStroke(path)


def _color(element: ElementTree.Element, inherited: str) -> str:
    """A line has its colour as a stroke."""
    for color in (element.get("fill"), element.get("stroke")):
        if color and color not in ("none", "transparent"):
            return "" if color == "currentColor" else color
    return inherited


def _numbers(element: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(element.get(name, "0")) for name in names)
