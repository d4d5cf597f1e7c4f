"""The left side of the settings window: the search, and the pages as a list or, narrow, a box."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.domain.setting import Page
from app.ui.clear_action import ClearAction
from app.ui.composing import Composing
from app.ui.form import ChoiceBox, Wrapped
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.settings.page import ICONS, TITLES
from app.ui.theme import Theme

_WIDTH = 204
_SEARCH_HEIGHT = 32


class PageList(QWidget):
    """`nothing_found` stands among the pages while a search finds nothing.

    Signals:
        page_chosen(str): the person wants this page
        searched(str): the words to look for are others; "" for none
    """

    page_chosen = Signal(str)
    searched = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.page: Page = "general"
        self._pages: tuple[Page, ...] = tuple(TITLES)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.search = QLineEdit()
        self._clear = ClearAction(self.search)
        Composing(self.search)
        self.list = QListWidget()
        self.box = ChoiceBox()
        self.nothing_found = Wrapped(tr("No setting has these words."), tone="secondary")
        self._build()
        self.search.textChanged.connect(self.searched)
        self.list.currentRowChanged.connect(self._on_row)
        self.box.activated.connect(self._on_row)
        self.set_narrow(False)

    def _build(self) -> None:
        self.search.setPlaceholderText(tr("Search settings"))
        self.search.setAccessibleName(tr("Search settings"))
        self.search.setFixedHeight(_SEARCH_HEIGHT)
        self.list.setAccessibleName(tr("Pages"))
        self.list.setIconSize(QSize(16, 16))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.box.setAccessibleName(tr("Page"))
        for page in self._pages:
            self.list.addItem(QListWidgetItem(tr(TITLES[page])))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 12)
        layout.setSpacing(10)
        for widget in (self.search, self.list, self.box):
            layout.addWidget(widget)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.list.setFont(theme.fonts.ui())
        self.box.set_theme(theme, icons)
        self._clear.set_theme(theme, icons)
        for row, page in enumerate(self._pages):
            icon = QIcon()
            for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
                color = theme.text if mode == QIcon.Mode.Selected else theme.secondary
                for ratio in (1.0, 2.0, 3.0):
                    drawn = icons.pixmap(ICONS[page], color, device_pixel_ratio=ratio)
                    icon.addPixmap(drawn, mode)
            self.list.item(row).setIcon(icon)

    def set_narrow(self, narrow: bool) -> None:
        """Above the rows instead of beside them."""
        self.list.setVisible(not narrow)
        self.box.setVisible(narrow)
        self.setMinimumWidth(0 if narrow else _WIDTH)
        self.setMaximumWidth(16_777_215 if narrow else _WIDTH)

    def show_page(self, page: Page) -> None:
        """Mark this page as the chosen one, and end a search; nobody is told."""
        self.page = page
        for widget in (self.search, self.list):
            widget.blockSignals(True)
        self.search.clear()
        self._clear.setVisible(False)
        self.list.setCurrentRow(self._pages.index(page))
        for widget in (self.search, self.list):
            widget.blockSignals(False)
        self.box.show_values({one: tr(TITLES[one]) for one in self._pages}, page)

    def show_searching(self, searching: bool) -> None:
        """What is found is of all pages, so that none is the chosen one."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1 if searching else self._pages.index(self.page))
        self.list.blockSignals(False)

    def _on_row(self, row: int) -> None:
        if row >= 0:
            self.page_chosen.emit(self._pages[row])
