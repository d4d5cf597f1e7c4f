"""The transcript, made when there is a message to be shown: the first paint does without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from app.domain.preferences import Preferences, PreferencesFile
from app.session import Session
from app.ui.icons import Icons
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.chat import Chat
    from app.ui.message_actions import MessageActions
    from app.ui.transcript.view import TranscriptView


class LateTranscript(QObject):
    """With what a click in it asks for. What this is told before it is made holds afterwards.

    Signals:
        made(TranscriptView): there is one from now on; it shows no chat yet
    """

    made = Signal(object)

    def __init__(
        self,
        *,
        session: Session,
        preferences: PreferencesFile,
        theme: Theme,
        icons: Icons,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._preferences = preferences
        self._theme = theme
        self._icons = icons
        self._chat: Chat | None = None
        self._made: tuple[TranscriptView, MessageActions] | None = None

    @property
    def is_made(self) -> bool:
        return self._made is not None

    @property
    def view(self) -> TranscriptView:
        """Made when it is first asked for."""
        view, _ = self._made or self._make()
        return view

    def _make(self) -> tuple[TranscriptView, MessageActions]:
        from app.ui.message_actions import MessageActions
        from app.ui.transcript.view import TranscriptView

        zoom = self._preferences.current.zoom_percent
        view = TranscriptView(self._theme, self._icons, zoom_percent=zoom)
        view.motion.reduced = self._preferences.current.reduced_motion
        view.link_activated.connect(lambda url: QDesktopServices.openUrl(QUrl(url)))
        actions = MessageActions(
            view,
            session=self._session,
            preferences=self._preferences,
            theme=self._theme,
            icons=self._icons,
            parent=self,
        )
        self._made = view, actions
        self.made.emit(view)
        if self._chat is not None:
            self.set_chat(self._chat)
        return self._made

    def set_chat(self, chat: Chat) -> None:
        self._chat = chat
        if self._made is not None:
            view, actions = self._made
            actions.set_chat(chat)
            view.set_chat(chat)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._made is not None:
            view, actions = self._made
            view.set_theme(theme)
            actions.set_theme(theme)

    def follow(self, now: Preferences, before: Preferences | None) -> None:
        """The size of text is followed only when it is another than before."""
        if self._made is not None:
            view, _ = self._made
            view.motion.reduced = now.reduced_motion
            if before is not None and before.zoom_percent != now.zoom_percent:
                view.set_zoom(now.zoom_percent)

    def selected_text(self) -> str:
        return self.view.selected_text() if self.is_made else ""

    def show_branches(self) -> None:
        """Open the map of the branches in its middle."""
        _, actions = self._made or self._make()
        actions.show_branches()
