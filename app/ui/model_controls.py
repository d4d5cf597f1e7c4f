"""What a user can choose for the model that is loaded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.model import ModelState
from app.domain.model_card import keeping_effect, reasons, value_now, value_text
from app.domain.model_choices import MOST_REASONING_TOKENS, option_with
from app.ui.form import CheckBox, ChoiceBox, NumberBox, Wrapped
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.theme import SIZE_META, Theme
from engine.models import WIRE_FORMATS, HealthCard
from engine.types import ReasoningBudget

FIRST_BUDGET = ReasoningBudget(soft=1024, hard=1280)
"""What a limit begins with when it is switched on."""
_INDENT = 26


class ModelControls(QWidget):
    """Shows a `ModelState` and asks for other choices; it changes nothing itself.

    Signals:
        chosen(ModelChoices): the person wants these choices
        load_requested(): the model is to be loaded again, so that its new format holds
    """

    chosen = Signal(object)
    load_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._state = ModelState("none")
        self._hints: list[QLabel] = []
        self.thinking = ChoiceBox()
        self.effort = ChoiceBox()
        self.keep = CheckBox(tr("Keep earlier reasoning"))
        self.keep_hint = self._hint("")
        self.limit = CheckBox(tr("Limit thinking"))
        self.soft = NumberBox(low=1, high=MOST_REASONING_TOKENS, unit="tokens")
        self.hard = NumberBox(low=1, high=MOST_REASONING_TOKENS, unit="tokens")
        self.format = ChoiceBox()
        self.format_hint = self._hint("")
        self.load_button = QPushButton(tr("Load again"))
        self.load_button.setAutoDefault(False)
        self._thinking_row = _labelled(tr("Thinking"), self.thinking)
        self._effort_row = _labelled(tr("Effort"), self.effort)
        self._keep_rows = self._keeping()
        self._limit_rows = self._limits()
        self._build()
        self._connect()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for part in (self._thinking_row, self._effort_row, self._keep_rows):
            layout.addWidget(part)
        layout.addWidget(self.limit)
        layout.addWidget(self._limit_rows)
        layout.addWidget(_labelled(tr("Read answers as"), self.format))
        again = QHBoxLayout()
        again.setSpacing(12)
        again.addWidget(self.format_hint, 1)
        again.addWidget(self.load_button)
        layout.addLayout(again)

    def _hint(self, text: str) -> Wrapped:
        hint = Wrapped(text, tone="hint")
        self._hints.append(hint)
        return hint

    def _keeping(self) -> QWidget:
        rows = QWidget()
        layout = QVBoxLayout(rows)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.keep_hint.setContentsMargins(_INDENT, 0, 0, 0)
        layout.addWidget(self.keep)
        layout.addWidget(self.keep_hint)
        return rows

    def _limits(self) -> QWidget:
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(_INDENT, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        texts = (
            tr("Close it with the next sentence after"),
            tr("Close it at once after"),
        )
        for row, (text, box) in enumerate(zip(texts, (self.soft, self.hard), strict=True)):
            label = QLabel(text)
            label.setBuddy(box)
            box.setAccessibleName(text)
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
        return rows

    def _connect(self) -> None:
        self.thinking.activated.connect(
            lambda _: self._choose(thinking=self.thinking.currentData())
        )
        self.effort.activated.connect(lambda _: self._choose(effort=self.effort.currentData()))
        self.keep.clicked.connect(lambda keep: self._choose(keep_reasoning=keep))
        self.limit.clicked.connect(self._on_limit)
        self.soft.valueChanged.connect(self._on_soft)
        self.hard.valueChanged.connect(self._on_hard)
        self.format.activated.connect(lambda _: self._choose(format=self.format.currentData()))
        self.load_button.clicked.connect(self.load_requested)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        for box in (self.thinking, self.effort, self.format, self.keep, self.limit):
            box.set_theme(theme, icons)
        for hint in self._hints:
            hint.setFont(theme.fonts.ui(SIZE_META))

    def show_model(self, state: ModelState) -> None:
        """A model that is not ready can be read about, not chosen for."""
        self._state = state
        self.setEnabled(state.card is not None)
        if state.card is not None:
            self._show_option("thinking", self._thinking_row, self.thinking)
            self._show_option("effort", self._effort_row, self.effort)
            self._show_keeping(state.card)
            self._show_limit()
            self._show_format(state.card)

    def _show_option(
        self, effect: Literal["thinking", "effort"], row: QWidget, box: ChoiceBox
    ) -> None:
        card, option = self._state.card, option_with(self._state.card, effect)
        row.setVisible(option is not None)
        if option is not None and card is not None:
            texts = {value: said(value_text(value)) for value in option.values}
            box.show_values(texts, value_now(option, self._state.choices, card))

    def _show_keeping(self, card: HealthCard) -> None:
        self._keep_rows.setVisible(card.keeps_reasoning_with is not None)
        self.keep.setChecked(self._state.choices.keep_reasoning)
        self.keep_hint.setText(said(keeping_effect(card)))

    def _show_limit(self) -> None:
        budget = self._state.choices.budget
        self.limit.setVisible(reasons(self._state.card) or budget is not None)
        self.limit.setChecked(budget is not None)
        self._limit_rows.setVisible(budget is not None)
        shown = budget or FIRST_BUDGET
        with QSignalBlocker(self.soft), QSignalBlocker(self.hard):
            self.soft.setValue(shown.soft)
            self.hard.setValue(shown.hard)

    def _show_format(self, card: HealthCard) -> None:
        wanted, loaded = self._state.choices.format, self._state.loaded_format
        if loaded is None:
            detected = tr("Detected ({format})", format=card.format)
        else:
            detected = tr("Detected")
        self.format.show_values({None: detected} | {key: key for key in WIRE_FORMATS}, wanted)
        self.load_button.setVisible(wanted != loaded)
        if wanted == loaded:
            hint = tr("Choose another one only when thinking or calls are shown as raw text.")
        else:
            hint = tr("This holds when the model is loaded again.")
        self.format_hint.setText(hint)

    # ---- what the person chooses

    def _choose(self, **values: Any) -> None:
        self.chosen.emit(replace(self._state.choices, **values))

    def _on_limit(self, limited: bool) -> None:
        self._choose(budget=FIRST_BUDGET if limited else None)

    def _on_soft(self, soft: int) -> None:
        self._choose(budget=ReasoningBudget(soft=soft, hard=max(soft, self.hard.value())))

    def _on_hard(self, hard: int) -> None:
        self._choose(budget=ReasoningBudget(soft=min(hard, self.soft.value()), hard=hard))


def _labelled(text: str, control: QWidget) -> QWidget:
    row = QWidget()
    label = QLabel(text)
    label.setBuddy(control)
    control.setAccessibleName(text)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(label, 1)
    layout.addWidget(control)
    return row
