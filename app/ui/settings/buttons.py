"""Buttons of the settings window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from app.ui.language import tr


def push_button(text: str, clicked: Callable[[], object]) -> QPushButton:
    """Never the default button: Enter ends the typing of a number."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(lambda: clicked())
    return button


def folder_button(folder: Path) -> QPushButton:
    """Opens a folder in the file manager."""
    url = QUrl.fromLocalFile(str(folder))
    button = push_button(tr("Open folder"), lambda: QDesktopServices.openUrl(url))
    button.setToolTip(str(folder))
    return button
