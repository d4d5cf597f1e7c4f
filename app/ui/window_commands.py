"""What the table of actions can ask of the main window and of what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.preferences import USUAL_ZOOM
from app.session import Session
from app.ui.appearance import Appearance
from app.ui.conversation_commands import ConversationCommands

if TYPE_CHECKING:
    from app.ui.window import MainWindow


class WindowCommands:
    """`app.ui.actions.Commands` for one window."""

    def __init__(self, window: MainWindow, *, session: Session, appearance: Appearance) -> None:
        self._window = window
        self._session = session
        self._appearance = appearance

    # ---- conversations and answers

    @property
    def conversation(self) -> ConversationCommands:
        return self._window.pane.commands

    def new_conversation(self) -> None:
        self._window.new_conversation()

    def new_temporary(self) -> None:
        self._session.new_temporary()
        self._window.focus_composer()

    def focus_composer(self) -> None:
        self._window.focus_composer()

    def stop(self) -> None:
        if self._session.chat is not None:
            self._session.chat.stop()

    def approve_call(self) -> None:
        self._window.pane.approval_bar.approve()

    def deny_call(self) -> None:
        self._window.pane.approval_bar.deny()

    def refresh_clock(self) -> None:
        """First what it costs; the notice about it has the button."""
        if self._session.chat is not None:
            self._session.chat.forecast("clock")

    # ---- looking for something

    def search(self) -> None:
        self._window.open_search()

    def find_text(self) -> None:
        self._window.pane.open_find()

    def find_next(self) -> None:
        self._window.pane.transcript.finding.step(1)

    def find_previous(self) -> None:
        self._window.pane.transcript.finding.step(-1)

    def show_branches(self) -> None:
        self._window.pane.show_branches()

    # ---- what is shown, and how

    def toggle_sidebar(self) -> None:
        self._window.toggle_sidebar()

    def toggle_inspector(self) -> None:
        self._window.toggle_inspector()

    def next_theme(self) -> None:
        self._appearance.choose_next()

    def zoom_by(self, percent: int) -> None:
        self._window.pane.zoom_by(percent)

    def reset_zoom(self) -> None:
        self._window.pane.set_zoom(USUAL_ZOOM)

    # ---- other windows, and the end

    def open_model_file(self) -> None:
        self._window.open_model_file()

    def open_settings(self) -> None:
        self._window.open_settings()

    def open_palette(self) -> None:
        self._window.open_palette()

    def show_log(self) -> None:
        self._window.trouble.open_log()

    def quit(self) -> None:
        self._window.quit()
