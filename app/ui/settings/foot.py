"""The foot of the settings window: take changes back, reset a page, close."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.ui.chrome import ICON_GAP
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.settings.changes import Change
from app.ui.theme import Theme


class Foot(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.undo_button = QPushButton()
        self.reset_button = QPushButton(tr("Reset this page"))
        self.close_button = QPushButton(tr("Close"))
        line = QFrame()
        line.setObjectName("line")
        line.setFixedHeight(1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(24, 10, 24, 12)
        buttons.setSpacing(8)
        for button in (self.undo_button, self.reset_button, self.close_button):
            button.setAutoDefault(False)
            if button is self.close_button:
                buttons.addStretch(1)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(line)
        layout.addLayout(buttons)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.undo_button.setIcon(icons.icon("undo-2", theme.secondary))

    def show_change(self, change: Change | None) -> None:
        """What Undo would take back."""
        self.undo_button.setEnabled(change is not None)
        undo = tr("Undo")
        self.undo_button.setText(f"{ICON_GAP}{undo}")
        if change is None:
            self.undo_button.setAccessibleName(undo)
            self.undo_button.setToolTip("")
            return
        title = said(change.title)
        self.undo_button.setAccessibleName(tr("Undo {title}", title=title))
        self.undo_button.setToolTip(tr("Take back the change of “{title}”", title=title))
