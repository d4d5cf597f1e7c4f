"""The details of a receipt: for each round a bar of where its prompt came from, and the figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath

from app.ui.language import mark, number, tr
from app.ui.theme import SIZE_META, Theme
from app.ui.transcript.look import Look
from app.ui.transcript.receipts import Cost, Source
from app.ui.transcript.row import Canvas, Row
from app.ui.transcript.rows_message import paint_card

PADDING = 16
BAR_HEIGHT = 8
LINE = 20
NAME_WIDTH = 96
DOT = 8
_NAMED = {
    "reused": mark("{count} reused"),
    "read ahead": mark("{count} read ahead"),
    "from disk": mark("{count} from disk"),
    "read": mark("{count} read"),
}
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where a piece of text stands."""

    area: QRect
    text: str
    strong: bool = False
    dim: bool = False


class ReceiptRow(Row):
    """Nothing in it can be clicked."""

    gap = 4

    def __init__(self, look: Look, costs: tuple[Cost, ...]) -> None:
        super().__init__()
        self._look = look
        self._costs = costs

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        card = QRect(0, 0, canvas.width, self.height(canvas.width))
        paint_card(painter, card, fill=theme.code, edge=theme.border)
        top = PADDING
        for cost in self._costs:
            self._paint_bar(painter, cost, self._bar(cost, top, canvas.width))
            self._paint_legend(painter, cost, top, canvas.width)
            for placed in self._texts(cost, top, canvas.width):
                self._paint_text(painter, placed)
            top += self._cost_height(cost, canvas.width) + PADDING

    def speech(self) -> str:
        return "\n".join(line for cost in self._costs for line in _spoken(cost))

    def _measure(self, width: int) -> int:
        return PADDING + sum(self._cost_height(cost, width) + PADDING for cost in self._costs)

    # ---- places

    def _bar(self, cost: Cost, top: int, width: int) -> QRect:
        heading = LINE + 4 if cost.heading else 0
        return QRect(PADDING, top + heading, width - 2 * PADDING, BAR_HEIGHT)

    def _cost_height(self, cost: Cost, width: int) -> int:
        texts = list(self._texts(cost, 0, width))
        return max(text.area.bottom() + 1 for text in texts)

    def _texts(self, cost: Cost, top: int, width: int) -> Iterator[_Placed]:
        """Heading and figures, the first line of which stands below the legend."""
        bar = self._bar(cost, top, width)
        if cost.heading:
            yield _Placed(QRect(PADDING, top, bar.width(), LINE), cost.heading, strong=True)
        legend = list(self._legend(cost, top, width))
        y = (legend[-1][1].bottom() + 1 if legend else bar.bottom() + 1) + 8
        room = width - 2 * PADDING - NAME_WIDTH
        metrics = QFontMetrics(self._font())
        for name, text in cost.lines:
            needed = metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAPPED, text).height()
            height = max(LINE, needed + LINE - metrics.height())
            yield _Placed(QRect(PADDING, y, NAME_WIDTH, LINE), name, dim=True)
            yield _Placed(QRect(PADDING + NAME_WIDTH, y, room, height), text)
            y += height

    def _legend(self, cost: Cost, top: int, width: int) -> Iterator[tuple[Source, QRect]]:
        """Where each source is named; more than fit stand on another line."""
        metrics = QFontMetrics(self._font())
        x, y = PADDING, self._bar(cost, top, width).bottom() + 7
        for source in _present(cost):
            needed = DOT + 6 + metrics.horizontalAdvance(_named(source)) + 18
            if x > PADDING and x + needed > width - PADDING:
                x, y = PADDING, y + LINE
            yield source, QRect(x, y, needed, LINE)
            x += needed

    # ---- painting

    def _paint_bar(self, painter: QPainter, cost: Cost, area: QRect) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(area), BAR_HEIGHT / 2, BAR_HEIGHT / 2)
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        painter.fillRect(area, self._look.theme.border)
        left = float(area.left())
        for source in _present(cost):
            share = area.width() * source.tokens / max(cost.prompt, 1)
            painter.fillRect(
                QRectF(left, area.top(), max(share, 2), BAR_HEIGHT),
                source_color(self._look.theme, source.name),
            )
            left += share
        painter.restore()

    def _paint_legend(self, painter: QPainter, cost: Cost, top: int, width: int) -> None:
        theme = self._look.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        for source, area in self._legend(cost, top, width):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(source_color(theme, source.name))
            corner = area.topLeft() + QPoint(0, (LINE - DOT) // 2)
            painter.drawRoundedRect(QRectF(corner.x(), corner.y(), DOT, DOT), 2, 2)
            painter.setPen(theme.secondary)
            words = area.adjusted(DOT + 6, 0, 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, _named(source))
        painter.restore()

    def _paint_text(self, painter: QPainter, placed: _Placed) -> None:
        theme = self._look.theme
        weight = QFont.Weight.DemiBold if placed.strong else QFont.Weight.Normal
        painter.setFont(theme.fonts.ui(SIZE_META, weight))
        painter.setPen(theme.hint if placed.dim else theme.text)
        offset = (LINE - QFontMetrics(self._font()).height()) // 2
        painter.drawText(placed.area.adjusted(0, offset, 0, 0), _WRAPPED, placed.text)

    def _font(self) -> QFont:
        return self._look.theme.fonts.ui(SIZE_META)


def source_color(theme: Theme, name: str) -> QColor:
    """The colour of a source of prompt tokens, the same wherever it is drawn."""
    if name == "read ahead":
        color = QColor(theme.accent)
        color.setAlphaF(0.45)
        return color
    return {"reused": theme.accent, "from disk": theme.ok, "read": theme.warning}[name]


def _present(cost: Cost) -> list[Source]:
    return [source for source in cost.sources if source.tokens]


def _spoken(cost: Cost) -> Iterator[str]:
    if cost.heading:
        yield cost.heading
    if sources := [_named(source) for source in _present(cost)]:
        yield ", ".join(sources)
    yield from (tr("{name}: {value}", name=name, value=text) for name, text in cost.lines)


def _named(source: Source) -> str:
    return tr(_NAMED[source.name], count=number(source.tokens))
