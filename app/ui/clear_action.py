"""The cross in a search field that empties it, drawn like all other icons."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.theme import Theme


class ClearAction(QAction):
    """In its field while there is something to clear."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(tr("Clear"), field)
        field.addAction(self, QLineEdit.ActionPosition.TrailingPosition)
        self.setVisible(bool(field.text()))
        field.textChanged.connect(lambda text: self.setVisible(bool(text)))
        self.triggered.connect(field.clear)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.setIcon(icons.icon("x", theme.secondary))
