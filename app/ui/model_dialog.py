"""About the model that is loaded: what its chat template does, in plain words, and the choices."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.session import Session
from app.ui.chrome import chrome_style
from app.ui.form import Wrapped, form_style
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.model_controls import ModelControls
from app.ui.model_text import details, state_text
from app.ui.placing import free_area
from app.ui.theme import SIZE_META, Theme

_WIDTH = 520
_MINIMUM_SIZE = (420, 320)
_SCREEN_EDGE = 80
_MARGIN = 24


class ModelDialog(QDialog):
    """Blocks nothing: it stays open beside the conversation and follows the model.

    Signals:
        chosen(ModelChoices): the person wants these choices for the model
    """

    chosen = Signal(object)

    def __init__(self, *, session: Session, theme: Theme, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._icons = icons
        self._session = session
        self._sentences: list[Wrapped] = []
        self._name = Wrapped()
        self._details = Wrapped(tone="secondary")
        self._about = QLabel(tr("What it does"))
        self._choices = QLabel(tr("Choices for this model"))
        self._list = QVBoxLayout()
        self._page = QWidget()
        self._scroll = QScrollArea()
        self.controls = ModelControls()
        self._foot = QDialogButtonBox()
        self._close_button = QPushButton(tr("Close"))
        self._build()
        self._foot.rejected.connect(self.close)
        self.controls.chosen.connect(self.chosen)
        self.controls.load_requested.connect(self._load_again)
        session.model_changed.connect(self._show_state)
        self.set_theme(theme)

    def _build(self) -> None:
        self.setWindowTitle(tr("About this model"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        inside = QVBoxLayout(self._page)
        inside.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, 12)
        inside.setSpacing(4)
        inside.addWidget(self._name)
        inside.addWidget(self._details)
        for heading, space in ((self._about, 16), (self._choices, 20)):
            heading.setProperty("tone", "hint")
            inside.addSpacing(space)
            inside.addWidget(heading)
            inside.addSpacing(4)
            if heading is self._about:
                inside.addLayout(self._list)
        inside.addWidget(self.controls)
        inside.addStretch(1)
        self._list.setSpacing(5)
        self._scroll.setWidget(self._page)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 12)
        outside.setSpacing(0)
        outside.addWidget(self._scroll, 1)
        self._close_button.setAutoDefault(False)  # Enter ends the typing of a number
        self._foot.addButton(self._close_button, QDialogButtonBox.ButtonRole.RejectRole)
        line = QFrame()
        line.setObjectName("line")
        line.setFixedHeight(1)
        outside.addWidget(line)
        self._foot.setContentsMargins(_MARGIN, 12, _MARGIN, 0)
        outside.addWidget(self._foot)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme) + form_style(theme))
        self._name.setFont(theme.fonts.ui(17, QFont.Weight.DemiBold))
        self._details.setFont(theme.fonts.ui(SIZE_META))
        for heading in (self._about, self._choices):
            heading.setFont(theme.fonts.section())
        self.controls.set_theme(theme, self._icons)

    def open_beside(self) -> None:
        """Show what is known of the model now."""
        self._show_state()
        self.show()
        self._fit()
        self.activateWindow()

    def _fit(self) -> None:
        """As high as what it shows; it never shrinks under the pointer."""
        layout = self._page.layout()
        assert layout is not None
        layout.activate()
        width = max(self.width(), _WIDTH)
        height = layout.totalHeightForWidth(width) + self._foot.sizeHint().height() + 16
        highest = free_area(self).height() - _SCREEN_EDGE
        self.resize(width, max(self.height(), min(height, highest)))

    def _show_state(self) -> None:
        state = self._session.model
        if state.phase in ("none", "failed"):
            self.close()
            return
        self._name.setText(state.name)
        self._details.setText(details(state.info) if state.info else state_text(state))
        self.controls.show_model(state)
        if state.card is not None:
            self._show_sentences(tuple(said(sentence) for sentence in state.card.sentences))
        if self.isVisible():
            self._fit()

    def _show_sentences(self, sentences: tuple[str, ...]) -> None:
        if sentences == tuple(label.text() for label in self._sentences):
            return
        for label in self._sentences:
            self._list.removeWidget(label)
            label.deleteLater()
        self._sentences = [Wrapped(sentence) for sentence in sentences]
        for label in self._sentences:
            self._list.addWidget(label)

    def _load_again(self) -> None:
        self._session.load_model(Path(self._session.model.path))
