"""The rows of the trash: a title, and how long it stays."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.conversation_delegate import PADDING, paint_ground, row_area
from app.ui.even_weight import even_weight
from app.ui.theme import SIZE_META, SIZE_UI, Theme

LEFT = Qt.ItemDataRole.UserRole + 1
"""How long it stays, in words."""
_HEIGHT = 54
_LINE = 19


class TrashDelegate(QStyledItemDelegate):
    """Two lines to each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, _HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = self._theme
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        even_weight(painter, theme, lambda: str(index.data()))
        paint_ground(painter, option, is_selected, theme)
        area = row_area(option).adjusted(PADDING, 6, -PADDING, -6)
        font = theme.fonts.ui(SIZE_UI)
        title = QFontMetrics(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, int(area.width())
        )
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(theme.text if is_selected else theme.secondary)
        line = QRectF(area.left(), area.top(), area.width(), _LINE)
        painter.drawText(line, middle, title)
        painter.setFont(theme.fonts.ui(SIZE_META))
        painter.setPen(theme.hint)
        painter.drawText(line.translated(0, _LINE), middle, str(index.data(LEFT)))
        painter.restore()
