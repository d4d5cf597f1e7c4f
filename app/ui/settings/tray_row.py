"""The setting about the tray, on desktops that have one."""

from __future__ import annotations

from app.ui.settings.row import SettingRow
from app.ui.tray import tray_available

NAME = "keep_in_tray"


class TrayRow(SettingRow):
    """Never found where there is no tray: it would change nothing."""

    def finds(self, typed: tuple[str, ...]) -> bool:
        return tray_available() and super().finds(typed)
