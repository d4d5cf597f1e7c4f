"""One page of the settings: a heading, and rows below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.domain.preferences import Preferences
from app.domain.setting import Page
from app.ui.icons import Icons
from app.ui.language import mark, tr
from app.ui.settings.row import Row, SettingRow
from app.ui.theme import Theme

TITLES: dict[Page, str] = {
    "general": mark("General"),
    "appearance": mark("Appearance"),
    "chat": mark("Chat"),
    "models": mark("Models"),
    "memory": mark("Memory and cache"),
    "tools": mark("Tools"),
    "network": mark("Network"),
    "privacy": mark("Privacy"),
    "shortcuts": mark("Shortcuts"),
    "about": mark("About"),
}
ICONS: dict[Page, str] = {
    "general": "settings-2",
    "appearance": "palette",
    "chat": "message-square",
    "models": "box",
    "memory": "hard-drive",
    "tools": "wrench",
    "network": "globe",
    "privacy": "shield",
    "shortcuts": "keyboard",
    "about": "info",
}

WITHOUT_ROW: dict[str, Page] = {"shortcuts": "shortcuts"}
"""Settings that have no row of their own, but a page with other rows."""


class SettingsPage(QWidget):
    """`rows` in the order they are shown."""

    def __init__(self, page: Page, rows: Sequence[Row]) -> None:
        super().__init__()
        self.page = page
        self.rows = tuple(rows)
        self._heading = QLabel(tr(TITLES[page]))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 20)
        layout.setSpacing(0)
        layout.addWidget(self._heading)
        layout.addSpacing(4)
        for row in self.rows:
            layout.addWidget(row)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self._heading.setFont(theme.fonts.ui(17, QFont.Weight.DemiBold))
        for row in self.rows:
            row.set_theme(theme, icons)

    @property
    def setting_rows(self) -> tuple[SettingRow, ...]:
        return tuple(row for row in self.rows if isinstance(row, SettingRow))

    def show_from(self, preferences: Preferences) -> None:
        """Show what holds now."""
        for setting_row in self.setting_rows:
            setting_row.show_from(preferences)
        for row in self.rows:
            row.refresh()

    def show_found(self, typed: tuple[str, ...]) -> bool:
        """Only rows with all these words, or all rows without any; whether there is one."""
        found = [row for row in self.rows if row.finds(typed)]
        for row in self.rows:
            row.setVisible(row in found)
            row.set_last(row in found[-1:])
        return bool(found)
