"""The only door between the engine's threads and Qt.

Whatever other threads bring is put into a queue and announced by one queued signal per batch or
closure; the main thread takes it out in the order it came.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from engine.events import Event
    from engine.types import Command


class Host(Protocol):
    """What the bridge asks of an engine host."""

    def submit(self, command: Command) -> None: ...
    def next_request(self) -> int: ...
    def close(self) -> None: ...


class Bridge(QObject):
    """Created on the main thread; after `close`, what still comes from other threads is dropped.

    Signals:
        arrived(list[Event]): a batch of engine events, on the main thread
    """

    arrived = Signal(list)
    _brought = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host: Host | None = None
        self._open = True
        self._waiting: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._brought.connect(self._on_brought, Qt.ConnectionType.QueuedConnection)

    def attach(self, host: Host) -> None:
        """Give the host whose `deliver` is ours."""
        self._host = host

    def deliver(self, events: list[Event]) -> None:
        """Bring a batch of events to the main thread. Any thread."""
        self.post(partial(self.arrived.emit, events))

    def post(self, closure: Callable[[], None]) -> None:
        """Run a closure on the main thread. Any thread."""
        if self._open:
            self._waiting.put(closure)
            self._brought.emit()

    def submit(self, command: Command) -> None:
        self._attached.submit(command)

    def next_request(self) -> int:
        return self._attached.next_request()

    def close(self) -> None:
        """End the engine; it delivers nothing afterwards."""
        self._open = False
        self._attached.close()

    @property
    def _attached(self) -> Host:
        assert self._host is not None, "attach comes first"
        return self._host

    def _on_brought(self) -> None:
        closure = self._waiting.get_nowait()
        if self._open:
            closure()
