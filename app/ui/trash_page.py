"""The trash, in place of the conversations: what is in it, and how long it stays."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.clock import now_ms
from app.domain.conversation import Summary
from app.domain.trash import KEPT_DAYS, days_left
from app.trash import Trash
from app.ui.icons import Icons
from app.ui.keyboard_focus import EscapeKey, SkippedWhenEmpty, holds_keyboard
from app.ui.language import number, tr
from app.ui.theme import SIZE_META, SIZE_UI, Theme
from app.ui.trash_rows import LEFT, TrashDelegate

_ID = Qt.ItemDataRole.UserRole


class TrashPage(QWidget):
    """Deleting for good asks once more, in the same place.

    Signals:
        left(): back to the conversations
    """

    left = Signal()

    def __init__(self, trash: Trash, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._trash = trash
        self._icons = icons
        self.back_button = QToolButton()
        self.back_button.setAccessibleName(tr("Back to the conversations"))
        self.back_button.setToolTip(tr("Back to the conversations"))
        self.back_button.setIconSize(QSize(16, 16))
        self._title = QLabel(tr("Trash"))
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setContentsMargins(12, 0, 8, 0)
        self._hint.setProperty("tone", "secondary")
        self.list = QListWidget()
        self._delegate = TrashDelegate(theme)
        self.list.setItemDelegate(self._delegate)
        self.restore_button = QPushButton(tr("Restore"))
        self.delete_button = QPushButton()
        self.delete_button.setProperty("danger", True)
        self.keep_button = QPushButton(tr("Keep"))
        self._asking = False
        self._build()
        self._connect()
        self.set_theme(theme)
        self._show()

    def _build(self) -> None:
        self.list.setAccessibleName(tr("Deleted conversations"))
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setTabKeyNavigation(False)
        SkippedWhenEmpty(self.list)
        head = QHBoxLayout()
        head.addWidget(self.back_button)
        head.addWidget(self._title)
        head.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.restore_button, self.keep_button, self.delete_button):
            buttons.addWidget(button, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self._hint)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.back_button.clicked.connect(self.left)
        EscapeKey(self).pressed.connect(self._on_escape)
        self.list.itemSelectionChanged.connect(self._on_selection_changed)
        self.restore_button.clicked.connect(self._restore)
        self.delete_button.clicked.connect(self._delete)
        self.keep_button.clicked.connect(lambda: self._ask(False))
        self._trash.changed.connect(self._show)

    def set_theme(self, theme: Theme) -> None:
        self.back_button.setIcon(self._icons.icon("arrow-left", theme.secondary))
        self._title.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.DemiBold))
        self._hint.setFont(theme.fonts.ui(SIZE_META))
        for button in (self.restore_button, self.delete_button, self.keep_button):
            button.setFont(theme.fonts.ui())
        self._delegate.set_theme(theme)
        self.list.viewport().update()

    @property
    def selected(self) -> list[str]:
        """The selected conversations; all of them when none is."""
        items = self.list.selectedItems() or [
            self.list.item(row) for row in range(self.list.count())
        ]
        return [str(item.data(_ID)) for item in items]

    def _show(self) -> None:
        self.list.clear()
        now = now_ms()
        for summary in self._trash.summaries:
            self.list.addItem(_item(summary, self._left_words(summary, now)))
        if not self._trash.summaries and holds_keyboard(self):
            self.back_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._ask(False)

    def _left_words(self, summary: Summary, now: int) -> str:
        assert summary.trashed_ms is not None, "in the trash"
        days = days_left(summary.trashed_ms, now)
        return tr("1 day left") if days == 1 else tr("{count} days left", count=number(days))

    def _on_selection_changed(self) -> None:
        self._ask(False)

    def _ask(self, asking: bool) -> None:
        """Show the buttons, those of the question or the others."""
        self._asking = asking
        count, some = len(self.selected), bool(self.list.selectedItems())
        self.restore_button.setVisible(count > 0 and not asking)
        self.restore_button.setEnabled(some)
        self.keep_button.setVisible(asking)
        self.delete_button.setVisible(count > 0)
        self.delete_button.setText(tr("Delete") if some or asking else tr("Empty"))
        self.delete_button.setToolTip(tr("Delete for good"))
        self._hint.setText(self._hint_words(count))

    def _hint_words(self, count: int) -> str:
        if self._asking and count == 1:
            return tr("Delete this conversation for good? Nothing brings it back.")
        if self._asking:
            return tr("Delete {count} for good? Nothing brings them back.", count=number(count))
        kept = number(KEPT_DAYS)
        if count == 0:
            return tr("The trash is empty. What you delete stays here for {days} days.", days=kept)
        return tr("What is here is removed for good {days} days after it was deleted.", days=kept)

    def _restore(self) -> None:
        self._trash.restore(*self.selected)

    def _delete(self) -> None:
        if self._asking:
            self._trash.delete_for_good(*self.selected)
        else:
            self._ask(True)
            self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_escape(self) -> None:
        """First the question ends, then the trash."""
        if self._asking:
            self._ask(False)
        else:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.list.selectedItems():
            self._ask(True)
            self.keep_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)


def _item(summary: Summary, left: str) -> QListWidgetItem:
    item = QListWidgetItem(summary.title or "–")
    item.setData(_ID, summary.id)
    item.setData(LEFT, left)
    item.setData(
        Qt.ItemDataRole.AccessibleTextRole, tr("{title}, {left}", title=summary.title, left=left)
    )
    item.setToolTip(summary.title)
    return item
