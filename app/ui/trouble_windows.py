"""The windows for trouble, made when they are needed first: the log and the report of a bug."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.session import Session
from app.ui.icons import Icons
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.crash import Bug
    from app.ui.crash_dialog import CrashDialog
    from app.ui.log_window import LogWindow


class TroubleWindows:
    """One of each, over the main window."""

    def __init__(self, *, session: Session, theme: Theme, icons: Icons, over: QWidget) -> None:
        self._session = session
        self._theme = theme
        self._icons = icons
        self._over = over
        self.log: LogWindow | None = None
        self.crash: CrashDialog | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for window in (self.log, self.crash):
            if window is not None:
                window.set_theme(theme)

    def open_log(self) -> None:
        if self.log is None:
            from app.ui.log_window import LogWindow

            self.log = LogWindow(
                paths=self._session.paths, theme=self._theme, icons=self._icons, over=self._over
            )
        self.log.open_log()

    def show_bug(self, bug: Bug) -> None:
        if self.crash is None:
            from app.ui.crash_dialog import CrashDialog

            self.crash = CrashDialog(
                session=self._session,
                theme=self._theme,
                icons=self._icons,
                open_log=self.open_log,
                over=self._over,
            )
        self.crash.add(bug)
