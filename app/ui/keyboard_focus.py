"""Where the keyboard goes when something is made, shown or gone while the window is open."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QWidget
from shiboken6 import isValid


def put_after(before: QWidget, later: Iterable[QWidget]) -> None:
    """Let Tab come to these, one after the other, when it leaves `before`, or when it has passed
    where that is.

    Qt puts what is made later behind everything else in the window.
    """
    later = tuple(later)
    if not later:
        return  # without asking for a widget of any class, which makes PySide6 load all there are
    last: QWidget | None = before
    while last is not None and last.focusPolicy() == Qt.FocusPolicy.NoFocus:
        last = last.previousInFocusChain()  # Qt puts nothing behind what takes no keyboard
        if last is before:
            return
    for widget in later:
        if last is not None:
            QWidget.setTabOrder(last, widget)
        last = widget


def takes_keyboard(widget: QWidget) -> bool:
    """Whether Tab stops here while it is shown and enabled."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def let_tab_come_to_chosen(buttons: Iterable[QAbstractButton]) -> None:
    """Of buttons of which one is chosen, as it is with radio buttons: the arrow keys go on.

    Qt does it only when one of them gets the keyboard, and then for whichever that is.
    """
    for button in buttons:
        chosen = Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
        button.setFocusPolicy(chosen)


def holds_keyboard(widget: QWidget) -> bool:
    """Whether keys go to it, or to something in it, when its window is the active one."""
    here = widget.window().focusWidget()
    return here is not None and (here is widget or widget.isAncestorOf(here))


class Bar(QFrame):
    """Comes and goes by itself. What Qt would give the keyboard to then is just any widget.

    Signals:
        keyboard_left(): what had the keyboard is about to go, so that it belongs somewhere else
    """

    keyboard_left = Signal()

    def setVisible(self, visible: bool) -> None:
        if not visible:
            self.release(self)
        super().setVisible(visible)

    def release(self, part: QWidget) -> None:
        """Before a part of the bar goes."""
        if part.isVisible() and holds_keyboard(part):
            self.keyboard_left.emit()


class FrameInUse(QObject):
    """Tells the style sheet of a frame, as its property `inUse`, that a widget in it is written in:
    a ring around the frame says where the keyboard is.
    """

    def __init__(self, frame: QWidget, inside: QWidget) -> None:
        super().__init__(frame)
        self._frame = frame
        inside.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._frame.setProperty("inUse", event.type() == QEvent.Type.FocusIn)
            self._frame.style().polish(self._frame)
            self._frame.update()
        return super().eventFilter(watched, event)


class SkippedWhenEmpty(QObject):
    """Lets Tab pass by a list while nothing is in it: there would be no row to show the ring."""

    def __init__(self, view: QAbstractItemView) -> None:
        """Its model is set, and stays."""
        super().__init__(view)
        self._view = view
        model = view.model()
        for changed in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        if not isValid(self._view):  # its model goes last, and empties itself
            return
        some = self._view.model().rowCount(self._view.rootIndex()) > 0
        policy = Qt.FocusPolicy
        self._view.setFocusPolicy(policy.StrongFocus if some else policy.ClickFocus)


class EscapeKey(QObject):
    """Makes Esc the key of a widget and of all in it, before it can stop a turn.

    Signals:
        pressed(): and nobody inside had a use for it
    """

    pressed = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self.pressed.emit()
            return True
        return super().eventFilter(watched, event)
