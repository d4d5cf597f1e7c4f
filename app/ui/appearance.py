"""Light, dark, or as the system: which theme is shown now."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from app.domain.preferences import Preferences, PreferencesFile
from app.ui.theme import Fonts, Theme, dark, light

ThemeChoice = Literal["system", "light", "dark"]
CHOICES: tuple[ThemeChoice, ...] = ("system", "light", "dark")

_SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


class Appearance(QObject):
    """The chosen theme, kept in the preferences and followed live when it is the system's.

    Qt is told the choice too, so that title bars and file dialogs follow where they can.

    Signals:
        theme_changed(Theme): another theme is to be shown
        choice_changed(): the person chose; the theme may be the same
    """

    theme_changed = Signal(object)
    choice_changed = Signal()

    def __init__(self, fonts: Fonts, preferences: PreferencesFile) -> None:
        super().__init__()
        self._themes = {False: light(fonts), True: dark(fonts)}
        self._preferences = preferences
        self._hints = QGuiApplication.styleHints()
        self._hints.setColorScheme(_SCHEMES[self.choice])
        self.theme = self._wanted()
        self._hints.colorSchemeChanged.connect(self._refresh)
        preferences.watch(self._on_preferences)

    @property
    def choice(self) -> ThemeChoice:
        return self._preferences.current.theme

    def choose(self, choice: ThemeChoice) -> None:
        self._preferences.change(replace(self._preferences.current, theme=choice))

    def choose_next(self) -> None:
        self.choose(CHOICES[(CHOICES.index(self.choice) + 1) % len(CHOICES)])

    def _on_preferences(self, before: Preferences, now: Preferences) -> None:
        if before.theme != now.theme:
            self._hints.setColorScheme(_SCHEMES[now.theme])
            self._refresh()
            self.choice_changed.emit()

    def _wanted(self) -> Theme:
        if self.choice == "system":
            return self._themes[self._hints.colorScheme() == Qt.ColorScheme.Dark]
        return self._themes[self.choice == "dark"]

    def _refresh(self) -> None:
        if (theme := self._wanted()) is not self.theme:
            self.theme = theme
            self.theme_changed.emit(theme)
