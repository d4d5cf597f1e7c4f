"""What is shown above the composer: the first start, an empty conversation, or the transcript."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QStackedWidget

from app.session import Session
from app.ui.icons import Icons
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.empty_page import EmptyPage
    from app.ui.first_start import FirstStart

_LEAST_HEIGHT = 96


class Pages(QStackedWidget):
    """Each page is made when it is first asked for; what was told before holds in it.

    Signals:
        made(QWidget): there is one more page
        open_file_requested(), choose_requested(), cancelled(): see the pages
        written(str, str): the role and the text of a first message
        starter_chosen(str, bool): a question to begin with, and whether a file goes with it
    """

    made = Signal(object)
    open_file_requested = Signal()
    choose_requested = Signal()
    cancelled = Signal()
    written = Signal(str, str)
    starter_chosen = Signal(str, bool)

    def __init__(self, session: Session, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._icons = icons
        self._actions: Mapping[str, QAction] = {}
        self._tools_enabled = False
        # A page hidden now does not make the one shown higher than there is room.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(_LEAST_HEIGHT)

    @cached_property
    def first_start(self) -> FirstStart:
        from app.ui.first_start import FirstStart

        page = FirstStart(self._session, self._theme)
        page.open_file_requested.connect(self.open_file_requested)
        self.addWidget(page)
        self.made.emit(page)
        return page

    @cached_property
    def empty_page(self) -> EmptyPage:
        from app.ui.empty_page import EmptyPage

        page = EmptyPage(self._session, self._theme, self._icons)
        page.choose_requested.connect(self.choose_requested)
        page.cancelled.connect(self.cancelled)
        page.written.connect(self.written)
        page.starters.chosen.connect(self.starter_chosen)
        if self._actions:
            page.set_actions(self._actions)
        page.set_tools_enabled(self._tools_enabled)
        if self._session.chat is not None:
            page.first_message.show_for(self._session.chat.conversation.id)
        self.addWidget(page)
        self.made.emit(page)
        return page

    @property
    def shows_first_start(self) -> bool:
        return self._is_made("first_start") and self.currentWidget() is self.first_start

    def _is_made(self, name: str) -> bool:
        return name in vars(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._is_made("first_start"):
            self.first_start.set_theme(theme)
        if self._is_made("empty_page"):
            self.empty_page.set_theme(theme)

    def set_actions(self, actions: Mapping[str, QAction]) -> None:
        """Those whose keys an empty conversation tells."""
        self._actions = actions
        if self._is_made("empty_page"):
            self.empty_page.set_actions(actions)

    def set_tools_enabled(self, enabled: bool) -> None:
        self._tools_enabled = enabled
        if self._is_made("empty_page"):
            self.empty_page.set_tools_enabled(enabled)

    def show_conversation(self, conversation: str) -> None:
        """Its first message, which may be half written."""
        if self._is_made("empty_page"):
            self.empty_page.first_message.show_for(conversation)

    def take_over(self, old: Pages) -> None:
        """Go on with a first message that is half written in another window."""
        if old._is_made("empty_page"):
            self.empty_page.first_message.take_over(old.empty_page.first_message)
