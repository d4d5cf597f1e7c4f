"""Shows tokens one after the other, any number of them: only the lines in sight are painted."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.ui.focus_ring import paint_focus_ring
from app.ui.inspector.token_layout import CHIP_PADDING, Cell, TokenLayout
from app.ui.language import tr
from app.ui.theme import RADIUS_CARD, Theme, style_sheet
from app.ui.transcript.quiet_scroll_bar import QuietScrollBar

LINE_HEIGHT = 24
SLICE_S = 0.006
"""Seconds of laying out between two looks at what else happens."""
_CELLS_AT_ONCE = 64
_BOX_HEIGHT = 20
_PADDING = 12


@dataclass(frozen=True, slots=True)
class Tone:
    """Colours of a token: its box and its text."""

    fill: QColor
    text: QColor


class TokenCanvas(QAbstractScrollArea):
    """Signals:
    chosen(int): the number of the token that was clicked, or gone to with the arrow keys
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, tip: Callable[[int], str]) -> None:
        """`tip` says more about the token of a number."""
        super().__init__()
        self._theme = theme
        self._tip = tip
        self._tones: Mapping[str, Tone] = {}
        self._marked: Collection[int] = ()
        self.current: int | None = None
        self._layout = TokenLayout(lambda _: 0.0, 0.0)
        self._coming: Iterator[Cell] = iter(())
        self._filling = QTimer(self, interval=0)
        self._filling.timeout.connect(self._fill)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Tokens"))
        self.setVerticalScrollBar(QuietScrollBar())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().setSingleStep(2 * LINE_HEIGHT)
        self.viewport().setMouseTracking(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._font = theme.fonts.code()
        self.verticalScrollBar().setStyleSheet(style_sheet(theme))
        self.viewport().update()

    def set_tones(self, tones: Mapping[str, Tone]) -> None:
        self._tones = tones
        self.viewport().update()

    @property
    def cells(self) -> Sequence[Cell]:
        return self._layout.cells

    @property
    def complete(self) -> bool:
        """Whether all cells are there; many come in slices, the first of them at once."""
        return not self._filling.isActive()

    def show_cells(self, cells: Iterable[Cell], *, stays: bool = False) -> None:
        """Show other tokens, from the start, or with `stays` from the line that is read now."""
        top = self.verticalScrollBar().value() if stays else 0
        current = self.current if stays else None
        advance = QFontMetricsF(self._font).horizontalAdvance
        self._layout = TokenLayout(advance, self._line_width)
        self._coming = iter(cells)
        self._marked, self.current = (), None
        self._filling.start()
        self._fill()
        while not self.complete and self._layout.lines * LINE_HEIGHT < top + self.height():
            self._fill()
        if current is not None and current < len(self.cells):
            self.current = current
        self.verticalScrollBar().setValue(top)

    def _fill(self) -> None:
        """Lay out some more, for so long as nobody notices."""
        until = time.monotonic() + SLICE_S
        bottom = self.verticalScrollBar().value() + self.viewport().height()
        in_sight = self._layout.lines * LINE_HEIGHT <= bottom
        while time.monotonic() < until:
            taken = list(islice(self._coming, _CELLS_AT_ONCE))
            for cell in taken:
                self._layout.add(cell)
            if not taken:
                self._filling.stop()
                break
        self._place_bar()
        if in_sight:
            self.viewport().update()

    def mark(self, numbers: Collection[int]) -> None:
        """Frame these tokens (what was found)."""
        self._marked = numbers
        self.viewport().update()

    def go_to(self, number: int) -> None:
        """Make a token the current one and bring it into sight."""
        while number >= len(self.cells) and not self.complete:
            self._fill()
        self.current = number
        top = self._layout.line_of(number) * LINE_HEIGHT
        bar, height = self.verticalScrollBar(), self.viewport().height()
        if not bar.value() <= top <= bar.value() + height - 3 * LINE_HEIGHT:
            bar.setValue(top - height // 3)
        self.viewport().update()

    def number_at(self, point: QPoint) -> int | None:
        line = (point.y() + self.verticalScrollBar().value() - _PADDING) // LINE_HEIGHT
        return self._layout.at(line, point.x() - _PADDING)

    def place_of(self, number: int) -> QPoint:
        """The middle of a token in the viewport."""
        left, width = self._layout.span(number)
        y = _PADDING + self._layout.line_of(number) * LINE_HEIGHT + LINE_HEIGHT // 2
        return QPoint(round(_PADDING + left + width / 2), y - self.verticalScrollBar().value())

    @property
    def _line_width(self) -> int:
        return self.viewport().width() - 2 * _PADDING

    def _place_bar(self) -> None:
        viewport, bar = self.viewport(), self.verticalScrollBar()
        height = self._layout.lines * LINE_HEIGHT + 2 * _PADDING
        bar.setRange(0, max(0, height - viewport.height()))
        bar.setPageStep(max(1, viewport.height() - LINE_HEIGHT))

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._layout.set_width(self._line_width)
        self._place_bar()
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), self._theme.window)
            card = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(self._theme.border, 1))
            painter.setBrush(self._theme.code)
            painter.drawRoundedRect(card, RADIUS_CARD, RADIUS_CARD)
            painter.setClipRect(card.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setFont(self._font)
            top = self.verticalScrollBar().value() - _PADDING
            painter.translate(_PADDING, -top)
            first = max(0, (top + event.rect().top()) // LINE_HEIGHT)
            last = min(self._layout.lines - 1, (top + event.rect().bottom()) // LINE_HEIGHT)
            for line in range(first, last + 1):
                for number in self._layout.in_line(line):
                    self._paint_cell(painter, number, line * LINE_HEIGHT)
            if self.hasFocus():
                painter.resetTransform()
                painter.setClipping(False)
                paint_focus_ring(painter, self._theme, self.viewport().rect(), radius=RADIUS_CARD)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _paint_cell(self, painter: QPainter, number: int, top: float) -> None:
        cell, tone = self._layout.cells[number], self._tones[self._layout.cells[number].tone]
        left, width = self._layout.span(number)
        box = QRectF(left, top + (LINE_HEIGHT - _BOX_HEIGHT) / 2, width, _BOX_HEIGHT)
        radius = _BOX_HEIGHT / 2 if cell.chip else 3.0
        painter.setPen(self._frame(number, cell))
        painter.setBrush(tone.fill)
        painter.drawRoundedRect(box, radius, radius)
        painter.setPen(tone.text)
        metrics = painter.fontMetrics()
        baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
        indent = CHIP_PADDING if cell.chip else 0
        painter.drawText(QPointF(left + indent, baseline), cell.text)

    def _frame(self, number: int, cell: Cell) -> QPen:
        if number == self.current:
            return QPen(self._theme.accent, 2)
        if number in self._marked:
            return QPen(self._theme.warning, 1.5)
        return QPen(self._theme.border if cell.chip else self._theme.border_soft)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position().toPoint())
        self.viewport().setToolTip("" if number is None else self._tip(number))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and number is not None:
            self._choose(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._layout.cells:
            super().keyPressEvent(event)
            return
        number = 0 if self.current is None else self.current + step
        self._choose(min(max(number, 0), len(self._layout.cells) - 1))

    def _choose(self, number: int) -> None:
        self.go_to(number)
        self.chosen.emit(number)
