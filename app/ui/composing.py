"""While an input method composes, its keys are its own: nothing in the window acts on them.

Most platforms hand no key on that the input method has taken. Some do (a plug-in that filters
asynchronously, Enter that ends a composition): then Enter would send, rename or search with half
of a word.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

_KEYS = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
"""Those with which something is chosen, taken or given up in an input method."""


class Composing(QObject):
    """Keeps such keys from a field, and from all that watches it, while something is composed in
    it. Made after everything else that filters the field's events, for it has to come first.
    """

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._going_on = False
        field.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            self._going_on = bool(event.preeditString())
        elif kind == QEvent.Type.FocusOut:
            self._going_on = False  # the platform ends the composition
        elif self._going_on and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()  # as an override, it keeps the shortcuts of the window off, too
            return True
        return False
