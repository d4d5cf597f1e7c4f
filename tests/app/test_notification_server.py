"""Notifications of the Linux desktop: a bus of the test's own, over a real socket."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    Parser,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.auth import BEGIN, make_auth_external
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from pytestqt.qtbot import QtBot

from app.notification_server import BusPlace, Notification, NotificationServer, session_bus

LETTER = Notification("one", "My <letter>", "Dear <b>landlord</b> & co", "Show")
SERVICE = "org.freedesktop.Notifications"
OBJECT = DBusAddress("/org/freedesktop/Notifications", SERVICE, SERVICE)


class FakeBus(QObject):
    """Lets everybody in; `calls` are what they asked, and notifications are counted from 1."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.calls: list[Message] = []
        self.welcome = [b"OK 0123\r\n"]
        self.capabilities: tuple[str, Any] = "as", (["body", "actions", "body-markup"],)
        self.has_server = True
        self.silent = False
        self.sockets: list[QLocalSocket] = []
        self.number = 0
        self.serial = 0
        self._parser: Parser | None = None
        self._server = QLocalServer(self)
        self._server.newConnection.connect(self._on_connected)
        assert self._server.listen(str(path))

    def bodies(self, member: str) -> list[Any]:
        """What the calls of this name carried."""
        return [call.body for call in self.calls if field(call, HeaderFields.member) == member]

    def signal(self, member: str, *body: Any, signature: str = "us", of: str = SERVICE) -> None:
        emitter = DBusAddress(OBJECT.object_path, interface=of)
        self.send(new_signal(emitter, member, signature, body))

    def write(self, data: bytes) -> None:
        self.sockets[-1].write(data)
        self.sockets[-1].flush()

    def send(self, message: Message) -> None:
        self.serial += 1
        self.write(message.serialise(self.serial))

    def _on_connected(self) -> None:
        self._parser = None
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))
        self.sockets.append(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if self._parser is None:
            line = bytes(socket.readLine().data())
            if line == b"\0" + make_auth_external():
                for piece in self.welcome:
                    self.write(piece)
            elif line == BEGIN:
                self._parser = Parser()
        if self._parser is not None:
            for call in self._parser.feed(bytes(socket.readAll().data())):
                self.calls.append(call)
                if not self.silent:
                    self._answer(call)

    def _answer(self, call: Message) -> None:
        member = field(call, HeaderFields.member)
        if field(call, HeaderFields.destination) == SERVICE and not self.has_server:
            self.send(new_error(call, "org.freedesktop.DBus.Error.ServiceUnknown"))
        elif member == "GetCapabilities":
            self.send(new_method_return(call, *self.capabilities))
        elif member == "Notify":
            self.number += 1
            self.send(new_method_return(call, "u", (self.number,)))


def field(message: Message, name: HeaderFields) -> Any:
    return message.header.fields.get(name)


class Seat:
    """A program that shows notifications, and what became of them."""

    def __init__(self, place: Path) -> None:
        image = QImage(2, 2, QImage.Format.Format_ARGB32)
        image.fill(0xFF112233)
        self.server = NotificationServer(BusPlace(str(place)), image)
        self.clicked: list[str] = []
        self.refused: list[Notification] = []
        self.server.clicked.connect(self.clicked.append)
        self.server.refused.connect(self.refused.append)


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def bus(tmp_path: Path) -> FakeBus:
    return FakeBus(tmp_path / "bus")


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """The bus may come later: nothing is asked before the first notification."""
    return Seat(tmp_path / "bus")


def test_nothing_is_asked_before_there_is_a_notification(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    assert bus.sockets == []
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.number == 1)

    members = [field(call, HeaderFields.member) for call in bus.calls]
    assert members == ["Hello", "AddMatch", "GetCapabilities", "Notify"]
    ((rule,),) = bus.bodies("AddMatch")
    assert sorted(rule.split(",")) == [f"interface='{SERVICE}'", "type='signal'"]


def test_it_can_be_clicked_and_its_text_is_no_markup(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.number == 1)

    name, replaces, _icon, title, text, actions, hints, _time = bus.bodies("Notify")[0]
    assert (name, replaces, title) == ("Parley", 0, "My <letter>")
    assert text == "Dear &lt;b&gt;landlord&lt;/b&gt; &amp; co"
    assert actions == ["default", "Show"]
    assert hints["urgency"] == ("y", 1)
    pixels = bytes([0x11, 0x22, 0x33, 0xFF] * 4)
    assert hints["image-data"] == ("(iiibiiay)", (2, 2, 8, True, 8, 4, pixels))


def test_a_server_without_markup_and_actions_gets_neither(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    bus.capabilities = "as", (["body"],)
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.number == 1)

    _name, _replaces, _icon, _title, text, actions, _hints, _time = bus.bodies("Notify")[0]
    assert (text, actions) == ("Dear <b>landlord</b> & co", [])


def test_a_click_names_its_conversation_and_others_are_not_ours(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    seat.server.show(LETTER)
    seat.server.show(Notification("two", "T", "t", "Show"))
    qtbot.waitUntil(lambda: bus.number == 2)
    bus.signal("ActionInvoked", 99, "default")
    bus.signal("ActionInvoked", 1, "settings")
    bus.signal("ActionInvoked", 1, "default", of="org.example.Other")
    bus.signal("ActionInvoked", 1, signature="u")
    bus.signal("ActionInvoked", 2, "default")
    bus.signal("ActionInvoked", 1, "default")
    qtbot.waitUntil(lambda: len(seat.clicked) == 2)

    assert seat.clicked == ["two", "one"]
    assert seat.refused == []


def test_what_has_been_seen_is_taken_back_once(bus: FakeBus, seat: Seat, qtbot: QtBot) -> None:
    seat.server.show(LETTER)
    seat.server.show(Notification("two", "T", "t", "Show"))
    qtbot.waitUntil(lambda: bus.number == 2)
    bus.signal("NotificationClosed", 1, 2, signature="uu")
    bus.signal("ActionInvoked", 2, "default")
    qtbot.waitUntil(lambda: seat.clicked == ["two"])
    seat.server.withdraw()
    seat.server.withdraw()
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.number == 3)

    assert bus.bodies("CloseNotification") == [(2,)]


def test_without_a_bus_it_is_refused(tmp_path: Path, qtbot: QtBot) -> None:
    seat = Seat(tmp_path / "nothing")
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: seat.refused == [LETTER])


