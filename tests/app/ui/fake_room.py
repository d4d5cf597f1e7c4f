"""Room made in the context, as the window knows it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class FakeRoom(QObject):
    """Of a chat; `done` lists what it was asked."""

    planned = Signal(object)
    summarising = Signal()
    made = Signal(str)
    refused = Signal(str)

    def __init__(self, done: list[tuple[str, ...]]) -> None:
        super().__init__()
        self.done = done

    def plan(self, way: str) -> None:
        self.done.append(("plan room", way))

    def do(self) -> None:
        self.done.append(("make room",))

    def cancel(self) -> None:
        self.done.append(("cancel room",))

    def undo(self) -> None:
        self.done.append(("undo room",))
