"""What a click on a target does."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.ui.transcript.copying import Copied
from app.ui.transcript.painting import Done
from app.ui.transcript.pointer import Hit
from app.ui.transcript.row import Act, CopyCode, Link, Press, Sideways, Target, Tip, Toggle, Unfold
from app.ui.transcript.selection import Piece

DONE_MS = 1500
"""How long "Copied ✓" stays."""


class Clicks(QObject):
    """Signals:
    acted(str, str, str): id of the message, the `Action` and its subject; "copy" is done already
    link_activated(str): the address
    toggled(MessageItem, Row, Toggle | Unfold): a panel, or a part of it, is to open or close
    rearranged(MessageItem): a row of it may be another height now
    done_changed(): another target shows that it was copied
    """

    acted = Signal(str, str, str)
    link_activated = Signal(str)
    toggled = Signal(object, object, object)
    rearranged = Signal(object)
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
                self._copy(Piece(target.text, markdown=False), Done(hit.item, target))
            case Toggle() | Unfold():
                self.toggled.emit(hit.item, hit.row, target)
            case Act():
                if target.action == "copy":
                    text = hit.item.shown.message.text
                    self._copy(Piece(text, markdown=True), Done(hit.item, target))
                self.acted.emit(hit.item.id, target.action, target.subject)
            case Press():
                target.row.press(target.what)
                self.rearranged.emit(hit.item)
            case Tip() | Sideways():
                pass

    def _copy(self, piece: Piece, done: Done) -> None:
        clipboard = QGuiApplication.clipboard()
        if piece.markdown:
            clipboard.setMimeData(Copied(piece.text, (piece,)))
        else:
            clipboard.setText(piece.text)
        self.done = done
        self._timer.start()
        self.done_changed.emit()

    def _on_done_over(self) -> None:
        self.done = None
        self.done_changed.emit()
