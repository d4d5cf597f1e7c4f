"""Changes of the preferences as a signal, so that widgets may come and go."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.preferences import Preferences, PreferencesFile


class PreferenceWatch(QObject):
    """Has no parent, and lives as long as the preferences.

    Signals:
        changed(Preferences, Preferences): the values before, and those that hold now
    """

    changed = Signal(object, object)

    def __init__(self, preferences: PreferencesFile) -> None:
        super().__init__()
        preferences.watch(self._tell)

    def _tell(self, before: Preferences, now: Preferences) -> None:
        self.changed.emit(before, now)
