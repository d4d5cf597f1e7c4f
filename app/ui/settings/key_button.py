"""A button that shows keys, and takes the next ones that are pressed after a click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton

from app.ui.language import tr

_ALONE = (
    *(Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta),
    *(Qt.Key.Key_unknown, Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock),
)
_NONE = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class KeyButton(QPushButton):
    """While it listens, Esc gives up, and Backspace or Delete mean no keys.

    Signals:
        pressed_keys(QKeySequence): these were pressed
    """

    pressed_keys = Signal(object)

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label
        self._keys = QKeySequence()
        self.listening = False
        self.setAutoDefault(False)
        self.setMinimumWidth(150)
        self.clicked.connect(lambda: self._listen(True))

    def show_keys(self, keys: QKeySequence) -> None:
        self._keys = keys
        self._listen(False)

    def _listen(self, listening: bool) -> None:
        self.listening = listening
        shown = self._keys.toString(QKeySequence.SequenceFormat.NativeText) or tr("No keys")
        self.setText(tr("Press keys…") if listening else shown)
        self.setAccessibleName(tr("{label}: {keys}", label=self._label, keys=self.text()))
        self.setToolTip(tr("Esc: leave as it is. Backspace: no keys.") if listening else "")

    def event(self, event: QEvent) -> bool:
        """Keys that are shortcuts elsewhere come here while it listens, and so does Tab."""
        if self.listening and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._listen(False)

    def _take(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ALONE:
            return
        self._listen(False)
        if plain and key in _NONE:
            self.pressed_keys.emit(QKeySequence())
        elif not (plain and key == Qt.Key.Key_Escape):
            self.pressed_keys.emit(QKeySequence(event.keyCombination()))
