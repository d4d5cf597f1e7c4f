"""What can be clicked inside a card: buttons, and quiet words that show more or copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen

from app.ui.language import mark, tr
from app.ui.theme import RADIUS_ITEM, SIZE_META, SIZE_UI
from app.ui.transcript.look import Look
from app.ui.transcript.row import Act, Canvas, CopyCode, Row, Spot, Target, Unfold

BUTTON_HEIGHT = 28
BUTTON_GAP = 8
CAPTION_HEIGHT = 18
COPIED = mark("Copied ✓")
HOVERED_OPACITY = 0.94
"""Of the accent under the mouse; more would leave its label hard to read."""


@dataclass(frozen=True, slots=True)
class Button:
    """`primary` has the accent; a `quiet` one is words without a border."""

    act: Act
    label: str
    kind: Literal["primary", "plain", "quiet"] = "plain"


class ButtonsRow(Row):
    """Buttons side by side, on as many lines as they need."""

    def __init__(
        self, look: Look, buttons: tuple[Button, ...], *, right: bool = False, indent: int = 0
    ) -> None:
        """`indent` pixels stay free at the left; `right` puts everything at the other side."""
        super().__init__()
        self._look = look
        self.buttons = buttons
        self._right = right
        self._indent = indent
        self._font = look.theme.fonts.ui(SIZE_UI, QFont.Weight.Medium)

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        for button, area in self._areas(canvas.width):
            self._paint_button(painter, button, area, hovered=canvas.hovered == button.act)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        areas = self._areas(width)
        return next((button.act for button, area in areas if area.contains(point)), None)

    def spots(self, width: int) -> Sequence[Spot]:
        return [Spot(button.act, area, button.label) for button, area in self._areas(width)]

    def _measure(self, width: int) -> int:
        lines = len(self._lines(width))
        return lines * BUTTON_HEIGHT + (lines - 1) * BUTTON_GAP

    def _lines(self, width: int) -> list[list[tuple[Button, int]]]:
        """The buttons of each line with their widths."""
        metrics = QFontMetrics(self._font)
        lines: list[list[tuple[Button, int]]] = [[]]
        left = self._indent
        for button in self.buttons:
            padding = 16 if button.kind == "quiet" else 28
            wide = metrics.horizontalAdvance(button.label) + padding
            if lines[-1] and left + wide > width:
                lines.append([])
                left = self._indent
            lines[-1].append((button, wide))
            left += wide + BUTTON_GAP
        return lines

    def _areas(self, width: int) -> Iterator[tuple[Button, QRect]]:
        top = 0
        for line in self._lines(width):
            total = sum(wide + BUTTON_GAP for _, wide in line) - BUTTON_GAP
            left = width - total if self._right else self._indent
            for button, wide in line:
                yield button, QRect(left, top, wide, BUTTON_HEIGHT)
                left += wide + BUTTON_GAP
            top += BUTTON_HEIGHT + BUTTON_GAP

    def _paint_button(
        self, painter: QPainter, button: Button, area: QRect, *, hovered: bool
    ) -> None:
        theme = self._look.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        primary, quiet = button.kind == "primary", button.kind == "quiet"
        resting = theme.accent if primary else theme.raised
        if not quiet or hovered:
            edge = theme.accent if primary else theme.bubble if quiet else theme.border
            painter.setPen(QPen(edge, 1))
            painter.setBrush(theme.bubble if hovered and not primary else resting)
            outline = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setOpacity(HOVERED_OPACITY if primary and hovered else 1)
            painter.drawRoundedRect(outline, RADIUS_ITEM, RADIUS_ITEM)
        painter.setOpacity(1)
        color = theme.on_accent if primary else theme.secondary if quiet else theme.text
        painter.setPen(color)
        painter.setFont(self._font)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, button.label)
        painter.restore()


@dataclass(frozen=True, slots=True)
class Word:
    """A word to click."""

    target: Unfold | CopyCode
    label: str


class CaptionRow(Row):
    """What follows below, in small letters, with words to click at its right."""

    def __init__(self, look: Look, label: str, words: tuple[Word, ...] = ()) -> None:
        super().__init__()
        self._look = look
        self._label = label
        self._words = words
        self._copied = tr(COPIED)

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        painter.setFont(theme.fonts.ui(SIZE_META, QFont.Weight.Medium))
        painter.setPen(theme.hint)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(0, 0, canvas.width, CAPTION_HEIGHT), middle, self._label)
        painter.setFont(theme.fonts.ui(SIZE_META))
        for word, area in self._areas(canvas.width):
            done = canvas.done == word.target
            hovered = canvas.hovered == word.target
            painter.setPen(theme.ok if done else theme.text if hovered else theme.secondary)
            flags = middle | Qt.AlignmentFlag.AlignRight
            painter.drawText(area, flags, self._copied if done else word.label)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        areas = self._areas(width)
        return next((word.target for word, area in areas if area.contains(point)), None)

    def spots(self, width: int) -> Sequence[Spot]:
        words = reversed(list(self._areas(width)))
        return [Spot(word.target, area, f"{word.label}, {self._label}") for word, area in words]

    def speech(self) -> str:
        return self._label

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return CAPTION_HEIGHT

    def _areas(self, width: int) -> Iterator[tuple[Word, QRect]]:
        """Wide enough for what a word becomes once it was clicked."""
        metrics = QFontMetrics(self._look.theme.fonts.ui(SIZE_META))
        right = width
        for word in reversed(self._words):
            copies = isinstance(word.target, CopyCode)
            wide = metrics.horizontalAdvance(self._copied if copies else word.label)
            yield word, QRect(right - wide, 0, wide, CAPTION_HEIGHT)
            right -= wide + 14


class MoreRow(Row):
    """A line that shows more of what is above it, or less again."""

    gap = 4

    def __init__(self, look: Look, target: Unfold, label: str) -> None:
        super().__init__()
        self._look = look
        self._target = target
        self._label = label

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        painter.setFont(theme.fonts.ui(SIZE_META, QFont.Weight.Medium))
        painter.setPen(theme.text if canvas.hovered == self._target else theme.accent)
        area = QRect(0, 0, canvas.width, CAPTION_HEIGHT + 2)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._label)

    def target_at(self, point: QPoint, width: int) -> Target | None:  # noqa: ARG002
        font = self._look.theme.fonts.ui(SIZE_META, QFont.Weight.Medium)
        wide = QFontMetrics(font).horizontalAdvance(self._label)
        return self._target if 0 <= point.x() <= wide else None

    def spots(self, width: int) -> Sequence[Spot]:
        return [Spot(self._target, QRect(0, 0, width, CAPTION_HEIGHT + 2), self._label)]

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return CAPTION_HEIGHT + 2
