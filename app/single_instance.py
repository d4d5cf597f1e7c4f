"""One program per data folder: a second start hands its wish over to the first, and leaves."""

from __future__ import annotations

import json
import logging
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QLockFile, QObject, QThread, Signal

from app.arguments import Arguments
from app.domain.given_files import Given

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

NO_ANSWER = (
    "Parley already runs with the data folder {}, but it does not answer. "
    "Close it, or end its process, and start again.\n"
)
SMOKE_NEEDS_ROOM = "Parley already runs with the data folder {}: test with another one.\n"
ANSWER_WITHIN_MS = 3000
LISTEN_WITHIN_MS = 15_000
"""The first one may be just starting, on a machine that is busy with others."""
RETRY_MS = 50


class SingleInstance(QObject):
    """A lock in the data folder, and a local socket to be reached by.

    Signals:
        called(): somebody started the program again
        wanted(Given): and hands these files over, or wants a new conversation
    """

    called = Signal()
    wanted = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lock = QLockFile(str(folder / "parley.lock"))
        self._lock.setStaleLockTime(0)  # only a lock whose process is gone is stale
        self._server: QLocalServer | None = None

    @cached_property
    def name(self) -> str:
        """Of the socket."""
        import hashlib  # late: it brings OpenSSL along

        return "parley-" + hashlib.sha256(str(self._folder.resolve()).encode()).hexdigest()[:20]

    def acquire(self) -> bool:
        """Whether this is the first; then `listen` when there is time."""
        locked = self._lock.tryLock(0)
        return locked or self._lock.error() != QLockFile.LockError.LockFailedError

    def listen(self) -> None:
        """It can be called from now on; a second start has gone on trying until then."""
        from PySide6.QtNetwork import QLocalServer  # late: the first paint does without

        QLocalServer.removeServer(self.name)  # left over by a crash
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_called)
        self._server.listen(self.name)

    def leave(self, wanted: Arguments) -> int | None:
        """Hand over to the first one what was wanted; returns the exit status of this one.

        None when the first one has gone meanwhile, and this is the first.
        """
        if wanted.smoke:
            sys.stderr.write(SMOKE_NEEDS_ROOM.format(self._folder))
            return 1
        deadline = QDeadlineTimer(LISTEN_WITHIN_MS)
        told = False
        while not told and not deadline.hasExpired():
            told, heard = self._hand_over(wanted.given)
            if heard:
                return 0
            if self.acquire():
                return None
            QThread.msleep(RETRY_MS)
        sys.stderr.write(NO_ANSWER.format(self._folder))
        return 1

    def _hand_over(self, wish: Given) -> tuple[bool, bool]:
        """Whether the first one is told and still there, and whether it has heard it."""
        from PySide6.QtNetwork import QLocalSocket

        socket = QLocalSocket()
        socket.connectToServer(self.name)
        heard = socket.waitForConnected(ANSWER_WITHIN_MS) and _heard(socket, wish)
        return socket.state() == QLocalSocket.LocalSocketState.ConnectedState, heard

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _on_called(self) -> None:
        assert self._server is not None, "it says so"
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(lambda: self._read(socket))
        socket.disconnected.connect(socket.deleteLater)
        self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        """One JSON line; answered, so that the caller knows it was heard."""
        if not socket.canReadLine():
            return
        wish = _from_line(bytes(socket.readLine().data()))
        if wish is None:
            return
        socket.write(b"heard\n")
        socket.flush()
        self.called.emit()
        if not wish.nothing:
            self.wanted.emit(wish)


def _heard(socket: QLocalSocket, wish: Given) -> bool:
    socket.write(_to_line(wish))
    socket.flush()
    return socket.waitForReadyRead(ANSWER_WITHIN_MS)


def _to_line(wish: Given) -> bytes:
    values = {
        "model": str(wish.model) if wish.model else "",
        "files": [str(path) for path in wish.files],
        "sentences": list(wish.sentences),
        "new": wish.new,
    }
    return json.dumps(values).encode() + b"\n"


def _from_line(line: bytes) -> Given | None:
    """None for a line that another program, or another version of this one, has written."""
    try:
        values = json.loads(line)
        model = values["model"]
        return Given(
            model=Path(model) if model else None,
            files=tuple(Path(path) for path in values["files"]),
            sentences=tuple(str(sentence) for sentence in values["sentences"]),
            new=bool(values["new"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        log.warning("a second start said what cannot be read: %r", error)
        return None
