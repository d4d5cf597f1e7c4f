"""The bar over the transcript: which model answers, and how it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QToolButton,
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
_ICON_SIZE = 18
_LEAST_STATUS_WIDTH = 110
_ROOM_FOR_DETAILS = 480
"""In less, the name of a model that is ready comes first, and its dot says the rest."""


class TopBar(QFrame):
    """Shows a `ModelState`; the window puts the model picker under `model_button`."""

    def __init__(
        self,
        *,
        theme: Theme,
        icons: Icons,
        toggle_sidebar: QAction,
        find: QAction,
        toggle_inspector: QAction,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._state = ModelState("none")
        self.setFixedHeight(TOP_BAR_HEIGHT)
        self.sidebar_button = _button(toggle_sidebar)
        self.find_button = _button(find)
        self.inspector_button = _button(toggle_inspector)
        self.inspector_button.setCheckable(True)
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
        self.hairline = QProgressBar(self)
        self._build()
        self.find_button.setVisible(find.isEnabled())
        find.enabledChanged.connect(self.find_button.setVisible)
        self.set_theme(theme)

    def _build(self) -> None:
        self.hairline.setObjectName("hairline")
        self.hairline.setAccessibleName(tr("Loading the model"))
        self.hairline.setFixedHeight(_HAIRLINE)
        self.hairline.setTextVisible(False)
        self.hairline.setRange(0, _STEPS)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        for widget in (self.sidebar_button, self.model_button, self.dot, self.status):
            row.addWidget(widget)
        row.addWidget(self.about_button)
        row.addStretch(1)
        row.addWidget(self.temporary_mark)
        row.addWidget(self.find_button)
        row.addWidget(self.inspector_button)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        self.model_button.setFont(theme.fonts.ui(15))
        self.model_button.setIcon(self._icons.icon("chevrons-up-down", theme.hint))
        self.model_button.setIconSize(QSize(14, 14))
        self.about_button.setIcon(self._icons.icon("info", theme.secondary))
        for button, icon in (
            (self.sidebar_button, "panel-left"),
            (self.find_button, "search"),
            (self.inspector_button, "panel-right"),
        ):
            button.setIcon(self._icons.icon(icon, theme.secondary, _ICON_SIZE))
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
        self.dot.setToolTip(state_text(state))
        self._fit_status()
        self.about_button.setVisible(state.card is not None)
        self.hairline.setValue(round(state.fraction * _STEPS) if state.phase == "loading" else 0)

    def set_sidebar_shown(self, shown: bool) -> None:
        """The button to show the sidebar is here only while the sidebar's own is not."""
        self.sidebar_button.setVisible(not shown)

    def _fit_status(self) -> None:
        is_ready = self._state.phase == "ready" and not self._state.problem
        self.status.setVisible(not is_ready or self.width() >= _ROOM_FOR_DETAILS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The hairline lies on the lower edge, so that all else is in the middle of the bar."""
        super().resizeEvent(event)
        self._fit_status()
        self.hairline.setGeometry(0, self.height() - _HAIRLINE, self.width(), _HAIRLINE)


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button


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
