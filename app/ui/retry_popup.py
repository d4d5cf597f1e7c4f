"""Answer again with other settings: what holds for this one answer only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.answer_options import AnswerOptions
from app.domain.model_card import value_text
from app.ui.chrome import chrome_style
from app.ui.form import ChoiceBox, DecimalBox, form_style
from app.ui.icons import Icons
from app.ui.language import mark, said, tr
from app.ui.placing import free_area
from app.ui.theme import SIZE_META, Theme
from engine.models import TemplateOption

_AS_USUAL = mark("As usual")


class RetryPopup(QFrame):
    """Gone when it is closed. `thinking` is the template's option for it, if there is one.

    Signals:
        accepted(AnswerOptions): answer with these
    """

    accepted = Signal(object)

    def __init__(
        self,
        *,
        model_name: str,
        temperature: float,
        thinking: TemplateOption | None,
        theme: Theme,
        icons: Icons,
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._option = thinking
        self.temperature = DecimalBox(low=0, high=5, unit="", decimals=2)
        self.thinking = ChoiceBox()
        self.thinking.set_theme(theme, icons)
        self.answer_button = QPushButton(tr("Answer again"))
        self._build(model_name, temperature, theme)
        self.answer_button.clicked.connect(self._on_accepted)

    def _build(self, model_name: str, temperature: float, theme: Theme) -> None:
        self.setObjectName("picker")
        self.setStyleSheet(chrome_style(theme) + form_style(theme))
        self.setFont(theme.fonts.ui())
        heading = QLabel(tr("Answer again with"))
        heading.setFont(theme.fonts.ui(weight=QFont.Weight.DemiBold))
        model = QLabel(model_name or tr("No model is loaded"))
        model.setProperty("tone", "secondary")
        model.setFont(theme.fonts.ui(SIZE_META))
        self.temperature.setSingleStep(0.1)
        self.temperature.setValue(temperature)
        self.temperature.setAccessibleName(tr("Temperature"))
        self.thinking.addItem(tr(_AS_USUAL), None)
        for value in self._option.values if self._option else ():
            self.thinking.addItem(said(value_text(value)), value)
        self.thinking.setAccessibleName(tr("Thinking"))
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(tr("Temperature"), self.temperature)
        if self._option is not None:
            form.addRow(tr("Thinking"), self.thinking)
        self.answer_button.setProperty("primary", "true")
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.answer_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addWidget(model)
        layout.addLayout(form)
        layout.addLayout(foot)

    def open_at(self, corner: QPoint) -> None:
        self.adjustSize()
        screen = free_area(self)
        self.move(
            min(corner.x(), screen.right() - self.width()),
            min(corner.y(), screen.bottom() - self.height()),
        )
        self.show()
        self.temperature.setFocus(Qt.FocusReason.PopupFocusReason)
        self.temperature.selectAll()

    def options(self) -> AnswerOptions:
        value = self.thinking.currentData()
        settings = {} if self._option is None or value is None else {self._option.name: value}
        return AnswerOptions(round(self.temperature.value(), 2), settings)

    def _on_accepted(self) -> None:
        options = self.options()
        self.close()
        self.accepted.emit(options)
