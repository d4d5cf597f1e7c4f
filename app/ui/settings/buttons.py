"""Buttons of the settings window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from app.ui.language import tr


class RowButton(QPushButton):
    """Several rows may have a button of the same text: screen readers are told the row as well."""

    def __init__(self, text: str) -> None:
        self._row = ""
        super().__init__(text)
        self.setAutoDefault(False)

    def setText(self, text: str) -> None:
        super().setText(text)
        if self._row:
            self.setAccessibleName(tr("{name}: {value}", name=self._row, value=text))

    def belong_to(self, row: str) -> None:
        self._row = row
        self.setText(self.text())


def push_button(text: str, clicked: Callable[[], object]) -> RowButton:
    """Never the default button: Enter ends the typing of a number."""
    button = RowButton(text)
    button.clicked.connect(lambda: clicked())
    return button


def folder_button(folder: Path) -> RowButton:
    """Opens a folder in the file manager."""
    url = QUrl.fromLocalFile(str(folder))
    button = push_button(tr("Open folder"), lambda: QDesktopServices.openUrl(url))
    button.setToolTip(str(folder))
    return button
