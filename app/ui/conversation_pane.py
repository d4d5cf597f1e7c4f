"""Under the top bar: the transcript (or what stands in its place), notices, and the composer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.conversation import MessageRole
from app.domain.conversation_settings import ConversationSettings
from app.domain.in_force import choices_for, preferences_for
from app.domain.model_choices import ModelChoices, template_settings
from app.domain.preferences import LARGEST_ZOOM, SMALLEST_ZOOM, Preferences, PreferencesFile
from app.session import Session
from app.ui.approval_bar import ApprovalBar
from app.ui.bars import Bars
from app.ui.centring import centred
from app.ui.command_suggestions import CommandSuggestions
from app.ui.composer import Composer
from app.ui.conversation_commands import ConversationCommands
from app.ui.file_suggestions import FileSuggestions
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.late_transcript import LateTranscript
from app.ui.model_move_bar import ModelMoveBar
from app.ui.notices import Notice, Notices
from app.ui.pages import Pages
from app.ui.prompt_library import PromptLibrary
from app.ui.queued_messages import QueuedMessages
from app.ui.room_notices import RoomNotices
from app.ui.session_notices import UNDO_SECONDS, SessionNotices
from app.ui.theme import SCROLL_BAR_WIDTH, Theme

if TYPE_CHECKING:
    from app.chat import Chat
    from app.ui.empty_page import EmptyPage
    from app.ui.first_start import FirstStart
    from app.ui.transcript.view import TranscriptView

_MARGIN = 16
_COMPOSER_SHARE = 0.28
"""Of the height, at most so much is text that is being written."""


class ConversationPane(QWidget):
    """Shows the session's open chat.

    Signals:
        open_file_requested(): the person wants to pick a model file
        choose_model_requested(): the person wants to choose a model
        about_model_requested(): the person wants to know more of the model that is loaded
        settings_page_requested(str): the person wants to see this page of the settings
    """

    open_file_requested = Signal()
    choose_model_requested = Signal()
    about_model_requested = Signal()
    settings_page_requested = Signal(str)

    def __init__(
        self, *, session: Session, preferences: PreferencesFile, theme: Theme, icons: Icons
    ) -> None:
        super().__init__()
        self._session = session
        self._preferences = preferences
        self._chat: Chat | None = None
        self._model_was_ready = bool(preferences.current.recent_models)
        self._theme = theme
        self.late_transcript = LateTranscript(
            session=session, preferences=preferences, theme=theme, icons=icons, parent=self
        )
        self.pages = Pages(session, theme, icons)
        self._page()  # first, as Tab comes to it first
        self.notices = Notices(theme, icons)
        self.approval_bar = ApprovalBar(theme, icons)
        self.composer = Composer(theme, icons)
        self.prompts = PromptLibrary(
            session.prompts,
            self.composer,
            selected_text=self.late_transcript.selected_text,
            theme=theme,
            icons=icons,
            over=self,
        )
        self._file_suggestions = FileSuggestions(self.composer, session.files_at_hand)
        self._session_notices = SessionNotices(session, self.notices)
        RoomNotices(session, self.notices)
        self.commands = ConversationCommands(
            session, self.notices, theme=lambda: self._theme, over=self
        )
        self.queued = QueuedMessages(theme, icons)
        self.model_move = ModelMoveBar(session, theme)
        self.bars = Bars(self.notices, self.approval_bar, self.queued, self.model_move)
        self.bars.set_theme(theme)
        self.follow(preferences.current)
        self._build()
        self._connect()
        self._on_model_changed()
        if session.chat is not None:
            self._on_chat_opened(session.chat)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.pages, 1)
        # Under the transcript's column, which lies left of its scroll bar.
        for widget in (self.bars, self.composer):
            layout.addLayout(centred(widget, _MARGIN, _MARGIN + SCROLL_BAR_WIDTH))
        self._below_composer = QWidget()
        self._below_composer.setFixedHeight(_MARGIN - layout.spacing())
        layout.addWidget(self._below_composer)

    def _connect(self) -> None:
        self.late_transcript.made.connect(self._on_transcript_made)
        self.bars.shown_changed.connect(self._show_lowest_margin)
        self._session.chat_opened.connect(self._on_chat_opened)
        self._session.model_changed.connect(self._on_model_changed)
        self.pages.open_file_requested.connect(self.open_file_requested)
        self.pages.choose_requested.connect(self.choose_model_requested)
        self.pages.written.connect(self._on_first_written)
        self.pages.cancelled.connect(self.focus_writing)
        self.pages.starter_chosen.connect(self._on_starter_chosen)
        self._session_notices.about_model_requested.connect(self.about_model_requested)
        self.queued.edit_requested.connect(self.composer.write_again)
        self.bars.keep_in_sight(self.approval_bar)
        self.bars.keyboard_left.connect(self.focus_writing)
        self.composer.tools_toggled.connect(self._on_tools_toggled)
        self.composer.draft_changed.connect(self._session.next_prompt.ask)
        self._session.next_prompt.changed.connect(self._on_next_prompt_changed)
        self.composer.think_chip.chosen.connect(self._on_think_chosen)
        self.composer.think_chip.limit_requested.connect(self.about_model_requested)
        self.composer.choose_model_requested.connect(self.choose_model_requested)
        menu = self.composer.prompts_menu
        menu.aboutToShow.connect(lambda: self.prompts.fill_menu(menu))
        self._connect_files()

    @property
    def first_start(self) -> FirstStart:
        return self.pages.first_start

    @property
    def empty_page(self) -> EmptyPage:
        return self.pages.empty_page

    @property
    def transcript(self) -> TranscriptView:
        """Made when it is first asked for."""
        return self.late_transcript.view

    @property
    def _shows_transcript(self) -> bool:
        """Asked without making one."""
        made = self.late_transcript.is_made
        return made and self.pages.currentWidget() is self.transcript

    def show_place(self, message_id: str, words: str) -> None:
        """Go to a message of the chat that is shown, where these words stand."""
        self.transcript.find_in(message_id, words)

    def _on_transcript_made(self, view: TranscriptView) -> None:
        self.pages.addWidget(view)
        self.approval_bar.follow(view)

    def _connect_files(self) -> None:
        """Those that are offered after `@`."""
        at_hand, suggesting = self._session.files_at_hand, self.composer.suggesting
        suggesting.set_source("file", self._file_suggestions)
        suggesting.began.connect(self._on_suggesting)
        at_hand.changed.connect(suggesting.refresh)
        at_hand.failed.connect(self.composer.show_problem)

    def offer_actions(self, actions: Mapping[str, QAction]) -> None:
        """What the window can do is offered after `/`; finding only where there is something."""
        self.pages.set_actions(actions)
        find = actions["find"]
        find.setEnabled(self._shows_transcript)
        self.pages.currentChanged.connect(lambda _: find.setEnabled(self._shows_transcript))
        source = CommandSuggestions(
            self.composer,
            self.prompts,
            actions,
            session=self._session,
            apply_preset=self.commands.apply_preset,
            open_page=self.settings_page_requested.emit,
        )
        self.composer.suggesting.set_source("command", source)

    def _on_suggesting(self, kind: str) -> None:
        if kind == "file":
            self._file_suggestions.look()

    def _on_file_read(self, path: Path) -> None:
        """Which files go with a temporary conversation is nobody's business later."""
        if self._chat is not None and not self._chat.conversation.temporary:
            self._session.files_at_hand.remember(path)

    def _on_prompt_changed(self) -> None:
        """Its own, so that it ends with this pane when another window follows the same chat."""
        self._session.next_prompt.ask()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.late_transcript.set_theme(theme)
        self.pages.set_theme(theme)
        self.bars.set_theme(theme)
        self.notices.set_theme(theme)
        self.queued.set_theme(theme)
        self.model_move.set_theme(theme)
        self.approval_bar.set_theme(theme)
        self.composer.set_theme(theme)
        self.prompts.set_theme(theme)

    def _on_chat_opened(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.branch_changed.disconnect(self._show_page)
            self._chat.message_added.disconnect(self._show_page)
            self._chat.attaching.file_read.disconnect(self._on_file_read)
            self._chat.setup.changed.disconnect(self._show_setup)
            self._chat.setup.applied.disconnect(self._on_preset_applied)
            self.notices.close_notice("preset")
            for changed in _that_change_the_prompt(self._chat):
                changed.disconnect(self._on_prompt_changed)
        self._chat = chat
        chat.branch_changed.connect(self._show_page)
        chat.message_added.connect(self._show_page)
        chat.attaching.file_read.connect(self._on_file_read)
        self._file_suggestions.set_chat(chat)
        for changed in _that_change_the_prompt(chat):
            changed.connect(self._on_prompt_changed)
        chat.setup.changed.connect(self._show_setup)
        chat.setup.applied.connect(self._on_preset_applied)
        self._session.next_prompt.show(chat.conversation)
        self.late_transcript.set_chat(chat)
        self.queued.set_chat(chat)
        self.model_move.set_chat(chat)
        self.composer.set_chat(chat)
        self._show_setup()
        self.pages.show_conversation(chat.conversation.id)
        self._show_page()
        self.approval_bar.set_chat(chat)

    def _on_model_changed(self) -> None:
        self._model_was_ready = self._model_was_ready or self._session.model.phase == "ready"
        self.composer.set_model_name(self._session.model.name)
        self._show_setup()
        self._show_page()

    def _show_setup(self) -> None:
        """The chips show what holds in this conversation."""
        model, preferences = self._session.model, self._preferences.current
        if self._chat is not None:
            setup = self._chat.setup.now
            model = replace(model, choices=choices_for(model.choices, setup.settings))
            preferences = preferences_for(preferences, setup)
        self.composer.think_chip.show_model(model)
        self.composer.set_tools_enabled(preferences.tools_enabled)
        self.pages.set_tools_enabled(preferences.tools_enabled)

    def _on_next_prompt_changed(self) -> None:
        self.composer.context_ring.show_use(self._session.next_prompt.use)

    def take_over(self, old: ConversationPane) -> None:
        """Go on with what is half done in the pane of a window that goes."""
        self._session_notices.take_over(old._session_notices)
        if old.late_transcript.is_made:
            self.transcript.take_over(old.transcript)
        self.pages.take_over(old.pages)
        self.composer.take_over(old.composer)
        self.prompts.take_over(old.prompts)

    def focus_writing(self) -> None:
        """Give the keyboard to the text box, or to the button that leads to a model."""
        if self.composer.isVisibleTo(self):
            self.composer.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.first_start.first_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_branches(self) -> None:
        """Open the map of the branches in the middle of the transcript."""
        if self._chat is not None and self._chat.branch:
            self.late_transcript.show_branches()

    def _show_page(self) -> None:
        was_first_start = self.pages.shows_first_start
        self.pages.setCurrentWidget(self._page())
        is_first_start = self.pages.shows_first_start
        self.composer.setVisible(not is_first_start)
        self._show_lowest_margin()
        if was_first_start and not is_first_start:
            self.focus_writing()

    def _show_lowest_margin(self) -> None:
        """Below the composer or the bars; a page alone ends where the window does."""
        self._below_composer.setVisible(not (self.composer.isHidden() and self.bars.isHidden()))

    def _page(self) -> QWidget:
        if self._chat is not None and self._chat.branch:
            return self.transcript
        return self.empty_page if self._model_was_ready else self.first_start

    def choose_for_model(self, choices: ModelChoices) -> None:
        """What a change of the prompt makes the model read is said in a notice."""
        before = self._session.model
        self._session.choose_for_model(choices)
        settings = template_settings(choices, before.card)
        if self._chat is not None and settings != template_settings(before.choices, before.card):
            self._chat.forecast("settings")

    def _on_think_chosen(self, choices: ModelChoices) -> None:
        """What the conversation has of its own is changed there, the rest for the model."""
        model = self._session.model
        own = self._chat.setup.now.settings if self._chat else ConversationSettings()
        held = choices_for(model.choices, own)
        values = {name: getattr(choices, name) for name in ("thinking", "effort")}
        changed = {name: one for name, one in values.items() if one != getattr(held, name)}
        here = {name: one for name, one in changed.items() if getattr(own, name) is not None}
        if self._chat is not None and here:
            setup = self._chat.setup
            setup.become(replace(setup.now, settings=replace(own, **here)))
            self._chat.forecast("settings")
        else:
            self.choose_for_model(replace(model.choices, **changed))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.composer.edit.set_room(round(self.height() * _COMPOSER_SHARE))

    def open_find(self) -> None:
        """Find in the conversation that is shown, if one is."""
        if self._chat is not None and self._chat.branch:
            self.transcript.open_find()

    def follow(self, preferences: Preferences, before: Preferences | None = None) -> None:
        """Show what holds now; with `before`, the size of text only if it is another."""
        if before is not None and before.tools_enabled != preferences.tools_enabled:
            self._session.next_prompt.ask()
        self._show_setup()
        self.late_transcript.follow(preferences, before)

    def zoom_by(self, percent: int) -> None:
        self.set_zoom(self._preferences.current.zoom_percent + percent)

    def set_zoom(self, percent: int) -> None:
        """Text of the conversation in another size, within what is readable."""
        percent = max(SMALLEST_ZOOM, min(percent, LARGEST_ZOOM))
        self._preferences.change(replace(self._preferences.current, zoom_percent=percent))

    def _on_first_written(self, role: MessageRole, text: str) -> None:
        if self._chat is not None:
            self._chat.insert(role, text, below=None)
            self.focus_writing()

    def _on_preset_applied(self, name: str) -> None:
        assert self._chat is not None, "the chat that is shown"
        undo = self._chat.setup.undo
        self.notices.show_notice(
            lambda: Notice(
                subject="preset",
                sentence=tr("“{name}” is applied to this conversation.", name=said(name)),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )

    def _on_starter_chosen(self, question: str, with_file: bool) -> None:
        """It replaces another starter, and never what somebody wrote."""
        if self.composer.edit.toPlainText() in self.empty_page.starters.questions:
            self.composer.edit.clear()
        self.composer.write_again(question)
        if with_file:
            self.composer.attach_button.click()

    def _on_tools_toggled(self, enabled: bool) -> None:
        chat = self._chat
        if chat is not None and chat.setup.now.settings.tools_enabled is not None:
            chat.setup.set_value("tools_enabled", enabled)
        else:
            self._preferences.change(replace(self._preferences.current, tools_enabled=enabled))
        if chat is not None:
            chat.forecast("settings")


def _that_change_the_prompt(chat: Chat) -> tuple[SignalInstance, ...]:
    return chat.branch_changed, chat.turn_changed, chat.prompt_changed
