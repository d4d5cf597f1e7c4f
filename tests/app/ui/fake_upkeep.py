"""What the settings see of the store's upkeep, as tests let it be."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.copies import StoredCopy


class FakeUpkeep(QObject):
    """Has the copies a test puts into it; `done` lists what it was asked."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.copies: list[StoredCopy] = []
        self.free_bytes = 0
        self.is_compacting = False
        self.done: list[str] = []

    def ask(self) -> None:
        self.done.append("ask")

    def compact(self) -> None:
        self.done.append("compact")

    def become(self, *copies: StoredCopy, free_bytes: int = 0, is_compacting: bool = False) -> None:
        self.copies = list(copies)
        self.free_bytes = free_bytes
        self.is_compacting = is_compacting
        self.changed.emit()
