"""A sentence about what was just done, with a button that takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.ui.form import Wrapped
from app.ui.language import tr
from app.ui.theme import SIZE_META, Theme


class UndoLine(QWidget):
    """Hidden while there is nothing to take back."""

    def __init__(self) -> None:
        super().__init__()
        self._undo: Callable[[], object] | None = None
        self.sentence = Wrapped(tone="secondary")
        self.button = QPushButton(tr("Undo"))
        self.button.setObjectName("undo")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.button)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.sentence.setFont(theme.fonts.ui(SIZE_META))

    def offer(self, sentence: str, undo: Callable[[], object]) -> None:
        self._undo = undo
        self.sentence.setText(sentence)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def end(self) -> None:
        self._undo = None
        self.hide()

    def _on_clicked(self) -> None:
        undo = self._undo
        self.end()
        if undo is not None:
            undo()
