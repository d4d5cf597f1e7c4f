"""A card that folds: a header to click, and below it rows of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.ui.theme import GAP_ROW, SIZE_UI
from app.ui.transcript.card import PADDING, CardRow, text_of
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row, Spot, Target, Toggle, Unfold
from app.ui.transcript.rows_message import HeadRow

HEADER_HEIGHT = 34
BODY_GUESS = 220
CHEVRON = 16
GAP_CARDS = 6
"""Between cards, and below the head of the answer; text keeps as far away as from text."""


@dataclass(slots=True)
class RowState:
    """What outlives a row that is made again: the user's choices, and since when something runs.

    `open` is None while nothing was decided; `unfolded` are parts that show more than at first.
    `editor_height` is the room an editor takes in the row. Changed in place by the row.
    """

    open: bool | None = None
    unfolded: set[str] = field(default_factory=set)
    since_s: float | None = None
    editor_height: int = 0

    def toggle(self, part: str) -> None:
        self.unfolded ^= {part}


class FoldingRow(CardRow):
    """The user's choice, once made, holds over what the row would do by itself."""

    gap = GAP_CARDS
    _always_a_card = False

    def __init__(self, look: Look, state: RowState) -> None:
        super().__init__(look)
        self._state = state

    def stand_below(self, above: Row) -> None:
        """Keep the distance from this row."""
        self.gap = GAP_CARDS if isinstance(above, FoldingRow | HeadRow) else GAP_ROW

    @property
    def open(self) -> bool:
        return self._opens_itself if self._state.open is None else self._state.open

    def toggle(self, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B008
        if isinstance(target, Unfold):
            self._state.toggle(target.part)
        else:
            self._state.open = not self.open
        self._fill()
        self.changed()

    def plain_text(self) -> str:
        """The same whether it is open or closed."""
        inside = self._inside()
        if not self.rows:  # nobody sees them: they may become what they are when it is opened
            for row in inside:
                row.look_again()
        return text_of(inside)

    @property
    def text_waiting(self) -> bool:
        return any(row.text_waiting for row in self._inside())

    @abstractmethod
    def _inside(self) -> Sequence[Row]:
        """The rows of an open body."""

    @property
    @abstractmethod
    def _opens_itself(self) -> bool: ...

    @abstractmethod
    def _fill(self) -> None:
        """Make the rows inside that are to show."""

    @abstractmethod
    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None: ...

    @property
    def _inset(self) -> int:
        return HEADER_HEIGHT

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        self.height(canvas.width)
        if self._always_a_card or self._stack.rows:
            super().paint(painter, canvas)
        self._paint_header(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        return Toggle() if point.y() < HEADER_HEIGHT else super().target_at(point, width)

    def spots(self, width: int) -> Sequence[Spot]:
        header = Spot(Toggle(), QRect(0, 0, width, HEADER_HEIGHT), self.described(), self.open)
        return [header, *super().spots(width)]

    def _estimate(self, width: int) -> int:
        return HEADER_HEIGHT + BODY_GUESS if self.rows else self._measure(width)

    def _paint_dot(self, painter: QPainter, color: QColor, diameter: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        radius = diameter / 2
        left, top = PADDING - radius, HEADER_HEIGHT / 2 - radius
        painter.drawEllipse(QRectF(left, top, diameter, diameter))
        painter.restore()

    def _paint_title(self, painter: QPainter, canvas: Canvas, title: str, *, right: int) -> None:
        """The title with its chevron, between the dot and `right`."""
        theme = self._look.theme
        color = theme.text if canvas.hovered == Toggle() else theme.secondary
        left = PADDING + 12
        painter.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.Medium))
        painter.setPen(color)
        metrics = painter.fontMetrics()
        room = right - left - CHEVRON - 6
        elided = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
        area = QRect(left, 0, right - left, HEADER_HEIGHT)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, elided)
        left += metrics.horizontalAdvance(elided) + 6
        name = "chevron-down" if self.open else "chevron-right"
        icon = self._look.icon(name, color, painter, size=CHEVRON)
        painter.drawPixmap(QPoint(left, (HEADER_HEIGHT - CHEVRON) // 2), icon)
