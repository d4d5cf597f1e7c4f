"""The main window: sidebar, top bar and conversation, and what the actions do to them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.chat import Chat
from app.domain.preferences import USUAL_ZOOM, Preferences, PreferencesFile
from app.domain.presets import PresetsFile
from app.session import Session
from app.ui.actions import install
from app.ui.appearance import Appearance
from app.ui.attachment_files import given_files
from app.ui.conversation_pane import ConversationPane
from app.ui.folder_notices import FolderNotices
from app.ui.glyph import window_icon
from app.ui.icons import Icons
from app.ui.inspector.inspector import Inspector
from app.ui.inspector.placing import InspectorPlace
from app.ui.model_dialog import ModelDialog
from app.ui.model_files import choose_model_file, dropped_model
from app.ui.model_picker import ModelPicker
from app.ui.palette import Palette
from app.ui.palette_entries import (
    Entry,
    action_entries,
    conversation_entries,
    preset_entries,
    setting_entries,
)
from app.ui.preference_watch import PreferenceWatch
from app.ui.settings.dialog import SettingsDialog
from app.ui.shortcuts import Shortcuts
from app.ui.sidebar import Sidebar
from app.ui.theme import Theme, palette
from app.ui.top_bar import TopBar
from app.ui.window_state import StateFile

NARROW_WIDTH = 900
_DEFAULT_SIZE = (1180, 760)
_MINIMUM_SIZE = (480, 420)


class MainWindow(QMainWindow):
    """Built once by app.__main__; knows session, chat and domain, nothing below them."""

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
        self._appearance = appearance
        self._state_file = state_file
        self._narrow = False
        theme = appearance.theme
        self._set_application_theme(theme)  # first: every widget there already would follow
        self.actions_by_id = install(self, self)
        self._watch = PreferenceWatch(preferences)
        self.shortcuts = Shortcuts(self.actions_by_id, preferences)
        self.sidebar = Sidebar(
            session=session, appearance=appearance, icons=icons, actions=self.actions_by_id
        )
        self.top_bar = TopBar(
            theme=theme,
            icons=icons,
            toggle_sidebar=self.actions_by_id["toggle_sidebar"],
            toggle_inspector=self.actions_by_id["toggle_inspector"],
        )
        self.pane = ConversationPane(
            session=session, preferences=preferences, theme=theme, icons=icons
        )
        self.pane.offer_actions(self.actions_by_id)
        self.inspector = Inspector(
            session=session, preferences=preferences, presets=presets, theme=theme, icons=icons
        )
        self.picker = ModelPicker(session=session, theme=theme, icons=icons, over=self)
        self.model_dialog = ModelDialog(session=session, theme=theme, icons=icons, over=self)
        self.settings = SettingsDialog(
            session=session,
            preferences=preferences,
            watch=self._watch,
            shortcuts=self.shortcuts,
            theme=theme,
            icons=icons,
            over=self,
        )
        self.palette_box = Palette(
            entries=self._entries, state_file=state_file, theme=theme, icons=icons, over=self
        )
        self._icons = icons
        self._build()
        self._connect()
        self._order_focus()
        self._restore()
        self.focus_composer()

    def _build(self) -> None:
        self.setWindowTitle("Parley")
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.setAcceptDrops(True)
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
        self._inspector_place = InspectorPlace(self.inspector, middle=middle, layout=layout)
        self.setCentralWidget(middle)
        FolderNotices(self._session.ordering, self.pane.notices)

    def _connect(self) -> None:
        self._appearance.theme_changed.connect(self._set_theme)
        self._watch.changed.connect(self._on_preferences_changed)
        self._session.model_changed.connect(self._on_model_changed)
        self._session.chat_opened.connect(self._on_chat_opened)
        self._session.activity_changed.connect(self._on_activity_changed)
        self._session.place_wanted.connect(self.pane.transcript.find_in)
        self.top_bar.model_button.clicked.connect(self.choose_model)
        self.picker.open_file_requested.connect(self.open_model_file)
        self.pane.open_file_requested.connect(self.open_model_file)
        self.pane.choose_model_requested.connect(self.choose_model)
        self.pane.about_model_requested.connect(self.about_model)
        self.top_bar.about_button.clicked.connect(self.about_model)
        self.model_dialog.chosen.connect(self.pane.choose_for_model)
        self.pane.transcript.acted.connect(self.inspector.on_acted)
        self.inspector.close_wanted.connect(self.toggle_inspector)
        self.inspector.message_wanted.connect(self.pane.transcript.scroll_to)
        self.pane.approval_bar.waiting_changed.connect(self._on_waiting_changed)
        self._on_model_changed()
        self._on_activity_changed()
        self._on_waiting_changed()

    def _order_focus(self) -> None:
        sidebar, pane = self.sidebar, self.pane
        order: list[QWidget] = [
            *(sidebar.hide_button, sidebar.new_button, sidebar.temporary_button),
            *(sidebar.search.edit, sidebar.search.filter_button, sidebar.list, sidebar.results),
            *(sidebar.trash_page.back_button, sidebar.trash_page.list),
            *(sidebar.trash_page.restore_button, sidebar.trash_page.keep_button),
            sidebar.trash_page.delete_button,
            sidebar.settings_button,
            *(*sidebar.theme_switch.buttons.values(), sidebar.trash_button),
            *(self.top_bar.sidebar_button, self.top_bar.model_button),
            *(self.top_bar.about_button, self.top_bar.inspector_button, pane.transcript),
            *(pane.first_start, pane.empty_page, pane.notices),
            *(pane.approval_bar.show_button, pane.approval_bar.deny_button),
            *(pane.approval_bar.approve_button, pane.composer.edit),
            *(pane.composer.attach_button, pane.composer.prompts_button),
            *(pane.composer.think_chip, pane.composer.tools_button),
            *(pane.composer.send_button, self.inspector.close_button),
        ]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _set_application_theme(self, theme: Theme) -> None:
        QApplication.setPalette(palette(theme))
        QApplication.setFont(theme.fonts.ui())
        self.setWindowIcon(window_icon(theme))

    def _set_theme(self, theme: Theme) -> None:
        self._set_application_theme(theme)
        self.sidebar.set_theme(theme)
        self.top_bar.set_theme(theme)
        self.pane.set_theme(theme)
        self.picker.set_theme(theme)
        self.model_dialog.set_theme(theme)
        self.inspector.set_theme(theme)
        self.settings.set_theme(theme)
        self.palette_box.set_theme(theme, self._icons)

    # ---- what the actions do

    def new_conversation(self) -> None:
        self._session.new_conversation()
        self.focus_composer()

    def new_temporary(self) -> None:
        self._session.new_temporary()
        self.focus_composer()

    def search(self) -> None:
        self._show_sidebar(True)
        self.sidebar.search.focus()

    def toggle_sidebar(self) -> None:
        """What is chosen in a wide window is remembered; a narrow one starts without."""
        shown = not self.sidebar.isVisibleTo(self)
        if not self._narrow:
            self._state_file.state.sidebar_shown = shown
        self._show_sidebar(shown)

    def toggle_inspector(self) -> None:
        """Remembered as for the sidebar: where it lies over the conversation, it starts hidden."""
        shown = not self.inspector.isVisibleTo(self)
        if not self._inspector_place.over:
            self._state_file.state.inspector_shown = shown
        self._show_inspector(shown)

    def focus_composer(self) -> None:
        self.pane.focus_writing()

    def stop(self) -> None:
        if self._session.chat is not None:
            self._session.chat.stop()

    def approve_call(self) -> None:
        self.pane.approval_bar.approve()

    def deny_call(self) -> None:
        self.pane.approval_bar.deny()

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

    def refresh_clock(self) -> None:
        """First what it costs; the notice about it has the button."""
        if self._session.chat is not None:
            self._session.chat.forecast("clock")

    def show_branches(self) -> None:
        self.pane.show_branches()

    def next_theme(self) -> None:
        self._appearance.choose_next()

    def find_text(self) -> None:
        self.pane.open_find()

    def find_next(self) -> None:
        self.pane.transcript.finding.step(1)

    def find_previous(self) -> None:
        self.pane.transcript.finding.step(-1)

    def zoom_by(self, percent: int) -> None:
        self.pane.zoom_by(percent)

    def reset_zoom(self) -> None:
        self.pane.set_zoom(USUAL_ZOOM)

    def quit(self) -> None:
        self.close()

    # ---- what the session and the preferences tell

    def _entries(self) -> list[Entry]:
        """What the palette offers."""
        return [
            *action_entries(self.actions_by_id),
            *self.pane.prompts.entries(),
            *conversation_entries(self._session),
            *preset_entries(self.inspector.scope.presets.all, self.inspector.apply_preset),
            *setting_entries(self.settings),
        ]

    def _on_preferences_changed(self, before: Preferences, now: Preferences) -> None:
        self.pane.follow(now, before)
        self.inspector.show_values()
        self.shortcuts.apply()

    def _on_model_changed(self) -> None:
        self.top_bar.show_state(self._session.model)

    def _on_chat_opened(self, chat: Chat) -> None:
        self.top_bar.temporary_mark.setVisible(chat.conversation.temporary)
        self._on_activity_changed()
        if self._narrow:
            self._show_sidebar(False)

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

    def _show_sidebar(self, shown: bool) -> None:
        if not shown and self.sidebar.isAncestorOf(self.focusWidget() or self):
            self.focus_composer()
        self.sidebar.setVisible(shown)
        self.top_bar.set_sidebar_shown(shown)

    @property
    def _inspector_starts_shown(self) -> bool:
        return not self._inspector_place.over and self._state_file.state.inspector_shown

    def _show_inspector(self, shown: bool) -> None:
        if not shown and self.inspector.isAncestorOf(self.focusWidget() or self):
            self.focus_composer()
        self.inspector.setVisible(shown)
        self.top_bar.inspector_button.setChecked(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW_WIDTH
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_sidebar(not narrow and self._state_file.state.sidebar_shown)
        if self._inspector_place.fit(self.width()):
            self._show_inspector(self._inspector_starts_shown)

    def _restore(self) -> None:
        self.resize(*_DEFAULT_SIZE)
        saved = QByteArray.fromBase64(self._state_file.state.geometry.encode())
        if not saved.isEmpty():
            self.restoreGeometry(saved)
        self._show_sidebar(self._state_file.state.sidebar_shown)
        self._inspector_place.fit(self.width())
        self._show_inspector(self._inspector_starts_shown)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.picker.close_picker()
        geometry = self.saveGeometry().toBase64().data()
        self._state_file.state.geometry = bytes(geometry).decode()
        self._state_file.save()
        super().closeEvent(event)

    # ---- a file dropped on the window

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_model(event.mimeData()) is not None or self._dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if (path := dropped_model(event.mimeData())) is not None:
            event.acceptProposedAction()
            self._session.load_model(path)
        elif files := self._dropped_files(event):
            event.acceptProposedAction()
            self.pane.composer.attach_files(files)

    def _dropped_files(self, event: QDropEvent) -> list[Path]:
        """Files to go with a message, while one can be written."""
        writing = self.pane.composer.isVisibleTo(self.pane)
        return given_files(event.mimeData()) if writing else []
