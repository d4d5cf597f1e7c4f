"""Rows about the desktop: the tray where there is one, the way to the log."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from app.ui.settings import tray_row
from app.ui.settings.dialog import SettingsDialog
from app.ui.window import MainWindow


def titles(dialog: SettingsDialog) -> list[str]:
    return [row.title for page in dialog.pages for row in page.rows if row.isVisible()]


@pytest.mark.parametrize("available", [True, False])
def test_the_tray_is_offered_where_there_is_one(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, *, available: bool
) -> None:
    monkeypatch.setattr(tray_row, "tray_available", lambda: available)
    window.open_settings()

    title = "Keep Parley in the tray when its window is closed"
    assert (title in titles(window.settings)) == available
    assert "Tell when a long answer is ready" in titles(window.settings)
    window.settings.side.search.setText("tray when closed")
    assert (title in titles(window.settings)) == available


def test_the_log_is_reached_from_about(window: MainWindow) -> None:
    window.open_settings()
    window.settings.show_page("about")
    row = next(
        r for page in window.settings.pages for r in page.rows if r.title == "Log" and r.isVisible()
    )
    row.findChildren(QPushButton)[0].click()

    assert window.trouble.log is not None
    assert window.trouble.log.isVisible()
