"""A tray icon and a server of notifications that only remember."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.notification_server import BusPlace, Notification, NotificationServer

CLICK = QSystemTrayIcon.ActivationReason.Trigger


class FakeIcon(QObject):
    """`messages` are title and text of what was shown."""

    activated = Signal(QSystemTrayIcon.ActivationReason)
    messageClicked = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.messages: list[tuple[str, str]] = []
        self.tip = ""
        self.icons: list[QIcon] = []
        self.menu: QMenu | None = None
        self._visible = False

    def setContextMenu(self, menu: QMenu) -> None:
        self.menu = menu

    def setIcon(self, icon: QIcon) -> None:
        self.icons.append(icon)

    def setToolTip(self, text: str) -> None:
        self.tip = text

    def setVisible(self, visible: bool) -> None:
        self._visible = visible

    def isVisible(self) -> bool:
        return self._visible

    def showMessage(self, title: str, text: str, icon: QIcon, milliseconds: int) -> None:
        assert not icon.isNull()
        assert milliseconds > 0
        self.messages.append((title, text))


class FakeServer(NotificationServer):
    """Shows nothing. `shown` are those it was given, `withdrawals` how often they were all gone."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(BusPlace(""), QImage(1, 1, QImage.Format.Format_ARGB32), parent)
        self.shown: list[Notification] = []
        self.withdrawals = 0

    def show(self, notification: Notification) -> None:
        self.shown.append(notification)

    def withdraw(self) -> None:
        self.withdrawals += 1
