"""How the rows of the sidebar's lists are painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.conversation_model import ConversationModel, Role
from app.ui.theme import RADIUS_ITEM, SIZE_SECTION, SIZE_UI, Theme

ROW_HEIGHT = 36
HEADING_HEIGHT = 32
PADDING = 12
_DOT = 7


class ConversationDelegate(QStyledItemDelegate):
    """Paints a heading, or one line: title, with a dot while it is being answered."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        model = index.model()
        assert isinstance(model, ConversationModel), "made for it"
        return QSize(0, HEADING_HEIGHT if model.is_heading(index.row()) else ROW_HEIGHT)

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        editor.setGeometry(row_area(option).toRect())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(Role.IS_HEADING):
            paint_heading(painter, option, str(index.data()), self._theme)
        else:
            paint_ground(painter, option, bool(index.data(Role.IS_OPEN)), self._theme)
            self._paint_title(painter, option, index)
        painter.restore()

    def _paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        is_open = bool(index.data(Role.IS_OPEN))
        font = self._theme.fonts.ui(
            SIZE_UI, QFont.Weight.Medium if is_open else QFont.Weight.Normal
        )
        area = row_area(option).adjusted(PADDING, 0, -PADDING, 0)
        if index.data(Role.IS_GENERATING):
            self._paint_dot(painter, area)
            area.adjust(0, 0, -_DOT - 8, 0)
        title = QFontMetrics(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, int(area.width())
        )
        painter.setFont(font)
        painter.setPen(self._theme.text if is_open else self._theme.secondary)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)

    def _paint_dot(self, painter: QPainter, area: QRectF) -> None:
        dot = QRectF(area.right() - _DOT, area.center().y() - _DOT / 2, _DOT, _DOT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.accent)
        painter.drawEllipse(dot)


def paint_heading(painter: QPainter, option: QStyleOptionViewItem, text: str, theme: Theme) -> None:
    font = theme.fonts.ui(SIZE_SECTION, QFont.Weight.DemiBold)
    font.setCapitalization(QFont.Capitalization.AllUppercase)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.4)
    painter.setFont(font)
    painter.setPen(theme.hint)
    area = QRectF(option.rect).adjusted(PADDING, 0, -PADDING, -6)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, text)


def paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, is_open: bool, theme: Theme
) -> None:
    """What is open, selected with others, under the mouse, or has the keyboard."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_ground(option, is_open, theme))
    area = row_area(option)
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.accent, 2))
        area.adjust(1, 1, -1, -1)
    painter.drawRoundedRect(area, RADIUS_ITEM, RADIUS_ITEM)


def _ground(option: QStyleOptionViewItem, is_open: bool, theme: Theme) -> QBrush:
    if option.state & QStyle.StateFlag.State_Selected and _several_selected(option.widget):
        return QBrush(theme.accent_soft)
    if is_open:
        return QBrush(theme.border_soft)
    if option.state & QStyle.StateFlag.State_MouseOver:
        return QBrush(theme.bubble)
    return QBrush(Qt.BrushStyle.NoBrush)


def _several_selected(view: QWidget) -> bool:
    """Asked of ranges: thousands of rows may be selected."""
    assert isinstance(view, QListView), "made for lists"
    ranges = view.selectionModel().selection()
    return ranges.size() > 1 or (ranges.size() == 1 and ranges.at(0).height() > 1)


def row_area(option: QStyleOptionViewItem) -> QRectF:
    return QRectF(option.rect).adjusted(0, 2, 0, -2)
