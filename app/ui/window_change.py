"""One window in the place of another, because all its words are in another language."""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.heap import give_back_holes
from app.ui.speaking import Language
from app.ui.window import MainWindow


class ShownWindow(QObject):
    """The window that is shown now. Conversations live in the session and notice nothing.

    Signals:
        renewed(MainWindow): this one has taken the place of another
    """

    renewed = Signal(object)

    def __init__(self, make: Callable[[], MainWindow], language: Language) -> None:
        super().__init__()
        self._make = make
        self.window = make()
        # Queued: the control that changed the language is still at work, and goes with the window.
        language.changed.connect(self._renew, Qt.ConnectionType.QueuedConnection)

    def _renew(self) -> None:
        old, self.window = self.window, self._make()
        take_place(self.window, old)
        if old.isVisible():
            self.window.show()
        take_over(self.window, old)
        self.renewed.emit(self.window)
        old.hide()
        self._let_go(old)

    def _let_go(self, old: MainWindow) -> None:
        """What was frozen at the start is never looked at again, and holds the first window."""
        if gc.get_freeze_count():
            gc.unfreeze()
            old.destroyed.connect(lambda: QTimer.singleShot(0, _freeze))
        old.deleteLater()


def _freeze() -> None:
    """As after the start, when the window before is gone."""
    gc.collect()
    gc.freeze()
    give_back_holes()


def take_place(new: MainWindow, old: MainWindow) -> None:
    old.keep_place()
    new.restore_place()
    if not old.isMaximized() and not old.isFullScreen():
        new.resize(old.size())  # geometry from a file is cut to the screen


def take_over(new: MainWindow, old: MainWindow) -> None:
    """What is open at the sides, what is read and written, the settings. `new` has its size."""
    if new.sidebar.isVisibleTo(new) != old.sidebar.isVisibleTo(old):
        new.toggle_sidebar()
    if new.inspector_shown != old.inspector_shown:
        new.toggle_inspector()
    made = old.pane.late_transcript.is_made
    if made and (place := old.pane.transcript.reading_place) is not None:
        new.pane.transcript.read_on_at(place)
    new.pane.take_over(old.pane)
    new.sidebar.search.take_over(old.sidebar.search)
    if old.later.made("inspector"):
        old.inspector.system_prompt.save()
        if old.inspector.scope.everywhere:
            new.inspector.scope.set_everywhere(True)
    if old.later.made("settings"):
        new.settings.take_over(old.settings)
