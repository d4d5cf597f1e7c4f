"""The program among others on the desktop: tray, notifications, files handed over, bugs told.

It outlives the window: `follow` is told of each one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from app.crash import Bug
from app.domain.given_files import Given
from app.domain.preferences import Preferences
from app.file_opening import FileOpening
from app.notification_server import Notification, NotificationServer, session_bus
from app.session import Session
from app.ui.glyph import window_icon
from app.ui.language import tr
from app.ui.notifying import Notifying, Word, message_of
from app.ui.theme import Theme
from app.ui.tray import Tray, TrayIcon, messages_available, tray_available
from app.ui.window import MainWindow

NewIcon = Callable[[QObject], TrayIcon]
NewServer = Callable[[Theme, QObject], NotificationServer | None]
_ICON_SIDE = 64


def notification_server(theme: Theme, parent: QObject) -> NotificationServer | None:
    """None on desktops where notifications belong to the icon in the tray."""
    place = session_bus()
    if place is None:
        return None
    icon = window_icon(theme).pixmap(_ICON_SIDE, _ICON_SIDE).toImage()
    return NotificationServer(place, icon, parent)


class Desktop(QObject):
    """Made once, on the main thread. What begins with `new_` or `has_` is the system's, but in
    tests.

    Signals:
        bug_found(Bug): a bug that nobody caught; may be sent on any thread
    """

    bug_found = Signal(object)

    def __init__(
        self,
        application: QApplication,
        session: Session,
        *,
        new_icon: NewIcon = QSystemTrayIcon,
        has_tray: Callable[[], bool] = tray_available,
        has_messages: Callable[[], bool] = messages_available,
        new_server: NewServer = notification_server,
    ) -> None:
        super().__init__(application)
        self._application = application
        self._session = session
        self._new_icon = new_icon
        self._has_tray = has_tray
        self._has_messages = has_messages
        self._new_server = new_server
        self._window: MainWindow | None = None
        self._hidden = False
        self._spoken_of = ""
        self._server: NotificationServer | None = None
        self.tray: Tray | None = None
        self.notifying = Notifying(session, seen=self._is_seen, parent=self)
        self.opening = FileOpening(self)
        self._connect()

    def _connect(self) -> None:
        self.notifying.worth_a_word.connect(self._tell)
        self.notifying.generating_changed.connect(self._show_generating)
        self._application.focusWindowChanged.connect(self._on_focus_window_changed)
        self._application.commitDataRequest.connect(self.prepare_for_end)
        # Not at once: it may have been found while something is being painted.
        self.bug_found.connect(self.tell_bug, Qt.ConnectionType.QueuedConnection)
        self.opening.wanted.connect(self.take)
        if sys.platform == "darwin":  # elsewhere no such events come, and a filter costs
            self._application.installEventFilter(self.opening)

    def follow(self, window: MainWindow) -> None:
        """This is the window from now on; the tray is made anew, in the language of now."""
        self._window = window
        self._hidden = False
        if self.tray is not None:
            self.tray.close()
            self.tray = None
        window.installEventFilter(self)
        window.left.connect(self._application.quit)
        window.theme_changed.connect(self._on_theme_changed)
        window.preferences_changed.connect(self._on_preferences_changed)
        self._keep_tray()

    @property
    def window(self) -> MainWindow:
        assert self._window is not None, "`follow` comes first"
        return self._window

    # ---- what others want

    def begin(self, wanted: Given) -> None:
        """What the command line names, right after the session's start, which loads the model."""
        if wanted.new and not wanted.files:
            self._session.new_conversation()
        self.window.take(Given(files=wanted.files, sentences=wanted.sentences))

    def take(self, wanted: Given) -> None:
        """Files, and who asks for a new conversation, get one of their own."""
        self.come_forward()
        chat = self._session.chat
        blank = chat is not None and chat.untouched
        if (wanted.files or wanted.new) and not blank:
            self._session.new_conversation()
        self.window.take(wanted)

    def tell_bug(self, bug: Bug) -> None:
        if self._hidden or self.window.isMinimized():
            self.come_forward()
        self.window.trouble.show_bug(bug)

    def quit(self) -> None:
        self.window.quit()

    # ---- the tray

    def _on_preferences_changed(self, before: Preferences, now: Preferences) -> None:
        if before.keep_in_tray != now.keep_in_tray:
            self._keep_tray()

    def _keep_tray(self) -> None:
        kept = self.window.preferences.keep_in_tray and self._has_tray()
        if kept or self.tray is not None:
            self._the_tray().keep(kept)
        self._application.setQuitOnLastWindowClosed(not kept)
        if self._hidden and not kept:  # there is no other way to it any more
            self.come_forward()

    def _the_tray(self) -> Tray:
        if self.tray is None:
            self.tray = Tray(self.window.theme, new_icon=self._new_icon, parent=self)
            self.tray.clicked.connect(self._on_clicked)
            self.tray.toggle_requested.connect(self._toggle)
            self.tray.new_requested.connect(self._begin_conversation)
            self.tray.quit_requested.connect(self.quit)
            self.tray.message_clicked.connect(self._show_spoken_of)
            self.tray.set_generating(self.notifying.generating)
        return self.tray

    def _on_theme_changed(self, theme: Theme) -> None:
        if self.tray is not None:
            self.tray.set_theme(theme)

    def _show_generating(self) -> None:
        if self.tray is not None:
            self.tray.set_generating(self.notifying.generating)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A window that is closed while the tray is kept is only hidden."""
        if watched is not self._window:
            return False
        if event.type() == QEvent.Type.WindowStateChange:
            self._show_whether_hidden()
        if event.type() != QEvent.Type.Close:
            return False
        if self.tray is None or not self.tray.kept or self.window.leaving:
            return False
        event.ignore()
        self._hide()
        return True

    def _hide(self) -> None:
        self._hidden = True
        self.window.keep_place()
        self.window.hide()
        self._show_whether_hidden()

    def come_forward(self) -> None:
        """Show the window."""
        self._hidden = False
        self.window.come_forward()
        self._show_whether_hidden()

    @property
    def _away(self) -> bool:
        return self._hidden or self.window.isMinimized()

    def _show_whether_hidden(self) -> None:
        """The menu says what its first entry does now."""
        if self.tray is not None:
            self.tray.set_window_shown(self.tray.kept and not self._away)

    def _on_clicked(self) -> None:
        """A window that lies under others comes forward; one that is in use goes."""
        if self.window.isActiveWindow():
            self._toggle()
        else:
            self.come_forward()

    def _toggle(self) -> None:
        if self._away or not self._the_tray().kept:
            self.come_forward()
        else:
            self._hide()

    def _begin_conversation(self) -> None:
        self.come_forward()
        self.window.new_conversation()

    def prepare_for_end(self) -> None:
        """The user logs out: closing the window has to mean that."""
        self.window.leaving = True

    # ---- words about what nobody has seen

    def _is_seen(self) -> bool:
        shown = self._window is not None and self._window.isVisible()
        return shown and QApplication.activeWindow() is not None

    def _tell(self, word: Word) -> None:
        preferences = self.window.preferences
        if not preferences.notifications:
            return
        self.window.set_unseen(True)
        title, text = message_of(word, with_text=preferences.notification_text)
        notification = Notification(word.conversation, title, text, action=tr("Show"))
        if self._server is None:
            self._server = self._new_server(self.window.theme, self)
            if self._server is not None:
                self._server.clicked.connect(self._show_conversation)
                self._server.refused.connect(self._tell_by_icon)
        if self._server is not None:
            self._server.show(notification)
        else:
            self._tell_by_icon(notification)

    def _tell_by_icon(self, notification: Notification) -> None:
        """Of the tray, else in the bar of windows."""
        if not self._has_messages():
            self._application.alert(self.window)
            return
        self._spoken_of = notification.conversation
        tray = self._the_tray()
        self._show_whether_hidden()
        tray.show_message(notification.title, notification.text)

    def _show_spoken_of(self) -> None:
        """The person has clicked the message of the tray."""
        spoken_of, self._spoken_of = self._spoken_of, ""
        self._show_conversation(spoken_of)

    def _show_conversation(self, wanted: str) -> None:
        self.come_forward()
        chat = self._session.chat
        if wanted and (chat is None or chat.conversation.id != wanted):
            self._session.open_conversation(wanted)

    def _on_focus_window_changed(self, focused: QWindow | None) -> None:
        """Somebody is here again."""
        if focused is None or self._window is None:
            return
        self._window.set_unseen(False)
        if self._server is not None:
            self._server.withdraw()
        if self.tray is not None:
            self.tray.end_message()
