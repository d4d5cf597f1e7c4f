"""The main window: sidebar, top bar and conversation, and what the actions do to them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.domain.given_files import Given
from app.domain.preferences import Preferences, PreferencesFile
from app.domain.presets import PresetsFile
from app.session import Session
from app.ui.actions import install
from app.ui.appearance import Appearance
from app.ui.conversation_pane import ConversationPane
from app.ui.drop_target import DropTarget
from app.ui.focus_order import order_focus, put_in_order
from app.ui.folder_notices import FolderNotices
from app.ui.glyph import window_icon
from app.ui.icons import Icons
from app.ui.language import said
from app.ui.later_parts import IdleImports, LaterParts
from app.ui.model_files import choose_model_file
from app.ui.notices import Notice
from app.ui.place_kept import PlaceKept
from app.ui.preference_watch import PreferenceWatch
from app.ui.shortcuts import Shortcuts
from app.ui.sidebar import Sidebar
from app.ui.sides import Sides
from app.ui.theme import Theme, palette
from app.ui.top_bar import TopBar
from app.ui.trouble_windows import TroubleWindows
from app.ui.window_commands import WindowCommands
from app.ui.window_state import StateFile

if TYPE_CHECKING:
    from app.chat import Chat
    from app.ui.inspector.inspector import Inspector
    from app.ui.model_dialog import ModelDialog
    from app.ui.model_picker import ModelPicker
    from app.ui.palette import Palette
    from app.ui.palette_entry import Entry
    from app.ui.settings.dialog import SettingsDialog
    from app.ui.transcript.view import TranscriptView

_DEFAULT_SIZE = (1180, 760)
_MINIMUM_SIZE = (480, 420)


class MainWindow(QMainWindow):
    """Knows session, chat and domain, nothing below them.

    `leaving`: the program is to end, so that closing the window does not mean to keep it hidden.

    Signals:
        left(): the person has quit
        theme_changed(Theme): the window has another theme
        preferences_changed(Preferences, Preferences): those before and those that hold now
    """

    left = Signal()
    theme_changed = Signal(object)
    preferences_changed = Signal(object, object)

    def __init__(
        self,
        *,
        session: Session,
        preferences: PreferencesFile,
        presets: PresetsFile,
        appearance: Appearance,
        icons: Icons,
        state_file: StateFile,
    ) -> None:
        super().__init__()
        self._session = session
        self._preferences = preferences
        self._appearance = appearance
        self._state_file = state_file
        self.leaving = False
        theme = appearance.theme
        self._set_application_theme(theme)  # first: every widget there already would follow
        self.actions_by_id = install(
            self, WindowCommands(self, session=session, appearance=appearance)
        )
        self._watch = PreferenceWatch(preferences, self)
        self.shortcuts = Shortcuts(self.actions_by_id, preferences)
        self.sidebar = Sidebar(
            session=session, appearance=appearance, icons=icons, actions=self.actions_by_id
        )
        self.top_bar = TopBar(
            theme=theme,
            icons=icons,
            toggle_sidebar=self.actions_by_id["toggle_sidebar"],
            find=self.actions_by_id["find"],
            toggle_inspector=self.actions_by_id["toggle_inspector"],
        )
        self.pane = ConversationPane(
            session=session, preferences=preferences, theme=theme, icons=icons
        )
        self.pane.offer_actions(self.actions_by_id)
        self.later = LaterParts(
            self,
            session=session,
            preferences=preferences,
            presets=presets,
            watch=self._watch,
            shortcuts=self.shortcuts,
            appearance=appearance,
            icons=icons,
            state_file=state_file,
            entries=self._entries,
        )
        self.drop_target = DropTarget(self, may_attach=self._may_attach, theme=theme, icons=icons)
        self.trouble = TroubleWindows(session=session, theme=theme, icons=icons, over=self)
        self._place = PlaceKept(self, state_file)
        self._presets = presets
        self._build()
        self._connect()
        order_focus(self.sidebar, self.top_bar, self.pane)
        self.pane.pages.made.connect(lambda page: put_in_order(page, self.top_bar))
        if self.pane.late_transcript.is_made:
            self._on_transcript_made(self.pane.transcript)
        else:
            self.pane.late_transcript.made.connect(self._on_transcript_made)
        self._restore()
        self.focus_composer()

    def _build(self) -> None:
        self.setWindowTitle("Parley")
        self.setMinimumSize(*_MINIMUM_SIZE)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.pane, 1)
        middle = QWidget()
        layout = QHBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.sidebar)
        layout.addLayout(column, 1)
        self._sides = Sides(
            self,
            sidebar=self.sidebar,
            new_inspector=lambda: self.inspector,
            top_bar=self.top_bar,
            middle=middle,
            layout=layout,
            state=self._state_file.state,
            keep_focus=self.focus_composer,
        )
        self.setCentralWidget(middle)
        FolderNotices(self._session.ordering, self.pane.notices)

    def _connect(self) -> None:
        self._appearance.theme_changed.connect(self._set_theme)
        self._watch.changed.connect(self._on_preferences_changed)
        self._session.model_changed.connect(self._on_model_changed)
        self._session.chat_opened.connect(self._on_chat_opened)
        self._session.activity_changed.connect(self._on_activity_changed)
        self._session.place_wanted.connect(self.pane.show_place)
        self.top_bar.model_button.clicked.connect(self.choose_model)
        self.pane.open_file_requested.connect(self.open_model_file)
        self.pane.choose_model_requested.connect(self.choose_model)
        self.pane.about_model_requested.connect(self.about_model)
        self.pane.settings_page_requested.connect(lambda page: self.settings.open_page(page))
        self.top_bar.about_button.clicked.connect(self.about_model)
        self.pane.approval_bar.waiting_changed.connect(self._on_waiting_changed)
        self.drop_target.dropped.connect(self.take)
        self._place.screen_changed.connect(lambda: self._set_theme(self._appearance.theme))
        self._on_model_changed()
        self._on_activity_changed()
        self._on_waiting_changed()

    def _set_application_theme(self, theme: Theme) -> None:
        QApplication.setPalette(palette(theme))
        QApplication.setFont(theme.fonts.ui())
        self.setWindowIcon(window_icon(theme))

    def _set_theme(self, theme: Theme) -> None:
        self._set_application_theme(theme)
        self.sidebar.set_theme(theme)
        self.top_bar.set_theme(theme)
        self.pane.set_theme(theme)
        self.later.set_theme(theme)
        self.drop_target.set_theme(theme)
        self.trouble.set_theme(theme)
        self.theme_changed.emit(theme)

    # ---- what is made when it is first used

    @cached_property
    def inspector(self) -> Inspector:
        """Put in its place, hidden, when it is made."""
        inspector = self.later.inspector
        inspector.close_wanted.connect(self.toggle_inspector)
        inspector.message_wanted.connect(lambda id: self.pane.transcript.scroll_to(id))
        self._sides.take_inspector(inspector)
        QWidget.setTabOrder(self.pane.composer.send_button, inspector.close_button)
        return inspector

    @cached_property
    def picker(self) -> ModelPicker:
        picker = self.later.picker
        picker.open_file_requested.connect(self.open_model_file)
        return picker

    @cached_property
    def model_dialog(self) -> ModelDialog:
        dialog = self.later.model_dialog
        dialog.chosen.connect(self.pane.choose_for_model)
        return dialog

    @property
    def settings(self) -> SettingsDialog:
        return self.later.settings

    @property
    def palette_box(self) -> Palette:
        return self.later.palette

    def warm_up(self) -> None:
        """Load in idle moments what will be needed next."""
        IdleImports(self).done.connect(lambda: self.pane.transcript.warm_up())

    # ---- what the actions do

    def new_conversation(self) -> None:
        self._session.new_conversation()
        self.focus_composer()

    def open_search(self) -> None:
        self._sides.show_sidebar(True)
        self.sidebar.search.focus()

    def toggle_sidebar(self) -> None:
        self._sides.toggle_sidebar()

    @property
    def inspector_shown(self) -> bool:
        return self._sides.inspector_shown

    def toggle_inspector(self) -> None:
        self._sides.toggle_inspector()

    def focus_composer(self) -> None:
        self.pane.focus_writing()

    def open_model_file(self) -> None:
        path = self._session.model.path
        chosen = choose_model_file(self, Path(path).parent if path else None)
        if chosen is not None:
            self._session.load_model(chosen)

    def choose_model(self) -> None:
        self.picker.open_under(self.top_bar.model_button)

    def about_model(self) -> None:
        self.model_dialog.open_beside()

    def open_settings(self) -> None:
        self.settings.open_at()

    def open_palette(self) -> None:
        self.palette_box.toggle()

    def quit(self) -> None:
        self.leaving = True
        self.close()
        self.left.emit()

    def come_forward(self) -> None:
        """Be seen, and have the keyboard where the system allows it."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_unseen(self, unseen: bool) -> None:
        """A dot in the title says that something waits to be seen."""
        self.setWindowTitle("● Parley" if unseen else "Parley")

    def take(self, wanted: Given) -> None:
        """Load and attach what was handed over; what is not taken is said."""
        if wanted.model is not None:
            self._session.load_model(wanted.model)
        if wanted.files:
            self.pane.composer.attach_files(list(wanted.files))
        if wanted.sentences:
            given = wanted.sentences
            self.pane.notices.show_notice(
                lambda: Notice(subject="given", sentence=" ".join(said(one) for one in given))
            )

    # ---- what the session and the preferences tell

    def _entries(self) -> list[Entry]:
        """What the palette offers."""
        from app.ui.palette_sources import window_entries

        session, presets = self._session, self._presets
        return window_entries(self, session=session, preferences=self._preferences, presets=presets)

    def _on_preferences_changed(self, before: Preferences, now: Preferences) -> None:
        self.pane.follow(now, before)
        if self.later.made("inspector"):
            self.inspector.show_values()
        self.shortcuts.apply()
        self.preferences_changed.emit(before, now)

    def _on_transcript_made(self, transcript: TranscriptView) -> None:
        transcript.acted.connect(self._on_acted)
        put_in_order(transcript, self.top_bar)

    def _on_acted(self, message_id: str, action: str, subject: str) -> None:
        """The probabilities of an answer stand in a window of the inspector's."""
        if action == "probabilities":
            self.inspector.on_acted(message_id, action, subject)

    @property
    def preferences(self) -> Preferences:
        """Those that hold now."""
        return self._preferences.current

    @property
    def theme(self) -> Theme:
        return self._appearance.theme

    def _on_model_changed(self) -> None:
        self.top_bar.show_state(self._session.model)

    def _on_chat_opened(self, chat: Chat) -> None:
        self.top_bar.temporary_mark.setVisible(chat.conversation.temporary)
        self._on_activity_changed()
        self._sides.make_room()

    def _on_activity_changed(self) -> None:
        """Esc is ours only while there is something to stop."""
        chat = self._session.chat
        self.actions_by_id["stop"].setEnabled(chat is not None and chat.turn is not None)

    def _on_waiting_changed(self) -> None:
        """The keys that decide about a call are ours only while one waits."""
        waits = self.pane.approval_bar.waiting is not None
        for name in ("approve_call", "deny_call"):
            self.actions_by_id[name].setEnabled(waits)

    # ---- size and place

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._sides.fit()

    def _restore(self) -> None:
        self.resize(*_DEFAULT_SIZE)
        self.restore_place()
        self._sides.restore()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.later.made("picker"):
            self.picker.close_picker()
        self.keep_place()
        super().closeEvent(event)

    def keep_place(self) -> None:
        self._place.save()

    def restore_place(self) -> None:
        """As it was kept last, by this window or another."""
        self._place.restore()

    def _may_attach(self) -> bool:
        """Files go with a message while one can be written."""
        return self.pane.composer.isVisibleTo(self.pane)
