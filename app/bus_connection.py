"""One conversation with the session's D-Bus; jeepney knows its bytes, Qt's socket carries them.

Imports jeepney, which is there on Linux only: to be imported when it is needed.
"""

from __future__ import annotations

import struct
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    Parser,
    message_bus,
    new_method_call,
)
from jeepney.auth import BEGIN, AuthenticationError, Authenticator
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalSocket

_NO_MESSAGE = (ValueError, LookupError, TypeError, AssertionError, struct.error)
"""What jeepney's parser raises about bytes that are none."""


class BusConnection(QObject):
    """Opened once; nothing waits for it.

    Signals:
        entered(): the bus has let this in, and calls may be made
        returned(int, object): what the call of this number answered, as a tuple
        refused(int): the call of this number has failed
        signalled(str, object): a signal of `service`, and what it carries, as a tuple
        failed(): there is no bus, or it is gone, or it speaks something else
    """

    entered = Signal()
    returned = Signal(int, object)
    refused = Signal(int)
    signalled = Signal(str, object)
    failed = Signal()

    def __init__(
        self, service: str, *, socket_name: str, abstract: bool, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        path = "/" + service.replace(".", "/")
        self._service = DBusAddress(path, bus_name=service, interface=service)
        self._socket_name = socket_name
        self._authenticator = Authenticator()
        self._parser = Parser()
        self._serial = 0
        self._socket = QLocalSocket(self)
        if abstract:
            self._socket.setSocketOptions(QLocalSocket.SocketOption.AbstractNamespaceOption)
        self._socket.connected.connect(self._on_connected)
        self._socket.readyRead.connect(self._on_ready_read)
        self._socket.errorOccurred.connect(self.failed)

    def open(self) -> None:
        """Ends in `entered` or `failed`, perhaps at once."""
        self._socket.connectToServer(self._socket_name)

    def close(self) -> None:
        """Nothing is heard of it any more."""
        self.blockSignals(True)
        self._socket.abort()
        self.deleteLater()

    def call(self, member: str, signature: str = "", *body: Any) -> int:
        """The number of the call."""
        return self._send(new_method_call(self._service, member, signature or None, body))

    def _send(self, message: Message) -> int:
        self._serial += 1
        self._socket.write(message.serialise(self._serial))
        return self._serial

    def _on_connected(self) -> None:
        self._socket.write(self._authenticator.data_to_send())

    def _on_ready_read(self) -> None:
        data = bytes(self._socket.readAll().data())
        if not self._authenticator.authenticated:
            self._enter(data)
            return
        try:
            messages = self._parser.feed(data)
        except _NO_MESSAGE:
            self.failed.emit()
            return
        for message in messages:
            self._take(message)

    def _enter(self, data: bytes) -> None:
        try:
            self._authenticator.feed(data)
        except AuthenticationError:
            self.failed.emit()
            return
        if self._authenticator.authenticated:
            self._socket.write(BEGIN)
            self._send(message_bus.Hello())
            rule = MatchRule(type="signal", interface=self._service.interface)
            self._send(message_bus.AddMatch(rule))
            self.entered.emit()

    def _take(self, message: Message) -> None:
        fields = message.header.fields
        match message.header.message_type:
            case MessageType.method_return:
                self.returned.emit(fields.get(HeaderFields.reply_serial, 0), message.body)
            case MessageType.error:
                self.refused.emit(fields.get(HeaderFields.reply_serial, 0))
            case MessageType.signal:
                if fields.get(HeaderFields.interface) == self._service.interface:
                    self.signalled.emit(fields.get(HeaderFields.member, ""), message.body)
