"""In place of the list: how far it is until the conversations can be shown."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from app.opening_store import Progress
from app.ui.language import number, said, tr
from app.ui.theme import SIZE_META, Theme

_STEPS = 1000


class OpeningProgress(QWidget):
    """Hidden while there is nothing to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = QProgressBar()
        self.bar.setFixedHeight(4)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(tr("Opening the conversations"))
        self.label = QLabel()
        self.label.setProperty("tone", "secondary")
        self.label.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.label)
        layout.addWidget(self.bar)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.label.setFont(theme.fonts.ui(SIZE_META))

    def show_progress(self, progress: Progress | None) -> None:
        """The whole sentence stands in the tool tip, for the window says it in a notice."""
        self.setVisible(progress is not None)
        if progress is None:
            return
        share = progress.share
        self.bar.setVisible(share is not None)
        self.bar.setValue(round((share or 0.0) * _STEPS))
        if share is None:
            self.label.setText(tr("Your conversations will be here in a moment."))
        else:
            percent = number(share * 100, 0)
            self.label.setText(tr("Your conversations: {percent} % is saved.", percent=percent))
        self.setToolTip(said(progress.sentence))
