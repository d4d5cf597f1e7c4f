"""How loading a model goes, in place: a bar while it loads, a sentence and Retry when it failed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.domain.model import ModelState
from app.ui.language import said, tr
from app.ui.model_text import state_text
from app.ui.theme import Theme

_STEPS = 1000


class LoadProgress(QWidget):
    """Hidden while there is nothing to say; its sentence and button keep to one side.

    Signals:
        retry_requested(): the model that failed is to be loaded again
    """

    retry_requested = Signal()

    def __init__(self, side: Qt.AlignmentFlag) -> None:
        super().__init__()
        self.bar = QProgressBar()
        self.bar.setFixedHeight(4)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(tr("Loading the model"))
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(side)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.retry_button = QPushButton(tr("Retry"))
        self.retry_button.clicked.connect(self.retry_requested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.sentence)
        layout.addWidget(self.bar)
        layout.addWidget(self.retry_button, 0, side)
        self.sentence.setProperty("tone", "secondary")
        self.show_state(ModelState("none"))

    def set_theme(self, theme: Theme) -> None:
        self.sentence.setFont(theme.fonts.ui())

    def show_state(self, state: ModelState) -> None:
        loading, failed = state.phase == "loading", state.phase == "failed"
        self.bar.setVisible(loading)
        self.bar.setValue(round(state.fraction * _STEPS))
        self.retry_button.setVisible(failed)
        self.sentence.setText(
            said(state.problem) if failed else f"{state.name} · {state_text(state)}"
        )
        self._set_tone("error" if failed else "secondary")
        self.setVisible(loading or failed)

    def _set_tone(self, tone: str) -> None:
        if self.sentence.property("tone") != tone:
            self.sentence.setProperty("tone", tone)
            self.sentence.style().polish(self.sentence)
