"""Ctrl+K: a few letters lead to any action, conversation or setting."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.fuzzy import ranked
from app.ui.chrome import chrome_style
from app.ui.composing import Composing
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.palette_entry import Entry
from app.ui.palette_painting import ENTRY, PLACES, ROW_HEIGHT, EntryPainter
from app.ui.theme import Theme
from app.ui.window_state import StateFile

MOST_SHOWN = 120
MOST_RECENT = 8
_WIDTH = 560
_MAX_ROWS = 9
_TOP = 72
_EDGE = 16
_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -_MAX_ROWS,
    Qt.Key.Key_PageDown: _MAX_ROWS,
}


class Palette(QWidget):
    """Lies over the whole window while it is open, so that a click beside its card closes it.

    The keyboard stays in the field; what was used lately comes first, also after a restart.
    """

    def __init__(
        self,
        *,
        entries: Callable[[], list[Entry]],
        state_file: StateFile,
        theme: Theme,
        icons: Icons,
        over: QWidget,
    ) -> None:
        super().__init__(over)
        self._entries = entries
        self._state_file = state_file
        self._over = over
        self._offered: list[Entry] = []
        self._focus_before: QWidget | None = None
        self.card = QFrame(self)
        self.field = _Field()
        Composing(self.field)
        self.list = QListWidget()
        self.nothing = QLabel(tr("Nothing fits these letters."))
        self._painter = EntryPainter(theme, icons, self.list)
        self._build()
        self.set_theme(theme, icons)
        self.field.textChanged.connect(self._show_fitting)
        self.field.stepped.connect(self._step)
        self.field.left.connect(self.close_palette)
        self.field.returnPressed.connect(self._run_current)
        self.list.itemClicked.connect(lambda _: self._run_current())
        self.list.currentItemChanged.connect(lambda *_: self._say_current())
        self.hide()

    def _build(self) -> None:
        self.card.setObjectName("picker")
        self.field.setPlaceholderText(tr("Go to an action, a conversation or a setting"))
        self.field.setAccessibleName(tr("Go to an action, a conversation or a setting"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(self._painter)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(tr("What fits"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing.setProperty("tone", "secondary")
        self.nothing.setContentsMargins(10, 8, 10, 8)
        layout = QVBoxLayout(self.card)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        for widget in (self.field, self.list, self.nothing):
            layout.addWidget(widget)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.setStyleSheet(chrome_style(theme))
        self.field.setFont(theme.fonts.ui(15))
        self._painter.set_theme(theme, icons)

    def toggle(self) -> None:
        if self.isVisible():
            self.close_palette()
        else:
            self._open()

    def _open(self) -> None:
        self._focus_before = self.window().focusWidget()
        self._offered = self._entries()
        self.field.clear()
        self._show_fitting("")
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_palette(self) -> None:
        before = self._focus_before
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.hide()

    def _show_fitting(self, typed: str) -> None:
        fitting = ranked(typed, self._offered, self._state_file.state.recent_entries)
        self.list.clear()
        for entry, places in fitting[:MOST_SHOWN]:
            item = QListWidgetItem(entry.text)
            item.setData(ENTRY, entry)
            item.setData(PLACES, places)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(fitting))
        self.nothing.setVisible(not fitting)
        self._fit()

    def _fit(self) -> None:
        """The card is as high as what it shows, as far as the window allows."""
        rows = min(self.list.count(), _MAX_ROWS, (self._over.height() - 2 * _TOP) // ROW_HEIGHT)
        self.list.setFixedHeight(max(1, rows) * ROW_HEIGHT)
        self.card.setFixedWidth(min(_WIDTH, self._over.width() - 2 * _EDGE))
        self.card.adjustSize()
        self.card.move((self._over.width() - self.card.width()) // 2, _TOP)

    def _step(self, rows: int) -> None:
        """One row goes round at the ends, more do not."""
        count, at = self.list.count(), self.list.currentRow() + rows
        if count:
            self.list.setCurrentRow(at % count if abs(rows) == 1 else max(0, min(at, count - 1)))

    def _say_current(self) -> None:
        item = self.list.currentItem()
        self.field.setAccessibleDescription(item.text() if item is not None else "")

    def _run_current(self) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        entry: Entry = item.data(ENTRY)
        state = self._state_file.state
        others = [id for id in state.recent_entries if id != entry.id]
        state.recent_entries = [entry.id, *others][:MOST_RECENT]
        self.close_palette()
        entry.run()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_palette()


class _Field(QLineEdit):
    """Hands the keys that move in the list on, and keeps Tab and Esc to itself.

    Signals:
        stepped(int): so many rows down, or up if negative
        left(): the person gives up
    """

    stepped = Signal(int)
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Esc closes the palette before it can stop a turn."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self.stepped.emit(1 if forward else -1)
        return True