def test_without_a_server_it_is_refused_and_tried_again(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    bus.has_server = False
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: seat.refused == [LETTER])
    bus.has_server = True
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.number == 1)

    assert seat.refused == [LETTER]


def test_a_server_that_never_answers_is_not_waited_for(
    bus: FakeBus, seat: Seat, qtbot: QtBot
) -> None:
    bus.silent = True
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.bodies("GetCapabilities") != [])
    seat.server._timer.timeout.emit()

    assert seat.refused == [LETTER]


def test_a_bus_that_ends_loses_nothing(bus: FakeBus, seat: Seat, qtbot: QtBot) -> None:
    bus.silent = True
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.bodies("GetCapabilities") != [])
    bus.sockets[0].abort()
    qtbot.waitUntil(lambda: seat.refused == [LETTER])


@pytest.mark.parametrize(
    "welcome",
    [
        [b"REJECTED EXTERNAL\r\n"],
        [b"OK 0123\r\n", b"HTTP/1.1 200 OK\r\n\r\n"],  # another protocol
    ],
)
def test_a_bus_that_lets_nobody_in_or_speaks_something_else_is_left(
    bus: FakeBus, seat: Seat, qtbot: QtBot, welcome: list[bytes]
) -> None:
    bus.welcome = welcome
    bus.silent = True
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: seat.refused == [LETTER])


def test_bytes_that_are_no_message_end_it(bus: FakeBus, seat: Seat, qtbot: QtBot) -> None:
    bus.silent = True
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: bus.bodies("GetCapabilities") != [])
    bus.write(b"l\x09\0\1" + bytes(12))
    qtbot.waitUntil(lambda: seat.refused == [LETTER])


@pytest.mark.parametrize("answer", [("s", ("body",)), ("", ())])
def test_a_server_that_answers_something_else_is_left(
    bus: FakeBus, seat: Seat, qtbot: QtBot, answer: tuple[str, Any]
) -> None:
    bus.capabilities = answer
    seat.server.show(LETTER)
    qtbot.waitUntil(lambda: seat.refused == [LETTER])

    assert bus.number == 0


def test_where_the_bus_is() -> None:
    user = {"XDG_RUNTIME_DIR": "/run/user/1000"}
    assert session_bus(user, "linux") == BusPlace("/run/user/1000/bus")
    for address, place in {
        "unix:path=/run/a%20b,guid=01": BusPlace("/run/a b"),
        "unix:guid=01,abstract=/tmp/dbus-x": BusPlace("/tmp/dbus-x", abstract=True),
        "tcp:host=here,port=1;unix:path=/run/bus": BusPlace("/run/bus"),
    }.items():
        assert session_bus({"DBUS_SESSION_BUS_ADDRESS": address, **user}, "linux") == place
    assert session_bus({}, "linux") is None
    assert session_bus(user, "darwin") is None
