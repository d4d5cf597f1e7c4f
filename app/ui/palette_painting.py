"""How an entry of the palette looks: icon, text with the letters found, and what it is."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate

from app.ui.even_weight import even_weight
from app.ui.icons import ICON_SIZE, Icons
from app.ui.palette_entry import Entry
from app.ui.theme import RADIUS_ITEM, SIZE_META, SIZE_UI, Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem

ENTRY = Qt.ItemDataRole.UserRole
PLACES = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT = 36
_EDGE = 10


class EntryPainter(QStyledItemDelegate):
    """An icon, the entry's text with the letters that fit, and a hint at the right."""

    def __init__(self, theme: Theme, icons: Icons, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self._theme = theme
        self._icons = icons

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, ROW_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, icons, entry = self._theme, self._icons, index.data(ENTRY)
        area: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        even_weight(painter, theme, lambda: f"{entry.text}{entry.hint}")
        if option.state & QtWidgets.QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bubble)
            painter.drawRoundedRect(area, RADIUS_ITEM, RADIUS_ITEM)
        ratio = painter.device().devicePixelRatioF()
        pixmap = icons.pixmap(entry.icon, theme.secondary, device_pixel_ratio=ratio)
        painter.drawPixmap(area.left() + _EDGE, area.center().y() - ICON_SIZE // 2 + 1, pixmap)
        inside = area.adjusted(2 * _EDGE + ICON_SIZE, 0, -_EDGE, 0)
        left = self._paint_hint(painter, inside, entry, theme)
        inside.setRight(left - _EDGE)
        _paint_text(painter, inside, entry.text, index.data(PLACES), theme)
        painter.restore()

    def _paint_hint(self, painter: QPainter, area: QRect, entry: Entry, theme: Theme) -> int:
        """At the right; returns where it begins."""
        painter.setFont(theme.fonts.ui(SIZE_META))
        painter.setPen(theme.hint)
        at_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, at_right, entry.hint)
        return area.right() - painter.fontMetrics().horizontalAdvance(entry.hint)


def _paint_text(
    painter: QPainter, area: QRect, text: str, places: tuple[int, ...], theme: Theme
) -> None:
    """Letters that were found are in the accent colour; what does not fit is cut off."""
    font = theme.fonts.ui(SIZE_UI)
    bold = theme.fonts.ui(SIZE_UI, QFont.Weight.DemiBold)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    x = area.left()
    for found, letters in groupby(enumerate(shown), key=lambda pair: pair[0] in places):
        piece = "".join(letter for _, letter in letters)
        painter.setFont(bold if found else font)
        painter.setPen(theme.accent if found else theme.text)
        width = painter.fontMetrics().horizontalAdvance(piece)
        rest = QRect(x, area.top(), area.right() - x + 1, area.height())
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, piece)
        x += width
