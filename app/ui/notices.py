"""Messages inside the window: one sentence each, with at most one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6 import QtGui
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from app.ui.chrome import chrome_style
from app.ui.icons import Icons
from app.ui.keyboard_focus import Bar, put_after
from app.ui.language import tr
from app.ui.theme import COMPOSER_WIDTH, Theme

Tone = Literal["info", "warning", "error"]
_ICONS = {"info": "info", "warning": "triangle-alert", "error": "circle-alert"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice replaces the one with the same `subject`.

    With `seconds` it leaves by itself; without, when it is closed.
    """

    subject: str
    sentence: str
    tone: Tone = "info"
    button: str = ""
    run: Callable[[], None] | None = None
    seconds: float | None = None


NewNotice = Callable[[], Notice]
"""Makes a notice with its words in the language of now; it refers to nothing of a window."""


class NoticeBar(QFrame):
    """One notice on screen.

    Signals:
        closed(str): the notice on this subject was closed, used, or its time is over
    """

    closed = Signal(str)

    def __init__(self, notice: Notice) -> None:
        super().__init__()
        self.notice = notice
        self.setObjectName("notice")
        self.setProperty("tone", notice.tone)
        self._icon = QLabel()
        self._sentence = QLabel(notice.sentence)
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(notice.button)
        self.button.clicked.connect(self._run)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(tr("Close this message"))
        self.close_button.setToolTip(tr("Close"))
        self.close_button.clicked.connect(self._end)
        for button in (self.button, self.close_button):
            button.setAccessibleDescription(notice.sentence)
        self._lay_out()
        if notice.seconds is not None:
            timer = QTimer(self, singleShot=True, interval=round(notice.seconds * 1000))
            timer.timeout.connect(self._end)
            timer.start()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self._sentence, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.close_button)
        self.button.setVisible(self.notice.run is not None)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        colors = {"info": theme.secondary, "warning": theme.warning, "error": theme.error}
        color, ratio = colors[self.notice.tone], self.devicePixelRatioF()
        name = _ICONS[self.notice.tone]
        self._icon.setPixmap(icons.pixmap(name, color, device_pixel_ratio=ratio))
        self.close_button.setIcon(icons.icon("x", theme.secondary))

    def _end(self) -> None:
        self.closed.emit(self.notice.subject)

    def _run(self) -> None:
        self._end()
        if self.notice.run is not None:
            self.notice.run()


class Notices(Bar):
    """The notices shown now, oldest first."""

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._bars: dict[str, NoticeBar] = {}
        self._makers: dict[str, NewNotice] = {}
        self.setMaximumWidth(COMPOSER_WIDTH)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        for bar in self._bars.values():
            bar.set_theme(theme, self._icons)

    def show_notice(self, new: Notice | NewNotice) -> None:
        """One that is made by `new` can go on in another language."""
        notice = new if isinstance(new, Notice) else new()
        self.close_notice(notice.subject)
        if not isinstance(new, Notice):
            self._makers[notice.subject] = new
        bar = NoticeBar(notice)
        bar.closed.connect(self.close_notice)
        bar.set_theme(self._theme, self._icons)
        before = [one.close_button for one in self._bars.values()]
        self._bars[notice.subject] = bar
        self._layout.addWidget(bar)
        put_after(before[-1] if before else self, (bar.button, bar.close_button))
        self.show()
        announcement = QtGui.QAccessibleAnnouncementEvent(self, notice.sentence)
        QtGui.QAccessible.updateAccessibility(announcement)

    def close_notice(self, subject: str) -> None:
        """Close the notice on this subject, if there is one."""
        bar = self._bars.pop(subject, None)
        self._makers.pop(subject, None)
        if bar is not None:
            self.release(bar)
            self._layout.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self.setVisible(bool(self._bars))

    def take_over(self, old: Notices) -> None:
        """Show what another window showed, in the language of now."""
        for subject in old._bars:
            if subject in old._makers and subject not in self._bars:
                self.show_notice(old._makers[subject])

    def bar(self, subject: str) -> NoticeBar | None:
        return self._bars.get(subject)
