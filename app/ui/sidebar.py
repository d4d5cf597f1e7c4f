"""The left side: new chat, search, the conversations by day, the trash, the theme."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.search import Found, Query
from app.session import Session
from app.ui.actions import NamedAfter
from app.ui.appearance import Appearance
from app.ui.chrome import ICON_GAP, chrome_style
from app.ui.conversation_list import ConversationList
from app.ui.conversation_model import ConversationModel
from app.ui.icons import Icons
from app.ui.keyboard_focus import holds_keyboard
from app.ui.language import mark, tr
from app.ui.opening_progress import OpeningProgress
from app.ui.search_field import SIDE_BUTTON_WIDTH, SearchField
from app.ui.search_hints import words_for_found
from app.ui.search_results import SearchResults
from app.ui.theme import SIDEBAR_WIDTH, SIZE_META, Theme
from app.ui.theme_switch import ThemeSwitch

if TYPE_CHECKING:
    from app.ui.trash_page import TrashPage

_EMPTY = mark(
    "Your conversations will be listed here, and each is kept as it is written. "
    "The dashed button begins one that is never stored."
)
_NOT_KEPT = mark(
    "No conversations can be listed here, and a new one is gone when Parley is closed."
)


class Sidebar(QFrame):
    """Follows the session's list; what is clicked here goes to the session at once."""

    def __init__(
        self,
        *,
        session: Session,
        appearance: Appearance,
        icons: Icons,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__()
        self._session = session
        self._appearance = appearance
        self._icons = icons
        theme = appearance.theme
        self.setObjectName("sidebar")
        self.setFixedWidth(SIDEBAR_WIDTH)
        self.model = ConversationModel(session.is_generating)
        self.list = ConversationList(self.model, session.ordering, theme, icons)
        self.search = SearchField(actions["search"], theme, icons)
        self.results = SearchResults(theme)
        self.theme_switch = ThemeSwitch(appearance, icons)
        self._new_conversation = actions["new_conversation"]
        self._name = QLabel("Parley")
        self.hide_button = _tool_button(actions["toggle_sidebar"])
        self.new_button = _new_button(actions["new_conversation"])
        self.settings_button = _settings_button(actions["settings"])
        self.temporary_button = _tool_button(actions["new_temporary"])
        self.trash_button = QToolButton()
        self._empty = _hint_label()
        self._none_found = _hint_label()
        self.opening = OpeningProgress()
        self.pages = QStackedWidget()
        self._build()
        self._connect()
        self.set_theme(theme)
        self._show_summaries()

    def _build(self) -> None:
        self.trash_button.setAccessibleName(tr("Trash"))
        self.trash_button.setToolTip(tr("Trash: conversations you deleted"))
        head = _row(self._name, None, self.hide_button)
        head.setContentsMargins(8, 0, 0, 0)
        begin = _row(self.new_button, self.temporary_button)
        begin.setStretch(0, 1)
        self._list_page = _page(self._empty, self.list, self.opening)
        self._results_page = _page(self._none_found, self.results)
        for page in (self._list_page, self._results_page):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(begin)
        layout.addWidget(self.search)
        layout.addWidget(self.pages, 1)
        layout.addWidget(_line())
        layout.addLayout(_row(self.settings_button, None, self.trash_button))
        layout.addLayout(_row(self.theme_switch, None))
        for button in (self.hide_button, self.temporary_button, self.trash_button):
            button.setFixedWidth(SIDE_BUTTON_WIDTH)

    def _connect(self) -> None:
        ordering = self._session.ordering
        self.model.renamed.connect(ordering.rename)
        self.model.folder_renamed.connect(ordering.rename_folder)
        ordering.folders_changed.connect(self._show_summaries)
        self.list.opened.connect(self._session.open_conversation)
        self.list.deleted.connect(lambda ids: self._session.delete(*ids))
        self.list.begun_in.connect(self._begin_in)
        self.list.rename_ended.connect(self._show_summaries)
        self.search.asked.connect(self._on_asked)
        self.search.models_wanted.connect(self._session.searching.ask_models)
        self.search.stepped.connect(self.results.step)
        self.search.accepted.connect(self.results.open_current)
        self.results.opened.connect(self._session.open_conversation)
        self.results.message_opened.connect(self._session.open_message)
        self.trash_button.clicked.connect(self.toggle_trash)
        self._session.searching.found.connect(self._on_found)
        self._session.searching.failed.connect(self._on_search_failed)
        self._session.searching.models_known.connect(self.search.show_models)
        self._session.summaries_changed.connect(self._show_summaries)
        self._session.opening.progressed.connect(self._show_opening)
        self._session.activity_changed.connect(self.model.repaint_rows)
        self._session.chat_opened.connect(self._show_open)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._name.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        self.new_button.setFont(theme.fonts.ui())
        self.new_button.setIcon(self._icons.icon("square-pen", theme.text))
        self.settings_button.setFont(theme.fonts.ui())
        self.settings_button.setIcon(self._icons.icon("settings-2", theme.secondary))
        dashed = self._icons.icon("message-square-dashed", theme.secondary, 18)
        self.temporary_button.setIcon(dashed)
        self.hide_button.setIcon(self._icons.icon("panel-left", theme.secondary, 18))
        self.trash_button.setIcon(self._icons.icon("trash-2", theme.secondary))
        for label in (self._empty, self._none_found):
            label.setFont(theme.fonts.ui(SIZE_META))
        self.opening.set_theme(theme)
        for part in (self.list, self.search, self.results, self.theme_switch):
            part.set_theme(theme)
        if self._has_trash_page:
            self.trash_page.set_theme(theme)

    # ---- what is shown in the middle

    @cached_property
    def trash_page(self) -> TrashPage:
        """Made when it is first looked at; in the order of Tab it follows the other pages."""
        from app.ui.trash_page import TrashPage

        page = TrashPage(self._session.trash, self._appearance.theme, self._icons)
        page.left.connect(self.toggle_trash)
        self.pages.addWidget(page)
        order = (self.results, page.back_button, page.list, page.restore_button)
        for before, after in pairwise((*order, page.keep_button, page.delete_button)):
            QWidget.setTabOrder(before, after)
        return page

    @property
    def _has_trash_page(self) -> bool:
        return "trash_page" in vars(self)

    def toggle_trash(self) -> None:
        """Show the trash, or what was there before it."""
        if self._has_trash_page and self.pages.currentWidget() is self.trash_page:
            if holds_keyboard(self.trash_page):
                self.trash_button.setFocus(Qt.FocusReason.OtherFocusReason)
            self._show_page()
        else:
            self.open_trash()

    def open_trash(self) -> None:
        self._session.trash.look()
        self.pages.setCurrentWidget(self.trash_page)
        self.trash_page.back_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_page(self) -> None:
        searching = self.search.searching
        self.pages.setCurrentWidget(self._results_page if searching else self._list_page)

    def _on_asked(self, query: Query) -> None:
        """What was found before stays until there is something newer."""
        self._session.searching.ask(query)
        if not self.search.searching:
            self.results.rows.clear()
            self._none_found.hide()
        self._show_page()

    def _on_found(self, found: Found) -> None:
        self.results.rows.show(found)
        words = words_for_found(found, self._session.ordering)
        self._none_found.setVisible(bool(words))
        self._none_found.setText(words)

    def _on_search_failed(self, _sentence: str) -> None:
        """A notice says why."""
        self.results.rows.clear()
        self._none_found.setText(tr("The conversations could not be searched."))
        self._none_found.setVisible(self.search.searching)

    def _begin_in(self, folder: str) -> None:
        """As the button does it, and then into the folder."""
        self._new_conversation.trigger()
        if self._session.chat is not None:
            self._session.ordering.begin_in(folder, self._session.chat)

    def _show_summaries(self) -> None:
        """New rows would close the editor of a rename, so they wait for its end."""
        ordering = self._session.ordering
        self.search.filters.show_names(ordering.tags, [one.name for one in ordering.folders])
        if not self.list.renaming:
            self.list.keep_in_place(self._show_rows)
            self._show_opening()
            self._follow_open()

    def _show_opening(self) -> None:
        """Nobody may take a list for empty that cannot be read yet."""
        progress = self._session.opening.progress
        self.opening.show_progress(progress)
        self._empty.setVisible(progress is None and self.model.rowCount() == 0)
        self._empty.setText(tr(_EMPTY if self._session.read_only_reason is None else _NOT_KEPT))

    def _show_rows(self) -> None:
        self.model.show(self._session.summaries, date.today(), self._session.ordering.folders)

    def _follow_open(self) -> None:
        """What is open becomes current when nothing is, as when its row has just come."""
        if self.list.currentIndex().isValid():
            self.model.set_open(self._open_id)
        else:
            self._show_open()

    @property
    def _open_id(self) -> str:
        chat = self._session.chat
        return chat.conversation.id if chat is not None else ""

    def _show_open(self) -> None:
        """The conversation that is open is the current row, or the folder it is folded into."""
        self.model.set_open(self._open_id)
        several = len(self.list.selected) > 1
        flags = QItemSelectionModel.SelectionFlag
        self.list.selectionModel().setCurrentIndex(
            self.model.index_of(self._open_id), flags.NoUpdate if several else flags.ClearAndSelect
        )


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    """Side by side; None is a gap that takes what room is left."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row


def _line() -> QFrame:
    line = QFrame()
    line.setObjectName("line")
    line.setFixedHeight(1)
    return line


def _page(hint: QLabel, view: QWidget, above: QWidget | None = None) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    if above is not None:
        layout.addWidget(above)
    layout.addWidget(hint)
    layout.addWidget(view, 1)
    return page


def _hint_label() -> QLabel:
    label = QLabel()
    label.setProperty("tone", "secondary")
    label.setWordWrap(True)
    label.setContentsMargins(12, 8, 8, 8)
    label.hide()
    return label


def _tool_button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(18, 18))
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button


def _new_button(action: QAction) -> QPushButton:
    button = QPushButton(f"{ICON_GAP}{action.text()}")
    button.setObjectName("newConversation")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button


def _settings_button(action: QAction) -> QPushButton:
    button = QPushButton(f"{ICON_GAP}{action.text()}")
    button.setProperty("row", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button
