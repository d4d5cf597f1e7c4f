"""The sidebar's list: opens, renames in place and deletes conversations."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.conversation_model import ConversationModel, Role
from app.ui.theme import RADIUS_ITEM, SIZE_SECTION, SIZE_UI, Theme

_ROW_HEIGHT = 36
_HEADING_HEIGHT = 32
_PADDING = 12
_DOT = 7


class ConversationList(QListView):
    """Click or Enter opens, F2 renames, Delete moves to the trash; the menu offers the same.

    Signals:
        opened(str): this conversation is to be shown
        deleted(str): this conversation goes to the trash
        rename_ended(): the editor in the list is gone
    """

    opened = Signal(str)
    deleted = Signal(str)
    rename_ended = Signal()

    def __init__(self, model: ConversationModel, theme: Theme) -> None:
        super().__init__()
        self._model = model
        self._delegate = ConversationDelegate(theme)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Conversations"))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.clicked.connect(self._open)
        self._delegate.closeEditor.connect(self.rename_ended)

    def set_theme(self, theme: Theme) -> None:
        self._delegate.set_theme(theme)
        self.viewport().update()

    @property
    def renaming(self) -> bool:
        return self.state() == QListView.State.EditingState

    def menu_for(self, index: QModelIndex) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = menu.addAction(self.tr("Rename"), lambda: self.edit(index))
        rename.setShortcut(QKeySequence("F2"))
        delete = menu.addAction(self.tr("Move to the trash"), lambda: self._delete(index))
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self._model.conversation_id(index) is None or self.renaming:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_F2:
            self.edit(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._delete(index)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start on the conversation that is open, or on the first one."""
        super().focusInEvent(event)
        if self._model.conversation_id(self.currentIndex()) is None and self._model.rowCount() > 1:
            self.setCurrentIndex(self._model.index(1))

    def _open(self, index: QModelIndex) -> None:
        if conversation_id := self._model.conversation_id(index):
            self.opened.emit(conversation_id)

    def _delete(self, index: QModelIndex) -> None:
        if conversation_id := self._model.conversation_id(index):
            self.deleted.emit(conversation_id)

    def _on_menu_requested(self, position: QPoint) -> None:
        """`position` is in the viewport; for the menu key Qt gives the current row's."""
        index = self.indexAt(position)
        if self._model.conversation_id(index) is not None:
            self.menu_for(index).popup(self.viewport().mapToGlobal(position))


class ConversationDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, _HEADING_HEIGHT if index.data(Role.IS_HEADING) else _ROW_HEIGHT)

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        editor.setGeometry(_row_area(option).toRect())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(Role.IS_HEADING):
            self._paint_heading(painter, option, str(index.data()))
        else:
            self._paint_ground(painter, option, bool(index.data(Role.IS_OPEN)))
            self._paint_title(painter, option, index)
        painter.restore()

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
        font = self._theme.fonts.ui(SIZE_SECTION, QFont.Weight.DemiBold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.4)
        painter.setFont(font)
        painter.setPen(self._theme.hint)
        area = QRectF(option.rect).adjusted(_PADDING, 0, -_PADDING, -6)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, text)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, is_open: bool) -> None:
        state = option.state
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if is_open or hovered:
            painter.setBrush(self._theme.border_soft if is_open else self._theme.bubble)
        area = _row_area(option)
        if focused:
            painter.setPen(QPen(self._theme.accent, 2))
            area.adjust(1, 1, -1, -1)
        painter.drawRoundedRect(area, RADIUS_ITEM, RADIUS_ITEM)

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
        area = _row_area(option).adjusted(_PADDING, 0, -_PADDING, 0)
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


def _row_area(option: QStyleOptionViewItem) -> QRectF:
    return QRectF(option.rect).adjusted(0, 2, 0, -2)
