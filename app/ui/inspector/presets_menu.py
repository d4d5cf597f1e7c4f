"""Named sampling values: choose one, save those of now under a name, delete one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton

from app.domain.preferences import PreferencesFile
from app.domain.presets import BUILT_IN, Preset, PresetsFile
from app.ui.icons import Icons
from app.ui.theme import Theme

OWN_VALUES = "Custom"


class PresetsMenu(QPushButton):
    """Named for the preset that holds now.

    Signals:
        chosen(): a preset's values are in the preferences
    """

    chosen = Signal()

    def __init__(self, preferences: PreferencesFile, presets: PresetsFile) -> None:
        super().__init__()
        self._preferences = preferences
        self._presets = presets
        self.name_edit = QLineEdit()
        """Stands under the heading while a name is wanted."""
        self.name_edit.setAccessibleName("Name of the preset")
        self.name_edit.hide()
        self.name_edit.returnPressed.connect(self._save)
        self.setObjectName("quiet")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        menu = QMenu(self)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self.show_name()

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.setIcon(icons.icon("chevrons-up-down", theme.hint, 12))

    def show_name(self) -> None:
        name = self._presets.name_of(self._preferences.current) or OWN_VALUES
        self.setText(name)
        self.setAccessibleName(f"Preset: {name}")

    def _fill(self) -> None:
        menu, now = self.menu(), self._presets.name_of(self._preferences.current)
        menu.clear()
        for name, preset in self._presets.all.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(name == now)
            action.triggered.connect(lambda _=False, preset=preset: self._choose(preset))
        menu.addSeparator()
        menu.addAction("Save as…").triggered.connect(self._ask_name)
        if now and now not in BUILT_IN:
            menu.addAction(f"Delete “{now}”").triggered.connect(lambda: self._delete(now))

    def _choose(self, preset: Preset) -> None:
        self._preferences.change(preset.applied(self._preferences.current))
        self.show_name()
        self.chosen.emit()

    def _ask_name(self) -> None:
        self.name_edit.clear()
        self.name_edit.setPlaceholderText("Name of the preset")
        self.name_edit.show()
        self.name_edit.setFocus()

    def _save(self) -> None:
        """A name that cannot be had is asked for again; without one, nothing is saved."""
        name = self.name_edit.text().strip()
        saved = self._presets.save(name, Preset.of(self._preferences.current))
        if name and not saved:
            self.name_edit.clear()
            self.name_edit.setPlaceholderText(f"{name} is built in: another name")
            return
        self.name_edit.hide()
        self.show_name()

    def _delete(self, name: str) -> None:
        self._presets.delete(name)
        self.show_name()
