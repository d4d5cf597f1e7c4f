"""The icon in the system's tray: a menu, a dot while an answer is being written, messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QPointF, Qt, Signal, SignalInstance
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.ui.glyph import window_icon
from app.ui.language import tr
from app.ui.theme import Theme

_SIDES = (22, 24, 32, 44, 64)
_DOT_SHARE = 0.36
_MESSAGE_MS = 10_000


class TrayIcon(Protocol):
    """What is used of Qt's icon; a test has one of its own."""

    @property
    def activated(self) -> SignalInstance: ...
    @property
    def messageClicked(self) -> SignalInstance: ...
    def setContextMenu(self, menu: QMenu) -> None: ...
    def setIcon(self, icon: QIcon) -> None: ...
    def setToolTip(self, text: str) -> None: ...
    def setVisible(self, visible: bool) -> None: ...
    def isVisible(self) -> bool: ...
    def showMessage(self, title: str, text: str, icon: QIcon, milliseconds: int) -> None: ...


def tray_available() -> bool:
    """Whether this desktop shows such icons now."""
    return QSystemTrayIcon.isSystemTrayAvailable()


def messages_available() -> bool:
    return tray_available() and QSystemTrayIcon.supportsMessages()


class Tray(QObject):
    """Shown while it is kept, and for as long as a message of it may be clicked.

    Signals:
        clicked(): the icon itself
        toggle_requested(): show the window, or hide it
        new_requested(): show the window with a new conversation
        quit_requested(): end the program
        message_clicked(): the person wants to see what the last message spoke of
    """

    clicked = Signal()
    toggle_requested = Signal()
    new_requested = Signal()
    quit_requested = Signal()
    message_clicked = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        new_icon: Callable[[QObject], TrayIcon] = QSystemTrayIcon,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kept = False
        self._generating = False
        self._icon = new_icon(self)
        self.menu = QMenu()
        self.toggle_action = self.menu.addAction(tr("Hide Parley"))
        self.new_action = self.menu.addAction(tr("New chat"))
        self.menu.addSeparator()
        self.quit_action = self.menu.addAction(tr("Quit"))
        self._icon.setContextMenu(self.menu)
        self._connect()
        self.set_theme(theme)

    def _connect(self) -> None:
        self.toggle_action.triggered.connect(self.toggle_requested)
        self.new_action.triggered.connect(self.new_requested)
        self.quit_action.triggered.connect(self.quit_requested)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(self.message_clicked)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._show_icon()

    @property
    def kept(self) -> bool:
        return self._kept

    def keep(self, kept: bool) -> None:
        """Show the icon all the time, or for messages only."""
        self._kept = kept
        self._icon.setVisible(kept)

    def close(self) -> None:
        """The icon goes for good."""
        self._icon.setVisible(False)
        self.menu.deleteLater()
        self.deleteLater()

    def set_window_shown(self, shown: bool) -> None:
        self.toggle_action.setText(tr("Hide Parley") if shown else tr("Show Parley"))

    def set_generating(self, generating: bool) -> None:
        if generating != self._generating:
            self._generating = generating
            self._show_icon()

    def show_message(self, title: str, text: str) -> None:
        self._icon.setVisible(True)  # without an icon there is no message
        self._icon.showMessage(title, text, window_icon(self._theme), _MESSAGE_MS)

    def end_message(self) -> None:
        """It has been seen: the icon goes, if it was there for the message only."""
        if not self._kept and self._icon.isVisible():
            self._icon.setVisible(False)

    def _show_icon(self) -> None:
        self._icon.setIcon(tray_icon(self._theme, dot=self._generating))
        text = tr("Parley is writing an answer") if self._generating else "Parley"
        self._icon.setToolTip(text)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """A click; where a click opens the menu, the system does that."""
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.clicked.emit()


def tray_icon(theme: Theme, *, dot: bool) -> QIcon:
    """The sign of the program, with a dot at its corner."""
    plain = window_icon(theme)
    if not dot:
        return plain
    icon = QIcon()
    for side in _SIDES:
        pixmap = plain.pixmap(side, side)
        pixmap.setDevicePixelRatio(1)
        _paint_dot(pixmap, theme)
        icon.addPixmap(pixmap)
    return icon


def _paint_dot(pixmap: QPixmap, theme: Theme) -> None:
    side = pixmap.width()
    radius = side * _DOT_SHARE / 2
    ring = radius * 1.25
    center = QPointF(side - ring, side - ring)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.window)
    painter.drawEllipse(center, ring, ring)
    painter.setBrush(theme.ok)
    painter.drawEllipse(center, radius, radius)
    painter.end()
