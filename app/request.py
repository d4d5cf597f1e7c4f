"""A request to the engine of which only the end matters: a count, a title, a summary."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from engine.events import ENDING_EVENTS, Event
from engine.types import CountTokens, Generate, InspectPrompt, Stop


class Request(QObject):
    """Sent when it is made; gone, with all its connections, after its end.

    Signals:
        ended(Event): the one ending event of the request
    """

    ended = Signal(object)

    def __init__(
        self,
        command: CountTokens | Generate | InspectPrompt,
        *,
        bridge: Bridge,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._command = command
        self._bridge = bridge
        bridge.arrived.connect(self._on_arrived)
        bridge.submit(command)

    def cancel(self) -> None:
        """Its end is of no interest any more."""
        if isinstance(self._command, Generate):
            self._bridge.submit(Stop(request=self._command.request))
        self._leave()

    def _on_arrived(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ENDING_EVENTS) and event.request == self._command.request:
                self._leave()
                self.ended.emit(event)
                return

    def _leave(self) -> None:
        self._bridge.arrived.disconnect(self._on_arrived)
        self.deleteLater()
