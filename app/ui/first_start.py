"""What is shown in place of the transcript until a first model has been loaded."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain.model import KnownModel
from app.session import Session
from app.ui.chrome import chrome_style
from app.ui.glyph import Glyph
from app.ui.language import tr
from app.ui.load_progress import LoadProgress
from app.ui.model_text import size_text
from app.ui.theme import Theme

_CARD_WIDTH = 520


class FirstStart(QWidget):
    """Leads to a running model: the starter, or a file of one's own.

    Signals:
        open_file_requested(): the person wants to pick a file
    """

    open_file_requested = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._glyph = Glyph(theme, 56)
        self._title = QLabel(tr("Welcome to Parley"))
        self._intro = QLabel(
            tr("Chat with a language model that runs on this machine. Nothing leaves it.")
        )
        self._name = QLabel(tr("The starter model"))
        self._words = QLabel()
        self.load_button = QPushButton(tr("Load the starter model"))
        self.open_button = QPushButton(tr("Open a GGUF file…"))
        self.progress = LoadProgress(Qt.AlignmentFlag.AlignLeft)
        self._drop_hint = QLabel(tr("You can also drop a .gguf file on this window."))
        self._build()
        self._connect()
        self.set_theme(theme)
        self.refresh()

    def _build(self) -> None:
        self.load_button.setProperty("primary", True)
        self._intro.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for label in (self._intro, self._words):
            label.setWordWrap(True)
            label.setProperty("tone", "secondary")
        self._drop_hint.setProperty("tone", "hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.addStretch(2)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(20)
        layout.addWidget(self._title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(6)
        layout.addWidget(self._intro)
        layout.addSpacing(28)
        layout.addLayout(self._centred(self._card()))
        layout.addSpacing(16)
        layout.addWidget(self._drop_hint, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def _centred(self, card: QFrame) -> QHBoxLayout:
        """By stretches: an alignment would have Qt measure wrapped text at the full width."""
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(card)
        row.addStretch(1)
        return row

    def _card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        card.setFixedWidth(_CARD_WIDTH)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.load_button)
        buttons.addWidget(self.open_button)
        buttons.addStretch(1)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(20, 18, 20, 18)
        inside.setSpacing(8)
        inside.addWidget(self._name)
        inside.addWidget(self._words)
        inside.addSpacing(4)
        inside.addWidget(self.progress)
        inside.addLayout(buttons)
        return card

    def _connect(self) -> None:
        self.load_button.clicked.connect(self._load_starter)
        self.open_button.clicked.connect(self.open_file_requested)
        self.progress.retry_requested.connect(self._retry)
        self._session.model_changed.connect(self.refresh)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._glyph.set_theme(theme)
        self._title.setFont(theme.fonts.ui(24, QFont.Weight.DemiBold))
        self._intro.setFont(theme.fonts.ui(15))
        self._name.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        for widget in (self._words, self.load_button, self.open_button):
            widget.setFont(theme.fonts.ui())
        self._drop_hint.setFont(theme.fonts.ui(12))
        self.progress.set_theme(theme)

    def refresh(self) -> None:
        """Look again whether the starter is here, and how loading goes."""
        starter, state = self._starter(), self._session.model
        self._words.setText(self._starter_words(starter))
        self.load_button.setVisible(starter is not None)
        self.progress.show_state(state)
        if starter is not None and Path(state.path) == starter.path:
            self.progress.retry_button.hide()  # the button below does the same
        self._enable_buttons(state.phase != "loading")

    def _enable_buttons(self, enabled: bool) -> None:
        """A button that is disabled would pass the keyboard to just any other: keep it here."""
        if not enabled and self.window().focusWidget() in (self.load_button, self.open_button):
            self.setFocus()
        for button in (self.load_button, self.open_button):
            button.setEnabled(enabled)
        if enabled and self.window().focusWidget() is self:
            self.load_button.setFocus()

    def _starter_words(self, starter: KnownModel | None) -> str:
        if starter is None:
            return tr(
                "Its file is not on this machine: “make run” fetches it. Or open a GGUF file "
                "you already have."
            )
        return tr(
            "SmolLM2, a tiny model of 135 million parameters (about {size}). It speaks English "
            "only. Good for trying the app out, not for answers you rely on."
        ).format(size=size_text(starter.size_bytes))

    def _starter(self) -> KnownModel | None:
        return next((known for known in self._session.known_models() if known.is_starter), None)

    def _load_starter(self) -> None:
        if (starter := self._starter()) is None:
            self.refresh()
        else:
            self._session.load_model(starter.path)

    def _retry(self) -> None:
        self._session.load_model(Path(self._session.model.path))
