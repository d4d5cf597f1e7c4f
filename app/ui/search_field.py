"""The field at the top of the sidebar that searches in all conversations."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.search import Query
from app.domain.search_filters import FilterKind, toggled
from app.ui.actions import tooltip
from app.ui.composing import Composing
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.menu import Menu
from app.ui.search_completion import SearchCompletion
from app.ui.search_filters import SearchFilters
from app.ui.theme import Theme, style_sheet

_HEIGHT = 30
SIDE_BUTTON_WIDTH = 30
"""Of the buttons at the right of the sidebar, which stand below each other."""
_OURS = {
    Qt.Key.Key_Escape,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Down,
    Qt.Key.Key_Up,
}


class SearchField(QWidget):
    """Words and filters. While it has words, the arrows and Enter belong to what was found.

    Signals:
        asked(Query): look for this; without words, the search is over
        stepped(int): the row so many further on is to be the current one
        accepted(): the current row is to be opened
        models_wanted(): the filter menu opens
    """

    asked = Signal(object)
    stepped = Signal(int)
    accepted = Signal()
    models_wanted = Signal()

    def __init__(self, action: QAction, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._icons = icons
        self._theme = theme
        self.filters = SearchFilters()
        self.edit = QLineEdit()
        self.edit.setFixedHeight(_HEIGHT)  # its own hint is another while it has the focus
        self.edit.setPlaceholderText(tr("Search"))
        self.edit.setAccessibleName(tr("Search in all conversations"))
        self.edit.setToolTip(
            tr("{action}\n#tag and folder:name narrow it down", action=tooltip(action))
        )
        self.edit.installEventFilter(self)
        self._glass = QAction(tr("Search"), self)
        self.edit.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(tr("End the search"), self)
        self.edit.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setVisible(False)
        self.filter_button = QToolButton()
        self.filter_button.setAccessibleName(tr("Filter what is found"))
        self.filter_button.setToolTip(tr("Filter what is found"))
        self.filter_button.setIconSize(QSize(16, 16))
        self.filter_button.setFixedWidth(SIDE_BUTTON_WIDTH)
        self.filter_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = Menu(self)
        self.completion = SearchCompletion(self.edit, self.filters.names, theme)
        Composing(self.edit)
        self.caption = QLabel()
        self.caption.setProperty("tone", "secondary")
        self._build()
        self._connect()
        self.set_theme(theme)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.filter_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.caption)
        self.caption.setContentsMargins(2, 0, 0, 0)
        self._show_filters()

    def _connect(self) -> None:
        self.edit.textChanged.connect(self.ask)
        self.edit.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        self._clear.triggered.connect(self.edit.clear)
        self.filters.changed.connect(self._show_filters)
        self.filters.changed.connect(self.ask)
        self.filters.toggled.connect(self._toggle)
        self.filter_button.clicked.connect(self.open_filters)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._glass.setIcon(self._icons.icon("search", theme.hint))
        self._clear.setIcon(self._icons.icon("x", theme.secondary))
        self.edit.setFont(theme.fonts.ui())
        self.caption.setFont(theme.fonts.ui(11))
        self.menu.setStyleSheet(style_sheet(theme))
        self.completion.set_theme(theme)
        self._show_filters()

    @property
    def searching(self) -> bool:
        return bool(self.edit.text().strip())

    def ask(self) -> None:
        self.asked.emit(self.query())

    def query(self) -> Query:
        return self.filters.query(self.edit.text(), datetime.now())

    def fill_menu(self) -> None:
        self.models_wanted.emit()
        self.filters.fill(self.menu, self.edit.text())

    def open_filters(self) -> None:
        self.fill_menu()
        button = self.filter_button
        self.menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def show_models(self, models: list[str]) -> None:
        """The models there are; they may come when the menu is open already."""
        if models != self.filters.models:
            self.filters.models = models
            if self.menu.isVisible():
                self.filters.fill(self.menu, self.edit.text())

    def _toggle(self, kind: FilterKind, name: str) -> None:
        """A tag or a folder stands among the words, where it can be seen and taken out."""
        self.edit.setText(toggled(self.edit.text(), kind, name))
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_over(self, old: SearchField) -> None:
        """Look for what another window looks for."""
        self.edit.setText(old.edit.text())

    def focus(self) -> None:
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def _show_filters(self) -> None:
        color = self._theme.accent if self.filters.active else self._theme.secondary
        self.filter_button.setIcon(self._icons.icon("list-filter", color))
        sentence = self.filters.sentence
        self.caption.setText(sentence)
        self.caption.setToolTip(sentence)
        self.caption.setVisible(bool(sentence))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list while words are typed; before they become the window's."""
        if not isinstance(event, QKeyEvent) or watched is not self.edit or not self.edit.text():
            return super().eventFilter(watched, event)
        if event.key() not in _OURS:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        if event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        self._press(Qt.Key(event.key()))
        return True

    def _press(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Escape:
            self.edit.clear()
        elif key == Qt.Key.Key_Down:
            self.stepped.emit(1)
        elif key == Qt.Key.Key_Up:
            self.stepped.emit(-1)
        else:
            self.accepted.emit()
