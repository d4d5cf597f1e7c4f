"""The settings window: pages at the left, their rows at the right, and a search over all."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.domain.preferences import Preferences, PreferencesFile
from app.domain.setting import Page, declared
from app.session import Session
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.preference_watch import PreferenceWatch
from app.ui.settings.changes import Changes
from app.ui.settings.foot import Foot
from app.ui.settings.page import TITLES, WITHOUT_ROW, SettingsPage
from app.ui.settings.page_list import PageList
from app.ui.settings.row import SettingRow
from app.ui.settings.style import settings_style
from app.ui.settings.waiting_bar import WaitingBar
from app.ui.shortcuts import Shortcuts
from app.ui.theme import Theme

NARROW_WIDTH = 620
_SIZE = (820, 620)
_MINIMUM_SIZE = (440, 360)
_MARGIN = 24


class SettingsDialog(QDialog):
    """Blocks nothing: what is changed holds at once. Its pages are made when it is first opened."""

    def __init__(
        self,
        *,
        session: Session,
        preferences: PreferencesFile,
        watch: PreferenceWatch,
        shortcuts: Shortcuts,
        theme: Theme,
        icons: Icons,
        over: QWidget,
    ) -> None:
        super().__init__(over)
        self._session = session
        self._preferences = preferences
        self._watch = watch
        self._shortcuts = shortcuts
        self._theme = theme
        self._icons = icons
        self._changes = Changes(preferences)
        self._styled: Theme | None = None
        self.pages: list[SettingsPage] = []
        self.side = PageList()
        self.scroll_area = QScrollArea()
        self.waiting_bar = WaitingBar()
        self.foot = Foot()
        self._sides = QHBoxLayout(self)

    def open_at(self, name: str = "") -> None:
        """Show the window, at the setting of this name if there is one."""
        if not self.pages:
            self._build()
            self._connect()
            self.resize(*_SIZE)
            self.show_page("general")
        self._refresh()
        self._style()
        self.show()
        self.activateWindow()
        if name:
            self._show_setting(name)

    def open_page(self, page: Page) -> None:
        """Show the window at a page."""
        self.open_at()
        self.show_page(page)
        self.side.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def take_over(self, old: SettingsDialog) -> None:
        """Go on where one in another language was: with its changes, open at its page if it was."""
        self._changes = old._changes
        if old.isVisible():
            self.open_at()
            self.setGeometry(old.geometry())
            self.show_page(old.side.page)
            self.scroll_area.verticalScrollBar().setValue(
                old.scroll_area.verticalScrollBar().value()
            )

    # ---- made once

    def _build(self) -> None:
        """What the pages need is imported late, for the start does without."""
        from app.ui.settings.rows import new_pages

        self.setWindowTitle(tr("Settings"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.pages = new_pages(session=self._session, shortcuts=self._shortcuts, theme=self._theme)
        self._scrolled()
        right = QVBoxLayout()
        right.setSpacing(0)
        for part in (self.waiting_bar, self.scroll_area, self.foot):
            right.addWidget(part, 1 if part is self.scroll_area else 0)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addWidget(self.side)
        self._sides.addLayout(right, 1)

    def _scrolled(self) -> None:
        inside = QWidget()
        inside.setObjectName("pages")
        column = QVBoxLayout(inside)
        column.setContentsMargins(_MARGIN, 18, _MARGIN, 8)
        bar = self.scroll_area.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: self._keep_right_edge(column, most > 0))
        column.setSpacing(0)
        for page in self.pages:
            column.addWidget(page)
        column.addWidget(self.side.nothing_found)
        column.addStretch(1)
        self.scroll_area.setWidget(inside)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _keep_right_edge(self, column: QVBoxLayout, scrolls: bool) -> None:
        """Where it is without the scroll bar, over the button at the right of the foot."""
        taken = self.scroll_area.verticalScrollBar().sizeHint().width() if scrolls else 0
        column.setContentsMargins(_MARGIN, 18, _MARGIN - taken, 8)

    def _connect(self) -> None:
        self.side.page_chosen.connect(self.show_page)
        self.side.searched.connect(self._show_found)
        self.foot.undo_button.clicked.connect(self._undo)
        self.foot.reset_button.clicked.connect(self._reset_page)
        self.foot.close_button.clicked.connect(self.close)
        self.waiting_bar.button.clicked.connect(self._load_again)
        self._watch.changed.connect(self._follow)
        self._session.model_changed.connect(self._follow)
        for page in self.pages:
            for row in page.rows:
                row.changed.connect(self._change)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self._undo)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.side.search.setFocus)

    def set_theme(self, theme: Theme) -> None:
        """While it is hidden, it waits with this until it is opened."""
        self._theme = theme
        if self.isVisible():
            self._style()

    def _style(self) -> None:
        theme = self._theme
        if theme is self._styled:
            return
        self._styled = theme
        self.setFont(theme.fonts.ui())
        self.setStyleSheet(settings_style(theme))
        for page in self.pages:
            page.set_theme(theme, self._icons)
        for part in (self.side, self.foot, self.waiting_bar):
            part.set_theme(theme, self._icons)

    # ---- what is shown

    def show_page(self, page: Page) -> None:
        """Only this page, and all of it."""
        self.side.show_page(page)
        self._show_found("")
        self.scroll_area.verticalScrollBar().setValue(0)

    def _show_found(self, text: str) -> None:
        """All rows with these words, of whatever page; without words, those of the chosen page."""
        typed = tuple(text.lower().split())
        found = [one.show_found(typed) for one in self.pages]
        for one, some in zip(self.pages, found, strict=True):
            one.setVisible(some if typed else one.page == self.side.page)
        self.side.nothing_found.setVisible(bool(typed) and not any(found))
        self.side.show_searching(bool(typed))
        self.foot.reset_button.setVisible(not typed and bool(self._defaults()))
        self._refresh()

    def _show_setting(self, name: str) -> None:
        if name in WITHOUT_ROW:
            self.show_page(WITHOUT_ROW[name])
        row = self._row(name)
        if row is not None and row.one.setting.page is not None:
            self.show_page(row.one.setting.page)
            row.control.setFocus(Qt.FocusReason.ShortcutFocusReason)
            QTimer.singleShot(0, row, partial(self.scroll_area.ensureWidgetVisible, row))

    def _follow(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        """Bring what is shown in line with what holds now."""
        for page in self.pages:
            if not page.isHidden():
                page.show_from(self._preferences.current)
        self.foot.show_change(self._changes.newest)
        self.foot.reset_button.setEnabled(self._changes.would_change(self._defaults()))
        self.waiting_bar.show_waiting(self._session.waiting_settings)

    def _row(self, name: str) -> SettingRow | None:
        rows = (row for page in self.pages for row in page.setting_rows)
        return next((row for row in rows if row.one.name == name), None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.pages:
            narrow = self.width() < NARROW_WIDTH
            down, right = QHBoxLayout.Direction.TopToBottom, QHBoxLayout.Direction.LeftToRight
            self._sides.setDirection(down if narrow else right)
            self.side.set_narrow(narrow)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends a search first."""
        if event.key() == Qt.Key.Key_Escape and self.side.search.text():
            self.side.search.clear()
        else:
            super().keyPressEvent(event)

    # ---- what the person does

    def _change(self, name: str, value: object) -> None:
        row = self._row(name)
        title = row.one.setting.title if row is not None else TITLES["shortcuts"]
        self._changes.make(title, **{name: value})
        self.foot.show_change(self._changes.newest)

    def _undo(self) -> None:
        if self._changes.newest is not None:
            self._changes.undo()
            self._refresh()

    def _reset_page(self) -> None:
        self._changes.make(TITLES[self.side.page], **self._defaults())
        self._refresh()

    def _defaults(self) -> dict[str, Any]:
        """Of the chosen page, by the name of the setting; nothing of what the program noted."""
        return {
            one.name: one.default
            for one in declared(Preferences)
            if one.setting.page == self.side.page and not one.setting.noted
        }

    def _load_again(self) -> None:
        self._session.load_model(Path(self._session.model.path))
