"""What is shown in place of the transcript until a first model has been loaded."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.model import KnownModel
from app.looking import Looking, machine_memory_bytes
from app.session import Session
from app.ui.chrome import chrome_style
from app.ui.form import Wrapped
from app.ui.found_models import FoundModels, fit_text
from app.ui.glyph import Glyph
from app.ui.language import number, tr
from app.ui.load_progress import LoadProgress
from app.ui.sizes import size_text
from app.ui.theme import SIZE_META, Theme

if TYPE_CHECKING:
    from app.domain.found_models import Found, FoundModel

_CARD_WIDTH = 520


class FirstStart(QScrollArea):
    """Leads to a running model: the starter, a file of one's own, or one that is here already.

    Signals:
        open_file_requested(): the person wants to pick a file
    """

    open_file_requested = Signal()

    def __init__(self, session: Session, theme: Theme, looking: Looking | None = None) -> None:
        super().__init__()
        self._session = session
        self._looking = looking or Looking(self)
        self._measured: Path | None = None
        self._glyph = Glyph(theme, 48)
        self._title = QLabel(tr("Welcome to Parley"))
        self._intro = Wrapped(
            tr("Chat with a language model that runs on this machine. Nothing leaves it."),
            tone="secondary",
        )
        self._starter_name = QLabel(tr("Try the starter model"))
        self._words = Wrapped(tone="secondary")
        self._memory = Wrapped(tone="hint")
        self.load_button = QPushButton(tr("Load the starter model"))
        self.progress = LoadProgress(Qt.AlignmentFlag.AlignLeft)
        self._own_name = QLabel(tr("Open a model you have"))
        self._own_words = Wrapped(
            tr("A GGUF file of a chat model. You can also drop it on this window."),
            tone="secondary",
        )
        self.open_button = QPushButton(tr("Open a GGUF file…"))
        self._found_name = QLabel(tr("Find models of other apps"))
        self._found_words = Wrapped(
            tr(
                "Looks into the folders of LM Studio, Jan, Hugging Face, llama.cpp and GPT4All, "
                "and into Downloads. Nothing is copied or changed."
            ),
            tone="secondary",
        )
        self.look_button = QPushButton(tr("Look for models"))
        self.found = FoundModels(theme)
        self._build()
        self._connect()
        self.set_theme(theme)
        self.refresh()

    def _build(self) -> None:
        self.load_button.setProperty("primary", True)
        self._intro.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        page = QWidget()
        page.setObjectName("firstStart")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(24, 16, 24, 4)
        layout.addStretch(2)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(12)
        layout.addWidget(self._title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(6)
        layout.addWidget(self._intro)
        layout.addSpacing(20)
        starter = [self._words, self._memory, self.progress]
        for card in (
            _card(self._starter_name, *starter, self.load_button),
            _card(self._own_name, self._own_words, self.open_button),
            _card(self._found_name, self._found_words, self.found, self.look_button),
        ):
            layout.addLayout(_centred(card))
            layout.addSpacing(12)
        layout.addStretch(3)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _connect(self) -> None:
        self.load_button.clicked.connect(self._load_starter)
        self.open_button.clicked.connect(self.open_file_requested)
        self.look_button.clicked.connect(self._look)
        self.found.chosen.connect(self._session.load_model)
        self.progress.retry_requested.connect(self._retry)
        self._session.model_changed.connect(self.refresh)
        self._looking.found.connect(self._on_found)
        self._looking.measured.connect(self._on_measured)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(
            f"{chrome_style(theme)} QScrollArea, QWidget#firstStart {{ background: transparent; }}"
        )
        self._glyph.set_theme(theme)
        self._title.setFont(theme.fonts.ui(24, QFont.Weight.DemiBold))
        self._intro.setFont(theme.fonts.ui(15))
        for name in (self._starter_name, self._own_name, self._found_name):
            name.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        plain = (self._words, self._own_words, self._found_words)
        for widget in (*plain, self.load_button, self.open_button, self.look_button):
            widget.setFont(theme.fonts.ui())
        self._memory.setFont(theme.fonts.ui(SIZE_META))
        self.progress.set_theme(theme)
        self.found.set_theme(theme)

    # ---- what is shown

    def refresh(self) -> None:
        """Look again whether the starter is here, and how loading goes."""
        starter, state = self._starter(), self._session.model
        self._words.setText(self._starter_words(starter))
        self._memory.setVisible(starter is not None and bool(self._memory.text()))
        self.load_button.setVisible(starter is not None)
        self.progress.show_state(state)
        if starter is not None and Path(state.path) == starter.path:
            self.progress.retry_button.hide()  # the button below does the same
        self._enable_buttons(state.phase != "loading")

    def showEvent(self, event: QShowEvent) -> None:
        """What needs reading of files waits until somebody sees it."""
        super().showEvent(event)
        self._show_known()
        starter = self._starter()
        if starter is not None and starter.path != self._measured:
            self._measured = starter.path
            self._looking.measure(starter.path, context_tokens=_usual_context())

    def _show_known(self) -> None:
        """Files in the models folder need no search."""
        if not self.found.rows and (models := self._in_folder()):
            self.found.show_models(models, self._machine_bytes)

    @cached_property
    def _machine_bytes(self) -> int:
        return machine_memory_bytes()

    def _in_folder(self) -> list[FoundModel]:
        models = [known for known in self._session.known_models() if not known.is_starter]
        if not models:
            return []
        from app.domain.found_models import FoundModel  # late: most starts do without

        owner = tr("Models folder")
        return [FoundModel(one.path, one.name, owner, one.size_bytes, None) for one in models]

    def _starter_words(self, starter: KnownModel | None) -> str:
        if starter is None:
            return tr(
                "Its file is not on this machine: “make run” fetches it. Or open a GGUF file "
                "you already have."
            )
        return tr(
            "SmolLM2, a tiny model of 135 million parameters (about {size}). Quick on any machine, "
            "makes many mistakes and speaks English only. Good to see that all works, not for "
            "answers you rely on.",
            size=size_text(starter.size_bytes),
        )

    def _on_measured(self, path: Path, needed_bytes: int) -> None:
        starter = self._starter()
        if starter is not None and starter.path == path:
            fit = fit_text(needed_bytes, self._machine_bytes)
            size = number(starter.size_bytes)
            self._memory.setText(tr("{size} bytes · {fit}", size=size, fit=fit))
            self._memory.setToolTip(str(path))
            self._memory.show()

    def _on_found(self, found: Found) -> None:
        known = self._in_folder()
        taken = {model.path.resolve() for model in known}
        others = [model for model in found.models if model.path.resolve() not in taken]
        self.found.show_models([*known, *others], self._machine_bytes)
        self.found.say(_found_sentence(found, len(others)))
        self.look_button.setText(tr("Look again"))
        self._enable_buttons(self._session.model.phase != "loading")
        if self.found.rows and self.window().focusWidget() in (None, self.look_button, self):
            self.found.rows[0].setFocus()

    def _enable_buttons(self, enabled: bool) -> None:
        """A button that is disabled would pass the keyboard to just any other: keep it here."""
        buttons = (self.load_button, self.open_button, self.look_button, *self.found.rows)
        if not enabled and self.window().focusWidget() in buttons:
            self.setFocus()
        for button in buttons:
            button.setEnabled(enabled)
        if enabled and self.window().focusWidget() is self:
            self.first_button.setFocus()

    @property
    def first_button(self) -> QPushButton:
        """Where the keyboard begins."""
        return self.open_button if self._starter() is None else self.load_button

    # ---- what the person does

    def _starter(self) -> KnownModel | None:
        return next((known for known in self._session.known_models() if known.is_starter), None)

    def _load_starter(self) -> None:
        if (starter := self._starter()) is None:
            self.refresh()
        else:
            self._session.load_model(starter.path)

    def _look(self) -> None:
        if self.look_button.hasFocus():
            self.setFocus()  # a disabled button would pass the keyboard to just any other
        self.look_button.setEnabled(False)
        self.found.say(tr("Looking…"))
        self._looking.look(context_tokens=_usual_context())

    def _retry(self) -> None:
        self._session.load_model(Path(self._session.model.path))


def _card(name: QLabel, *parts: QWidget) -> QFrame:
    """The last part is a button; it stands at the left below the others."""
    card = QFrame()
    card.setObjectName("card")
    card.setFixedWidth(_CARD_WIDTH)
    inside = QVBoxLayout(card)
    inside.setContentsMargins(20, 16, 20, 16)
    inside.setSpacing(8)
    inside.addWidget(name)
    for part in parts[:-1]:
        inside.addWidget(part)
    inside.addSpacing(2)
    inside.addWidget(parts[-1], 0, Qt.AlignmentFlag.AlignLeft)
    return card


def _centred(card: QFrame) -> QHBoxLayout:
    """By stretches: an alignment would have Qt measure wrapped text at the full width."""
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(card)
    row.addStretch(1)
    return row


def _found_sentence(found: Found, others: int) -> str:
    if others == 0 and found.left_out == 0:
        return tr("No GGUF file was found there. Open or drop one you have.")
    if others == 0:
        return tr("Only files that are no chat models were found there.")
    return "" if found.left_out == 0 else tr("Files that are no chat models are left out.")


def _usual_context() -> int:
    """Tokens of the context that a model is loaded with where nothing else was chosen."""
    from engine.models import LoadOptions

    return LoadOptions().context_tokens
