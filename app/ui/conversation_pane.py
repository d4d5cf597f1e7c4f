"""Under the top bar: the transcript (or what stands in its place), notices, and the composer."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.chat import Chat
from app.domain.preferences import PreferencesFile
from app.session import Session
from app.ui.composer import Composer
from app.ui.empty_page import EmptyPage
from app.ui.first_start import FirstStart
from app.ui.icons import Icons
from app.ui.notices import Notices
from app.ui.session_notices import SessionNotices
from app.ui.theme import Theme
from app.ui.transcript.view import TranscriptView

_MARGIN = 16


class ConversationPane(QWidget):
    """Shows the session's open chat.

    Signals:
        open_file_requested(): the person wants to pick a model file
        choose_model_requested(): the person wants to choose a model
    """

    open_file_requested = Signal()
    choose_model_requested = Signal()

    def __init__(
        self, *, session: Session, preferences: PreferencesFile, theme: Theme, icons: Icons
    ) -> None:
        super().__init__()
        self._session = session
        self._preferences = preferences
        self._chat: Chat | None = None
        self._model_was_ready = bool(preferences.current.recent_models)
        self.transcript = TranscriptView(theme, icons)
        self.first_start = FirstStart(session, theme)
        self.empty_page = EmptyPage(session, theme)
        self.notices = Notices(theme, icons)
        self.composer = Composer(theme, icons)
        self.pages = QStackedWidget()
        self._session_notices = SessionNotices(session, self.notices)
        self.composer.set_tools_enabled(preferences.current.tools_enabled)
        self._build()
        self._connect()
        self._on_model_changed()
        if session.chat is not None:
            self._on_chat_opened(session.chat)

    def _build(self) -> None:
        for page in (self.first_start, self.empty_page, self.transcript):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, _MARGIN)
        layout.setSpacing(8)
        layout.addWidget(self.pages, 1)
        # Under the transcript's column, which lies left of its scroll bar.
        scroll_bar_width = self.transcript.verticalScrollBar().sizeHint().width()
        for widget in (self.notices, self.composer):
            layout.addLayout(_centred(widget, scroll_bar_width))

    def _connect(self) -> None:
        self._session.chat_opened.connect(self._on_chat_opened)
        self._session.model_changed.connect(self._on_model_changed)
        self.first_start.open_file_requested.connect(self.open_file_requested)
        self.empty_page.choose_requested.connect(self.choose_model_requested)
        self.composer.tools_toggled.connect(self._on_tools_toggled)
        self.transcript.retry_requested.connect(self._on_retry)
        self.transcript.edit_requested.connect(self.transcript.edit_message)
        self.transcript.edited.connect(self._on_edited)
        self.transcript.edit_cost_wanted.connect(self._on_edit_cost_wanted)
        self.transcript.undo_requested.connect(self._on_undo)
        self.transcript.continue_requested.connect(self._on_continue)
        self.transcript.sibling_requested.connect(self._on_sibling)
        self.transcript.link_activated.connect(lambda url: QDesktopServices.openUrl(QUrl(url)))

    def set_theme(self, theme: Theme) -> None:
        for part in (self.transcript, self.first_start, self.empty_page):
            part.set_theme(theme)
        self.notices.set_theme(theme)
        self.composer.set_theme(theme)

    def _on_chat_opened(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.branch_changed.disconnect(self._show_page)
            self._chat.message_added.disconnect(self._show_page)
            self._chat.forecasted.disconnect(self._on_forecasted)
        self._chat = chat
        chat.branch_changed.connect(self._show_page)
        chat.message_added.connect(self._show_page)
        chat.forecasted.connect(self._on_forecasted)
        self.transcript.set_chat(chat)
        self.composer.set_chat(chat)
        self._show_page()

    def _on_model_changed(self) -> None:
        self._model_was_ready = self._model_was_ready or self._session.model.phase == "ready"
        self.composer.set_model_name(self._session.model.name)
        self._show_page()

    def focus_writing(self) -> None:
        """Give the keyboard to the text box, or to the button that leads to a model."""
        if self.composer.isVisibleTo(self):
            self.composer.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.first_start.load_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_page(self) -> None:
        before, page = self.pages.currentWidget(), self._page()
        self.pages.setCurrentWidget(page)
        self.composer.setVisible(page is not self.first_start)
        if before is self.first_start and page is not before:
            self.focus_writing()

    def _page(self) -> QWidget:
        if self._chat is not None and self._chat.branch:
            return self.transcript
        return self.empty_page if self._model_was_ready else self.first_start

    def _on_tools_toggled(self, enabled: bool) -> None:
        self._preferences.change(replace(self._preferences.current, tools_enabled=enabled))

    def _on_retry(self, message_id: str) -> None:
        if self._chat is not None:
            self._chat.retry(message_id)

    def _on_edited(self, message_id: str, text: str) -> None:
        if self._chat is not None:
            self._chat.edit(message_id, text)

    def _on_edit_cost_wanted(self, message_id: str, text: str) -> None:
        if self._chat is not None:
            self._chat.forecast("edit", message_id=message_id, text=text)

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        if kind == "edit":
            self.transcript.show_edit_cost(sentence)

    def _on_undo(self) -> None:
        if self._chat is not None:
            self._chat.undo_mark()

    def _on_continue(self, message_id: str) -> None:
        if self._chat is not None:
            self._chat.continue_answer(message_id)

    def _on_sibling(self, message_id: str, step: int) -> None:
        if self._chat is not None:
            self._chat.show_sibling(message_id, step)


def _centred(widget: QWidget, right: int) -> QHBoxLayout:
    """As wide as the widget may be, with equal room left and right, less `right` pixels."""
    row = QHBoxLayout()
    row.setContentsMargins(_MARGIN, 0, _MARGIN + right, 0)
    row.addStretch(1)
    row.addWidget(widget, 1000)
    row.addStretch(1)
    return row
