"""Notifications of the Linux desktop, which can be clicked and need no icon in a tray.

Qt's tray icon sends them there without an action, as unimportant, with their text as markup.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from app.bus_connection import BusConnection

ANSWER_WITHIN_MS = 3000
_SERVICE = "org.freedesktop.Notifications"
_CLICK = "default"
"""The action of the whole notification."""
_NORMAL_URGENCY = 1
_SERVERS_TIME_MS = -1


@dataclass(frozen=True, slots=True)
class Notification:
    """`text` is plain; `action` says in a word what a click does."""

    conversation: str
    title: str
    text: str
    action: str


@dataclass(frozen=True, slots=True)
class BusPlace:
    """The socket of the session's bus: a file, or a name of the kernel's own."""

    name: str
    abstract: bool = False


class NotificationServer(QObject):
    """The one of this session, spoken to from the first notification on; nothing waits for it.

    Signals:
        clicked(str): the notification about this conversation
        refused(Notification): it cannot be shown this way
    """

    clicked = Signal(str)
    refused = Signal(object)

    def __init__(self, place: BusPlace, icon: QImage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._icon = icon.convertToFormat(QImage.Format.Format_RGBA8888)
        self._waiting: list[Notification] = []
        self._asked: dict[int, Notification] = {}
        self._shown: dict[int, str] = {}
        self._bus: BusConnection | None = None
        self._capabilities_call = 0
        self._capabilities: frozenset[str] | None = None
        self._timer = QTimer(self, singleShot=True, interval=ANSWER_WITHIN_MS)
        self._timer.timeout.connect(self._give_up)

    def show(self, notification: Notification) -> None:
        """It is shown soon, or refused."""
        self._waiting.append(notification)
        self._timer.start()
        if self._bus is None:
            self._open()
        elif self._capabilities is not None:
            self._send_waiting(self._bus)

    def withdraw(self) -> None:
        """What it spoke of has been seen."""
        if self._bus is not None:
            for number in self._shown:
                self._bus.call("CloseNotification", "u", number)
        self._shown = {}

    # ---- the connection

    def _open(self) -> None:
        from app.bus_connection import BusConnection  # late: the start does without

        place = self._place
        bus = BusConnection(_SERVICE, socket_name=place.name, abstract=place.abstract, parent=self)
        bus.entered.connect(self._on_entered)
        bus.returned.connect(self._on_returned)
        bus.refused.connect(self._on_refused)
        bus.signalled.connect(self._on_signalled)
        bus.failed.connect(self._give_up)
        self._bus = bus
        bus.open()

    def _on_entered(self) -> None:
        assert self._bus is not None, "it has entered"
        self._capabilities_call = self._bus.call("GetCapabilities")

    def _give_up(self) -> None:
        """Whoever waits is told; the next notification tries again."""
        self._timer.stop()
        left = [*self._asked.values(), *self._waiting]
        self._asked, self._waiting, self._shown = {}, [], {}
        self._capabilities_call, self._capabilities = 0, None
        if self._bus is not None:
            self._bus.close()
            self._bus = None
        for notification in left:
            self.refused.emit(notification)

    # ---- what comes back

    def _on_refused(self, call: int) -> None:
        if call == self._capabilities_call or call in self._asked:
            self._give_up()

    def _on_returned(self, call: int, body: tuple[Any, ...]) -> None:
        if call != self._capabilities_call and call not in self._asked:
            return
        match body:
            case (list() as words,) if call == self._capabilities_call:
                assert self._bus is not None, "it has answered"
                self._capabilities = frozenset(map(str, words))
                self._send_waiting(self._bus)
            case (int() as number,) if call in self._asked:
                self._shown[number] = self._asked.pop(call).conversation
                if not self._asked:
                    self._timer.stop()
            case _:
                self._give_up()

    def _on_signalled(self, member: str, body: tuple[Any, ...]) -> None:
        match body:
            case (int() as number, _) if member == "NotificationClosed":
                self._shown.pop(number, None)
            case (int() as number, action) if member == "ActionInvoked" and action == _CLICK:
                if number in self._shown:
                    self.clicked.emit(self._shown[number])

    # ---- the notifications

    def _send_waiting(self, bus: BusConnection) -> None:
        for notification in self._waiting:
            self._asked[self._notify(bus, notification)] = notification
        self._waiting = []

    def _notify(self, bus: BusConnection, notification: Notification) -> int:
        can = self._capabilities or frozenset()
        text = notification.text
        return bus.call(
            "Notify",
            "susssasa{sv}i",
            "Parley",
            0,
            "",
            notification.title,
            escape(text, quote=False) if "body-markup" in can else text,
            [_CLICK, notification.action] if "actions" in can else [],
            {
                "urgency": ("y", _NORMAL_URGENCY),
                "desktop-entry": ("s", "parley"),
                "image-data": ("(iiibiiay)", self._image()),
            },
            _SERVERS_TIME_MS,
        )

    def _image(self) -> tuple[Any, ...]:
        """Width, height, bytes in a row, has alpha, bits and number of channels, the pixels."""
        icon = self._icon
        pixels = bytes(icon.constBits())
        return icon.width(), icon.height(), icon.bytesPerLine(), True, 8, 4, pixels


def session_bus(
    environment: Mapping[str, str] = os.environ, system: str = sys.platform
) -> BusPlace | None:
    """None where there is none, or where notifications go another way."""
    if not system.startswith("linux"):
        return None
    for address in environment.get("DBUS_SESSION_BUS_ADDRESS", "").split(";"):
        transport, _colon, rest = address.partition(":")
        given = dict(pair.partition("=")[::2] for pair in rest.split(","))
        for key in ("path", "abstract"):
            if transport == "unix" and key in given:
                return BusPlace(unquote(given[key]), abstract=key == "abstract")
    runtime = environment.get("XDG_RUNTIME_DIR")
    return BusPlace(f"{runtime}/bus") if runtime else None
