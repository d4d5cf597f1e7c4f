"""Changes of the preferences as a signal, so that widgets may come and go."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.preferences import Preferences, PreferencesFile


class PreferenceWatch(QObject):
    """Until its parent is gone.

    Signals:
        changed(Preferences, Preferences): the values before, and those that hold now
    """

    changed = Signal(object, object)

    def __init__(self, preferences: PreferencesFile, parent: QObject) -> None:
        super().__init__(parent)
        tell = self._tell
        preferences.watch(tell)
        self.destroyed.connect(lambda: preferences.unwatch(tell))

    def _tell(self, before: Preferences, now: Preferences) -> None:
        self.changed.emit(before, now)
