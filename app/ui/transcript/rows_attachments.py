"""The files of a question, above its bubble: a click opens one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from app.domain.attachments import Attachment
from app.ui.attachment_text import ICONS, detail_text
from app.ui.language import tr
from app.ui.theme import RADIUS_CARD, SIZE_META, SIZE_UI
from app.ui.transcript.look import Look
from app.ui.transcript.positions import characters
from app.ui.transcript.row import Act, Canvas, Row, Target

_HEIGHT = 34
_GAP = 6
_PADDING = 10
_ICON = 16
_WIDEST_NAME = 260


class AttachmentsRow(Row):
    """Chips at the right, as many beside each other as fit."""

    gap = _GAP

    def __init__(self, look: Look, attachments: Sequence[Attachment]) -> None:
        super().__init__()
        self._look = look
        self._files = tuple((one.name, detail_text(one), ICONS[one.kind]) for one in attachments)
        fonts = look.theme.fonts
        self._name_font, self._detail_font = fonts.ui(SIZE_UI), fonts.ui(SIZE_META)
        names = QFontMetrics(self._name_font)
        elide = Qt.TextElideMode.ElideMiddle
        self._names = [names.elidedText(name, elide, _WIDEST_NAME) for name, _, _ in self._files]

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        found = {self._number_at(mark.start): mark.color for mark in canvas.highlights}
        for number, area in enumerate(self._areas(canvas.width)):
            hovered = canvas.hovered == _target(number)
            ground = self._look.theme.bubble if hovered else self._look.theme.raised
            # The name may be elided, so the whole chip is what was found.
            self._paint_chip(painter, number, area, found.get(number, ground))
        painter.restore()

    def _paint_chip(self, painter: QPainter, number: int, area: QRect, ground: QColor) -> None:
        theme = self._look.theme
        _, detail, icon_name = self._files[number]
        painter.setPen(theme.border)
        painter.setBrush(ground)
        shape = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(shape, RADIUS_CARD, RADIUS_CARD)
        icon = self._look.icon(icon_name, theme.secondary, painter, size=_ICON)
        top = area.top() + (_HEIGHT - _ICON) // 2
        painter.drawPixmap(QPoint(area.left() + _PADDING, top), icon)
        words = area.adjusted(_PADDING + _ICON + 6, 0, -_PADDING, 0)
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._name_font)
        painter.setPen(theme.text)
        painter.drawText(words, vertical, self._names[number])
        painter.setFont(self._detail_font)
        painter.setPen(theme.hint)
        painter.drawText(words, vertical | Qt.AlignmentFlag.AlignRight, detail)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        for number, area in enumerate(self._areas(width)):
            if area.contains(point):
                return _target(number)
        return None

    def plain_text(self) -> str:
        return "\n".join(name.replace("\n", " ") for name, _, _ in self._files)

    def caret_at(self, position: int, width: int) -> QRect:
        area = self._areas(width)[self._number_at(position)]
        return QRect(area.left(), area.top(), 1, area.height())

    def _number_at(self, position: int) -> int:
        """Which file's name a position is in."""
        text = self.plain_text()
        return text.count("\n", 0, characters(text, position))

    def speech(self) -> str:
        return "\n".join(f"{name}, {detail}" for name, detail, _ in self._files)

    def described(self) -> str:
        return tr("Attached file") if len(self._files) == 1 else tr("Attached files")

    def _measure(self, width: int) -> int:
        areas = self._areas(width)
        return areas[-1].bottom() + 1

    def _areas(self, width: int) -> list[QRect]:
        """Lines are filled from the left, then pushed to the right."""
        lines: list[list[int]] = [[]]
        for chip_width in self._chip_widths(width):
            if lines[-1] and sum(lines[-1]) + _GAP * len(lines[-1]) + chip_width > width:
                lines.append([])
            lines[-1].append(chip_width)
        areas: list[QRect] = []
        for number, line in enumerate(lines):
            left = width - sum(line) - _GAP * (len(line) - 1)
            for chip_width in line:
                areas.append(QRect(left, number * (_HEIGHT + _GAP), chip_width, _HEIGHT))
                left += chip_width + _GAP
        return areas

    def _chip_widths(self, width: int) -> list[int]:
        names, details = QFontMetrics(self._name_font), QFontMetrics(self._detail_font)
        around = 2 * _PADDING + _ICON + 6 + 12
        return [
            min(names.horizontalAdvance(name) + details.horizontalAdvance(detail) + around, width)
            for name, (_, detail, _) in zip(self._names, self._files, strict=True)
        ]


def _target(number: int) -> Act:
    return Act("attachment", str(number))
