"""An image in an answer: a card with its name and address until the user asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath

from app.ui.language import mark, tr
from app.ui.theme import RADIUS_CARD, SIZE_META, SIZE_UI
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Image
from app.ui.transcript.images import Found, place_of
from app.ui.transcript.look import Look
from app.ui.transcript.quotes import left_of, paint_quotes
from app.ui.transcript.row import Canvas, Link, Press, Row, Spot, Target, Tip
from app.ui.transcript.rows_message import paint_card

CARD_HEIGHT = 56
PADDING = 14
ICON = 20
TALLEST = 480
LONGEST_ADDRESS = 200

_ACTIONS = {"here": mark("Load image"), "web": mark("Open in browser"), "nowhere": ""}


class ImageRow(Row):
    """Nothing is read or fetched before the click on "Load image"."""

    def __init__(self, block: Image, look: Look) -> None:
        super().__init__()
        self._look = look
        self._block = block
        self._place = place_of(block.address)
        self._come: Found | None = None

    def press(self, what: str) -> None:  # noqa: ARG002
        """The user wants to see it."""
        self._look.images.load(self._block.address)

    def look_again(self) -> bool:
        come = self._look.images.come(self._block.address)
        if come is None or come is self._come:
            return False
        self._come = come
        self.changed()
        return True

    def exact(self, width: int) -> bool:
        """An image that has come is higher than its card."""
        return super().exact(width) and self._height == self._measure(width)

    def height(self, width: int) -> int:
        if not self.exact(width):
            self.changed()
        return super().height(width)

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        color = self._look.theme.border
        paint_quotes(painter, self._block.quotes, color, height=self.height(canvas.width))
        found = self._look.images.found(self._block.address)
        if found and found.image:
            self._paint_image(painter, canvas.width, found)
        else:
            self._paint_card(painter, canvas, found)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        found = self._look.images.found(self._block.address)
        if found and not found.error:
            return Tip(self._block.name) if self._block.name else None
        if self._place == "nowhere" or not self._card(width).contains(point):
            return None
        return Link(self._block.address) if self._place == "web" else Press(self, "load")

    def spots(self, width: int) -> Sequence[Spot]:
        card = self._card(width)
        target = self.target_at(card.center(), width)
        if not isinstance(target, Link | Press):
            return ()
        return [Spot(target, card, tr(_ACTIONS[self._place]))]

    def described(self) -> str:
        return self.speech()

    def markdown(self) -> str:
        return as_markdown(self._block)

    def speech(self) -> str:
        name = self._block.name
        return tr("Image: {name}", name=name) if name else tr("Image")

    def _measure(self, width: int) -> int:
        found = self._look.images.found(self._block.address)
        if found is None or found.error:
            return CARD_HEIGHT
        return self._shown_size(width, found.size).height()

    @property
    def _left(self) -> int:
        return left_of(self._block.depth, self._block.quotes)

    def _card(self, width: int) -> QRect:
        return QRect(self._left, 0, width - self._left, CARD_HEIGHT)

    def _shown_size(self, width: int, size: QSize) -> QSize:
        """In logical pixels: never enlarged, never wider than the column."""
        room = QSize(width - self._left, TALLEST)
        if size.width() <= room.width() and size.height() <= room.height():
            return size
        return size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)

    def _paint_image(self, painter: QPainter, width: int, found: Found) -> None:
        assert found.image is not None
        area = QRectF(QPoint(self._left, 0), self._shown_size(width, found.size))
        edge = QPainterPath()
        edge.addRoundedRect(area, RADIUS_CARD, RADIUS_CARD)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(edge, Qt.ClipOperation.IntersectClip)
        painter.drawImage(area, found.image)
        painter.restore()

    def _paint_card(self, painter: QPainter, canvas: Canvas, found: Found | None) -> None:
        theme = self._look.theme
        card = self._card(canvas.width)
        paint_card(painter, card, fill=theme.code, edge=theme.border)
        icon = self._look.icon("image", theme.secondary, painter, size=ICON)
        painter.drawPixmap(card.left() + PADDING, (CARD_HEIGHT - ICON) // 2, icon)
        text = card.adjusted(PADDING + ICON + 12, 9, -PADDING, -9)
        text.setRight(text.right() - self._paint_action(painter, canvas, text))
        self._paint_lines(painter, text, found)

    def _paint_lines(self, painter: QPainter, area: QRect, found: Found | None) -> None:
        theme = self._look.theme
        error = found.error if found else ""
        second = error or self._block.address[:LONGEST_ADDRESS]
        if self._place == "nowhere":
            second = tr("Not loaded: {address}", address=second)
        half = area.height() // 2
        name_font = theme.fonts.ui(SIZE_UI, QFont.Weight.Medium)
        lines = (
            (self._block.name or tr("Image"), name_font, theme.text),
            (second, theme.fonts.ui(SIZE_META), theme.error if error else theme.hint),
        )
        for number, (line, font, color) in enumerate(lines):
            shown = QFontMetrics(font).elidedText(
                line, Qt.TextElideMode.ElideMiddle, max(area.width(), 0)
            )
            painter.setFont(font)
            painter.setPen(color)
            place = QRect(area.left(), area.top() + number * half, area.width(), half)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_action(self, painter: QPainter, canvas: Canvas, area: QRect) -> int:
        """The width it takes at the right."""
        label = tr(_ACTIONS[self._place]) if _ACTIONS[self._place] else ""
        if self._look.images.loading(self._block.address):
            label = tr("Loading…")
        theme = self._look.theme
        font = theme.fonts.ui(SIZE_META, QFont.Weight.Medium)
        hovered = isinstance(canvas.hovered, Press) and canvas.hovered.row is self
        hovered = hovered or canvas.hovered == Link(self._block.address)
        painter.setFont(font)
        painter.setPen(theme.text if hovered else theme.accent)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, flags, label)
        return QFontMetrics(font).horizontalAdvance(label) + 16 if label else 0
