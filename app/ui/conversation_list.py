"""The sidebar's list: opens, renames in place, pins and deletes conversations."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QListView, QMenu

from app.domain.conversation import Summary
from app.ui.conversation_delegate import ConversationDelegate
from app.ui.conversation_model import ConversationModel
from app.ui.language import tr
from app.ui.theme import Theme, style_sheet

_SELECTING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier


class ConversationList(QListView):
    """Click or Enter opens, F2 renames, Delete moves to the trash; the menu offers the same. With
    Shift or Ctrl several are selected, for what the menu can do with several.

    Signals:
        opened(str): this conversation is to be shown
        deleted(list[str]): these conversations go to the trash
        pinned(list[str], bool): these conversations are to stay at the top, or no longer
        rename_ended(): the editor in the list is gone
    """

    opened = Signal(str)
    deleted = Signal(list)
    pinned = Signal(list, bool)
    rename_ended = Signal()

    def __init__(self, model: ConversationModel, theme: Theme) -> None:
        super().__init__()
        self._model = model
        self._theme = theme
        self._delegate = ConversationDelegate(theme)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(tr("Conversations"))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.clicked.connect(self._on_clicked)
        self.selectionModel().selectionChanged.connect(self.viewport().update)
        self._delegate.closeEditor.connect(self.rename_ended)
        model.looks_changed.connect(self.viewport().update)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._delegate.set_theme(theme)
        self.viewport().update()

    @property
    def renaming(self) -> bool:
        return self.state() == QListView.State.EditingState

    @property
    def selected(self) -> list[Summary]:
        """The selected conversations, from the top."""
        indexes = sorted(self.selectedIndexes(), key=QModelIndex.row)
        found = [self._model.summary(index) for index in indexes]
        return [summary for summary in found if summary is not None]

    def select(self, ids: Collection[str]) -> None:
        """Select these again, after the rows have changed."""
        for id in ids:
            index = self._model.index_of(id)
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)

    def menu_for(self, index: QModelIndex) -> QMenu:
        """For a row; for all that is selected when the row is."""
        summaries = self._summaries_at(index)
        menu = QMenu(self)
        menu.setStyleSheet(style_sheet(self._theme))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(summaries) == 1:
            rename = menu.addAction(tr("Rename"), lambda: self.edit(index))
            rename.setShortcut(QKeySequence("F2"))
        if any(not summary.temporary for summary in summaries):
            self._add_pin(menu, summaries)
        delete = menu.addAction(self._delete_label(summaries), lambda: self._delete(summaries))
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        return menu

    def _add_pin(self, menu: QMenu, summaries: list[Summary]) -> None:
        pin = not all(summary.pinned or summary.temporary for summary in summaries)
        ids = [summary.id for summary in summaries]
        label = tr("Pin") if pin else tr("Unpin")
        menu.addAction(label, lambda: self.pinned.emit(ids, pin))

    def _delete_label(self, summaries: list[Summary]) -> str:
        if all(summary.temporary for summary in summaries):
            return tr("Delete for good")
        if len(summaries) == 1:
            return tr("Move to the trash")
        return tr("Move {number} to the trash").format(number=len(summaries))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self._model.conversation_id(index) is None or self.renaming:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_F2:
            self.edit(index)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._delete(self._summaries_at(index))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start on the conversation that is open, or on the first one."""
        super().focusInEvent(event)
        if self._model.conversation_id(self.currentIndex()) is None and self._model.rowCount() > 1:
            self.setCurrentIndex(self._model.index(1))

    def _summaries_at(self, index: QModelIndex) -> list[Summary]:
        """What is done with a row is done with the whole selection it is in."""
        if self.selectionModel().isSelected(index):
            return self.selected
        summary = self._model.summary(index)
        return [summary] if summary else []

    def _on_clicked(self, index: QModelIndex) -> None:
        if not QApplication.keyboardModifiers() & _SELECTING:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        if conversation_id := self._model.conversation_id(index):
            self.opened.emit(conversation_id)

    def _delete(self, summaries: list[Summary]) -> None:
        if summaries:
            self.deleted.emit([summary.id for summary in summaries])

    def _on_menu_requested(self, position: QPoint) -> None:
        """`position` is in the viewport; for the menu key Qt gives the current row's."""
        index = self.indexAt(position)
        if self._model.conversation_id(index) is not None:
            self.menu_for(index).popup(self.viewport().mapToGlobal(position))
