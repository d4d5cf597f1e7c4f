"""The sidebar's list: opens, renames in place, sorts into folders and deletes conversations."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QRegion,
)
from PySide6.QtWidgets import QApplication, QListView, QMenu

from app.domain.conversation import Summary
from app.ordering import Ordering
from app.ui.conversation_delegate import ConversationDelegate
from app.ui.conversation_drag import drag_picture, ids_in
from app.ui.conversation_menu import ConversationMenus
from app.ui.conversation_model import ConversationModel
from app.ui.icons import Icons
from app.ui.keyboard_focus import SkippedWhenEmpty
from app.ui.language import tr
from app.ui.theme import Theme

_SELECTING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
HOVER_MS = 700
"""A folded folder opens when what is dragged stays over it for so long."""
_HELD_AT = QPoint(16, 17)
"""Where the mouse holds the card that is dragged."""


class ConversationList(QListView):
    """Click or Enter opens, F2 renames, Delete moves to the trash; the menu offers the same. With
    Shift or Ctrl several are selected, for what the menu can do with several, and for dragging
    them into a folder or out of it. On a folder, click or Enter folds it, as Left and Right do.

    Signals:
        opened(str): this conversation is to be shown
        deleted(list[str]): these conversations go to the trash
        begun_in(str): a new conversation is to be begun in this folder
        rename_ended(): the editor in the list is gone
    """

    opened = Signal(str)
    deleted = Signal(list)
    begun_in = Signal(str)
    rename_ended = Signal()

    def __init__(
        self, model: ConversationModel, ordering: Ordering, theme: Theme, icons: Icons
    ) -> None:
        super().__init__()
        self._model = model
        self._ordering = ordering
        self._theme = theme
        self._delegate = ConversationDelegate(theme, icons)
        self.menus = ConversationMenus(
            ordering,
            theme=theme,
            over=self,
            delete=self.deleted.emit,
            edit_folder=self._edit_folder,
            begin_in=self.begun_in.emit,
        )
        self._hover = QTimer(self, singleShot=True, interval=HOVER_MS)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self._build()
        self._hover.timeout.connect(self._on_hovered)
        self.clicked.connect(self._on_clicked)
        self.selectionModel().selectionChanged.connect(self._repaint)
        self._delegate.closeEditor.connect(self.rename_ended)
        model.looks_changed.connect(self._repaint)

    def _build(self) -> None:
        self.setAccessibleName(tr("Conversations"))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QListView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        SkippedWhenEmpty(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._delegate.set_theme(theme)
        self.menus.set_theme(theme)
        self._repaint()

    def _repaint(self) -> None:
        """All rows. `viewport`, when first called, loads every kind of widget Qt has."""
        self.setDirtyRegion(QRegion(self.rect()))

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
        """Select these, too."""
        for id in ids:
            index = self._model.index_of(id)
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)

    def keep_in_place(self, change: Callable[[], None]) -> None:
        """Change the rows; what stands at the top of a scrolled list stays there."""
        bar = self.verticalScrollBar()
        if bar.value() == 0:
            change()
            return
        seen = QPersistentModelIndex(self.indexAt(QPoint(1, 1)))
        before = self._top_of(seen)
        change()
        if seen.isValid():
            bar.setValue(bar.value() + self._top_of(seen) - before)

    def _top_of(self, seen: QPersistentModelIndex) -> int:
        return self.visualRect(self._model.index(seen.row())).top()

    def rename(self, summary: Summary) -> None:
        """Let its name be typed anew, in the list; its folder is unfolded for it."""
        if not self._model.index_of(summary.id).isValid():
            self._ordering.set_folded(summary.folder, False)
        self._edit(self._model.index_of(summary.id))

    # ---- menus

    def menu_for(self, index: QModelIndex) -> QMenu:
        """For a row; for all that is selected when the row is."""
        if folder := self._model.folder(index):
            return self.menus.of_folder(folder)
        summaries = self._summaries_at(index)
        if not summaries:
            return self.menus.of_list()
        return self.menus.of_conversations(summaries, lambda: self.edit(index))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key means the current row, also where that is out of sight."""
        index, position = self.indexAt(event.pos()), event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            self.scrollTo(index)
            position = self.visualRect(index).center()
        self.menu_for(index).popup(self.viewport().mapToGlobal(position))

    def _edit_folder(self, name: str) -> None:
        self._edit(self._model.index_of_folder(name))

    def _edit(self, index: QModelIndex) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.edit(index)

    # ---- keys and clicks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.renaming or not self._press(event):
            super().keyPressEvent(event)

    def _press(self, event: QKeyEvent) -> bool:
        """Whether the key means something on the current row."""
        index, key = self.currentIndex(), event.key()
        folder, around = self._model.folder(index), self._model.folder_around(index)
        if self._model.summary(index) is None and folder is None:
            return False
        if key == Qt.Key.Key_F2:
            self.edit(index)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif event.matches(QKeySequence.StandardKey.Delete):
            self._delete(index)
        elif key == Qt.Key.Key_Right and folder is not None and folder.folded:
            self._ordering.set_folded(folder.name, False)
        elif key == Qt.Key.Key_Left and folder is not None and not folder.folded:
            self._ordering.set_folded(folder.name, True)
        elif key == Qt.Key.Key_Left and folder is None and around is not None:
            self.setCurrentIndex(self._model.index_of_folder(around))
        else:
            return False
        return True

    def moveCursor(
        self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to rows that can be current; Qt stops at a heading."""
        count = self._model.rowCount()
        ends = {
            QListView.CursorAction.MoveHome: range(count),
            QListView.CursorAction.MoveEnd: range(count - 1, -1, -1),
        }
        if action not in ends:
            return super().moveCursor(action, modifiers)
        indexes = (self._model.index(place) for place in ends[action])
        enabled = Qt.ItemFlag.ItemIsEnabled
        return next((index for index in indexes if index.flags() & enabled), QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start on the conversation that is open, or on the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount() > 1:
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
        if folder := self._model.folder(index):
            self._ordering.set_folded(folder.name, not folder.folded)
        elif conversation_id := self._model.conversation_id(index):
            self.opened.emit(conversation_id)

    def _delete(self, index: QModelIndex) -> None:
        if folder := self._model.folder(index):
            self._ordering.delete_folder(folder.name)
        elif summaries := self._summaries_at(index):
            self.deleted.emit([summary.id for summary in summaries])

    # ---- dragging

    def startDrag(self, supported: Qt.DropAction) -> None:
        summaries = [summary for summary in self.selected if not summary.temporary]
        if not summaries:
            return
        drag = QDrag(self)
        indexes = [self._model.index_of(summary.id) for summary in summaries]
        drag.setMimeData(self._model.mimeData(indexes))
        drag.setPixmap(drag_picture(summaries, self._theme, self.devicePixelRatioF()))
        drag.setHotSpot(_HELD_AT)
        drag.exec(supported, Qt.DropAction.MoveAction)
        self._show_target(None)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if ids_in(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges
        folder = self._target(event)
        self._show_target(folder)
        if folder is None:
            event.ignore()
        else:
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._show_target(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Qt's own would take the rows out of the model."""
        folder = self._target(event)
        self._show_target(None)
        self.stopAutoScroll()
        self.setState(QListView.State.NoState)
        if folder is None:
            event.ignore()
            return
        event.acceptProposedAction()
        self._ordering.move(ids_in(event.mimeData()), folder)

    def _target(self, event: QDropEvent) -> str | None:
        """The folder that would take what is dragged, "" for the list; None where nothing would
        change."""
        ids = ids_in(event.mimeData())
        folder = self._model.folder_around(self.indexAt(event.position().toPoint())) or ""
        rows = [self._model.summary(self._model.index_of(id)) for id in ids]
        places = {row.folder if row else None for row in rows}
        return folder if ids and places != {folder} else None

    def _show_target(self, folder: str | None) -> None:
        index = QModelIndex()
        if folder is not None:
            below = self._model.index_below_folders()
            index = self._model.index_of_folder(folder) if folder else below
        place = index.row() if index.isValid() else None
        if place == self._delegate.dropped_on:
            return
        self._delegate.dropped_on = place
        self.viewport().update()
        row = self._model.folder(index)
        if row is not None and row.folded:
            self._hover.start()
        else:
            self._hover.stop()

    def _on_hovered(self) -> None:
        place = self._delegate.dropped_on
        row = None if place is None else self._model.folder(self._model.index(place))
        if row is not None:
            self._ordering.set_folded(row.name, False)
