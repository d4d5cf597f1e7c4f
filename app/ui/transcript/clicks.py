"""What a click on a target does."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.painting import Done
from app.ui.transcript.pointer import Hit
from app.ui.transcript.row import Act, CopyCode, Link, Target, Tip, Toggle

DONE_MS = 1500
"""How long "Copied ✓" stays."""


class Clicks(QObject):
    """Signals:
    retry_requested(str), edit_requested(str), continue_requested(str): id of the message
    undo_requested(): the model is to see again what it no longer sees
    sibling_requested(str, int): id of the message; -1 or +1
    copied(str): id of a message that is on the clipboard now
    link_activated(str): the address
    toggled(MessageItem, Row): a panel is to open or close
    done_changed(): another target shows that it was copied
    """

    retry_requested = Signal(str)
    edit_requested = Signal(str)
    continue_requested = Signal(str)
    undo_requested = Signal()
    sibling_requested = Signal(str, int)
    copied = Signal(str)
    link_activated = Signal(str)
    toggled = Signal(object, object)
    done_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.done: Done | None = None
        self._timer = QTimer(self, singleShot=True, interval=DONE_MS)
        self._timer.timeout.connect(self._on_done_over)

    def act(self, hit: Hit, target: Target) -> None:
        match target:
            case Link():
                self.link_activated.emit(target.url)
            case CopyCode():
                self._copy(target.text, Done(hit.item, target))
            case Toggle():
                self.toggled.emit(hit.item, hit.row)
            case Act():
                self._act_on_message(hit.item, target)
            case Tip():
                pass

    def _act_on_message(self, item: MessageItem, act: Act) -> None:
        match act.action:
            case "copy":
                self._copy(item.shown.message.text, Done(item, act))
                self.copied.emit(item.id)
            case "retry":
                self.retry_requested.emit(item.id)
            case "edit":
                self.edit_requested.emit(item.id)
            case "continue":
                self.continue_requested.emit(item.id)
            case "previous":
                self.sibling_requested.emit(item.id, -1)
            case "next":
                self.sibling_requested.emit(item.id, 1)
            case "undo":
                self.undo_requested.emit()

    def _copy(self, text: str, done: Done) -> None:
        QGuiApplication.clipboard().setText(text)
        self.done = done
        self._timer.start()
        self.done_changed.emit()

    def _on_done_over(self) -> None:
        self.done = None
        self.done_changed.emit()
