"""The bar over the transcript: which model answers, and how it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.model import ModelPhase, ModelState
from app.ui.actions import NamedAfter
from app.ui.chrome import chrome_style
from app.ui.elided import ElidedButton, ElidedLabel
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.model_text import state_text
from app.ui.theme import TOP_BAR_HEIGHT, Theme

_HAIRLINE = 2
_STEPS = 1000


_LEAST_STATUS_WIDTH = 110


class TopBar(QFrame):
    """Shows a `ModelState`; the window puts the model picker under `model_button`."""

    def __init__(
        self, *, theme: Theme, icons: Icons, toggle_sidebar: QAction, toggle_inspector: QAction
    ) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._state = ModelState("none")
        self.setFixedHeight(TOP_BAR_HEIGHT)
        self.sidebar_button = QToolButton()
        NamedAfter(self.sidebar_button, toggle_sidebar)
        self.sidebar_button.clicked.connect(toggle_sidebar.trigger)
        self.inspector_button = QToolButton()
        self.inspector_button.setCheckable(True)
        NamedAfter(self.inspector_button, toggle_inspector)
        self.inspector_button.clicked.connect(toggle_inspector.trigger)
        self.model_button = ElidedButton()
        self.model_button.setObjectName("modelButton")
        self.model_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.model_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.about_button = QToolButton()
        self.about_button.setAccessibleName(tr("About this model"))
        self.about_button.setToolTip(tr("About this model"))
        self.dot = StatusDot(theme)
        self.status = ElidedLabel(least_width=_LEAST_STATUS_WIDTH)
        self.status.setProperty("tone", "secondary")
        self.temporary_mark = QLabel(tr("Not stored"))
        self.temporary_mark.setToolTip(
            tr("This conversation is never stored. It is gone when Parley closes.")
        )
        self.temporary_mark.setProperty("tone", "secondary")
        self.temporary_mark.hide()
        self.hairline = QProgressBar()
        self._build()
        self.set_theme(theme)

    def _build(self) -> None:
        self.hairline.setObjectName("hairline")
        self.hairline.setAccessibleName(tr("Loading the model"))
        self.hairline.setFixedHeight(_HAIRLINE)
        self.hairline.setTextVisible(False)
        self.hairline.setRange(0, _STEPS)
        row = QHBoxLayout()
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        for widget in (self.sidebar_button, self.model_button, self.dot, self.status):
            row.addWidget(widget)
        row.addWidget(self.about_button)
        row.addStretch(1)
        row.addWidget(self.temporary_mark)
        row.addWidget(self.inspector_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row, 1)
        layout.addWidget(self.hairline)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        self.model_button.setFont(theme.fonts.ui(15))
        self.model_button.setIcon(self._icons.icon("chevrons-up-down", theme.hint))
        self.model_button.setIconSize(QSize(14, 14))
        self.sidebar_button.setIcon(self._icons.icon("panel-left", theme.secondary, 18))
        self.sidebar_button.setIconSize(QSize(18, 18))
        self.about_button.setIcon(self._icons.icon("info", theme.secondary))
        self.inspector_button.setIcon(self._icons.icon("panel-right", theme.secondary, 18))
        self.inspector_button.setIconSize(QSize(18, 18))
        self.status.setFont(theme.fonts.ui(12))
        self.temporary_mark.setFont(theme.fonts.ui(12))
        self.dot.set_theme(theme)
        self.show_state(self._state)

    def show_state(self, state: ModelState) -> None:
        self._state = state
        name = state.name or tr("Choose a model")
        spoken = tr("Model: {name}. {state}", name=name, state=state_text(state))
        self.model_button.setAccessibleName(spoken)
        self.model_button.show_whole(name, tr("Switch the model"))
        self.status.show_whole(state_text(state), said(state.problem))
        self.dot.show_phase("failed" if state.problem else state.phase)
        self.about_button.setVisible(state.card is not None)
        self.hairline.setValue(round(state.fraction * _STEPS) if state.phase == "loading" else 0)

    def set_sidebar_shown(self, shown: bool) -> None:
        """The button to show the sidebar is here only while the sidebar's own is not."""
        self.sidebar_button.setVisible(not shown)


class StatusDot(QWidget):
    """8 px of colour; the words beside it say the same."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._phase: ModelPhase = "none"
        self.setFixedSize(8, 8)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_phase(self, phase: ModelPhase) -> None:
        self._phase = phase
        self.setVisible(phase != "none")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        colors = {"ready": theme.ok, "loading": theme.warning, "failed": theme.error}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.get(self._phase, theme.hint))
        painter.drawEllipse(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
