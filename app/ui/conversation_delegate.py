"""How the rows of the sidebar's lists are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtWidgets
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QWidget

from app.domain.conversation import Summary
from app.ui.composing import Composing
from app.ui.conversation_chips import paint_chips
from app.ui.conversation_model import ConversationModel, Role
from app.ui.conversation_rows import EmptyFolder, FolderRow, Heading
from app.ui.even_weight import even_weight
from app.ui.icons import Icons
from app.ui.language import number
from app.ui.theme import RADIUS_ITEM, SIZE_META, SIZE_SECTION, SIZE_UI, Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem

ROW_HEIGHT = 36
HEADING_HEIGHT = 32
PADDING = 12
_DOT = 7
_INDENT = 22
_ICON, _ICON_GAP = 14, 7
_EMPTY_HEIGHT = 28
# Made once: a view asks all rows for their size when one of them changes.
_SIZES = {Heading: QSize(0, HEADING_HEIGHT), EmptyFolder: QSize(0, _EMPTY_HEIGHT)}
_USUAL_SIZE = QSize(0, ROW_HEIGHT)
Index = QModelIndex | QPersistentModelIndex


class ConversationDelegate(QStyledItemDelegate):
    """Paints a heading, a folder, or a conversation in one line: title, tags, and a dot while it
    is being answered. `dropped_on` is the place of the row that would take what is dragged."""

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self.dropped_on: int | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        assert isinstance(model, ConversationModel), "made for it"
        return _SIZES.get(type(model.row_at(index.row())), _USUAL_SIZE)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Called when the editor has its filters: that for input methods comes last, so first."""
        super().setEditorData(editor, index)
        if editor.findChild(Composing) is None:
            Composing(editor)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        editor.setGeometry(row_area(option).toRect())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(Role.ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        even_weight(painter, self._theme, lambda: str(row))
        match row:
            case Heading():
                paint_heading(painter, option, row.text, self._theme)
            case EmptyFolder():
                self._paint_hint(painter, option, str(index.data()))
            case _:
                paint_ground(painter, option, bool(index.data(Role.IS_OPEN)), self._theme)
                self._paint_row(painter, option, index)
        if self.dropped_on == index.row():
            self._paint_target(painter, option)
        painter.restore()

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area = row_area(option).adjusted(PADDING, 0, -PADDING, 0)
        if index.data(Role.IS_GENERATING):
            self._paint_dot(painter, area)
            area.adjust(0, 0, -_DOT - 8, 0)
        row = index.data(Role.ROW)
        is_open = bool(index.data(Role.IS_OPEN))
        if isinstance(row, FolderRow):
            self._paint_folder(painter, area, row, is_open)
        elif isinstance(row, Summary):
            model = index.model()
            assert isinstance(model, ConversationModel), "made for it"
            if model.is_indented(index):
                area.adjust(_INDENT, 0, 0, 0)
            self._paint_conversation(painter, area, row, is_open)

    def _paint_folder(self, painter: QPainter, area: QRectF, row: FolderRow, is_open: bool) -> None:
        self._paint_icon(painter, area, "chevron-right" if row.folded else "chevron-down", -3)
        area.adjust(_ICON + 1, 0, 0, 0)
        self._paint_icon(painter, area, "folder" if row.folded else "folder-open", 0)
        area.adjust(_ICON + _ICON_GAP, 0, 0, 0)
        count = number(len(row.inside)) if row.inside else ""
        font = self._theme.fonts.ui(SIZE_SECTION)
        painter.setFont(font)
        painter.setPen(self._theme.hint)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        area.adjust(0, 0, -QFontMetrics(font).horizontalAdvance(count) - 8, 0)
        self._paint_text(painter, area, row.name, is_open)

    def _paint_conversation(
        self, painter: QPainter, area: QRectF, row: Summary, is_open: bool
    ) -> None:
        if row.pinned and row.folder:
            self._paint_icon(painter, area, "pin", 0)
            area.adjust(_ICON + 5, 0, 0, 0)
        if row.tags:
            area.adjust(0, 0, -paint_chips(painter, area, row.tags, self._theme), 0)
        self._paint_text(painter, area, row.title, is_open)

    def _paint_text(self, painter: QPainter, area: QRectF, text: str, is_open: bool) -> None:
        weight = QFont.Weight.Medium if is_open else QFont.Weight.Normal
        font = self._theme.fonts.ui(SIZE_UI, weight)
        elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
        painter.setFont(font)
        painter.setPen(self._theme.text if is_open else self._theme.secondary)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)

    def _paint_icon(self, painter: QPainter, area: QRectF, name: str, shift: int) -> None:
        device = painter.device()
        picture = self._icons.pixmap(
            name,
            self._theme.hint,
            size=_ICON,
            device_pixel_ratio=device.devicePixelRatio() if device else 1.0,
        )
        top = round(area.center().y() - _ICON / 2)
        painter.drawPixmap(QPoint(round(area.left()) + shift, top), picture)

    def _paint_dot(self, painter: QPainter, area: QRectF) -> None:
        dot = QRectF(area.right() - _DOT, area.center().y() - _DOT / 2, _DOT, _DOT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.accent)
        painter.drawEllipse(dot)

    def _paint_hint(self, painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
        painter.setFont(self._theme.fonts.ui(SIZE_META))
        painter.setPen(self._theme.hint)
        area = QRectF(option.rect).adjusted(PADDING + _INDENT, 0, -PADDING, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_target(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Where what is dragged would go."""
        ground = self._theme.accent.toRgb()
        ground.setAlphaF(0.12)
        painter.setPen(QPen(self._theme.accent, 2))
        painter.setBrush(ground)
        area = row_area(option).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(area, RADIUS_ITEM, RADIUS_ITEM)


def paint_heading(painter: QPainter, option: QStyleOptionViewItem, text: str, theme: Theme) -> None:
    painter.setFont(theme.fonts.section())
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
    if option.state & QtWidgets.QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.accent, 2))
        area.adjust(1, 1, -1, -1)
    painter.drawRoundedRect(area, RADIUS_ITEM, RADIUS_ITEM)


def _ground(option: QStyleOptionViewItem, is_open: bool, theme: Theme) -> QBrush:
    states = QtWidgets.QStyle.StateFlag
    if option.state & states.State_Selected and _several_selected(option.widget):
        return QBrush(theme.accent_soft)
    if is_open:
        return QBrush(theme.border_soft)
    if option.state & states.State_MouseOver:
        return QBrush(theme.bubble)
    return QBrush(Qt.BrushStyle.NoBrush)


def _several_selected(view: QWidget) -> bool:
    """Asked of ranges: thousands of rows may be selected."""
    assert isinstance(view, QListView), "made for lists"
    ranges = view.selectionModel().selection()
    return ranges.size() > 1 or (ranges.size() == 1 and ranges.at(0).height() > 1)


def row_area(option: QStyleOptionViewItem) -> QRectF:
    return QRectF(option.rect).adjusted(0, 2, 0, -2)
