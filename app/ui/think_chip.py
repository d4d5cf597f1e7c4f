"""The chip in the composer that says whether, and how hard, the model thinks before it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QToolButton

from app.domain.model import ModelState
from app.domain.model_card import is_off, reasons, value_now, value_text
from app.domain.model_choices import option_with
from app.ui.chrome import ICON_GAP
from app.ui.icons import ICON_SIZE, Icons
from app.ui.language import mark, number, said, tr
from app.ui.menu import Menu
from app.ui.theme import Theme

if TYPE_CHECKING:
    from engine.models import OptionEffect

_MENU_GAP = 6
_OTHER_CHOICES: tuple[tuple[OptionEffect, str], ...] = (
    ("thinking", mark("Think: {value}")),
    ("effort", mark("Think: {value} effort")),
)


class ThinkChip(QToolButton):
    """Shown only for a model that can think. A click opens its menu, upwards.

    Signals:
        chosen(ModelChoices): the person wants other choices for the model
        limit_requested(): the person wants to say how long the model may think
    """

    chosen = Signal(object)
    limit_requested = Signal()

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._state = ModelState("none")
        self.menu_shown = Menu(self)
        self.setObjectName("chip")
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.clicked.connect(self._open_menu)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.menu_shown.setFont(theme.fonts.ui())
        self._show()

    def show_model(self, state: ModelState) -> None:
        self._state = state
        self.setVisible(reasons(state.card))
        self._show()

    def _show(self) -> None:
        color = self._theme.accent if self._thinks() else self._theme.secondary
        self.setIcon(self._icons.icon("brain", color))
        self.setChecked(self._thinks())
        self.setText(ICON_GAP + " · ".join((tr("Think"), *self._effort())))
        self.setAccessibleName(self._spoken())
        self.setToolTip(self._tip())

    def _thinks(self) -> bool:
        return not (is_off(self._value("thinking")) or is_off(self._value("effort")))

    def _effort(self) -> tuple[str, ...]:
        effort = self._value("effort")
        return (said(value_text(effort)),) if effort is not None and self._thinks() else ()

    def _value(self, effect: OptionEffect) -> object:
        """None when the model has no such option."""
        card = self._state.card
        option = option_with(card, effect)
        if option is None or card is None:
            return None
        return value_now(option, self._state.choices, card)

    def _spoken(self) -> str:
        state = tr("Think: on") if self._thinks() else tr("Think: off")
        return ", ".join((state, *self._effort()))

    def _tip(self) -> str:
        if option_with(self._state.card, "thinking") is not None:
            tip = tr("Whether the model thinks before it answers")
        elif option_with(self._state.card, "effort") is not None:
            tip = tr("How hard the model thinks before it answers")
        else:
            tip = tr("This model always thinks before it answers")
        budget = self._state.choices.budget
        if budget is None:
            return tip
        limit = tr("at most {tokens} tokens", tokens=number(budget.hard))
        return f"{tip} ({limit})"

    def other_choices(self) -> list[tuple[str, Callable[[], object]]]:
        """What could be chosen instead, in words, and how to choose it."""
        found: list[tuple[str, Callable[[], object]]] = []
        for effect, pattern in _OTHER_CHOICES:
            option, now = option_with(self._state.card, effect), self._value(effect)
            for value in option.values if option is not None else ():
                values: dict[str, Any] = {effect: value}
                choices = replace(self._state.choices, **values)
                if value != now:
                    text = tr(pattern, value=said(value_text(value)).lower())
                    found.append((text, partial(self.chosen.emit, choices)))
        return found

    # ---- the menu

    def _open_menu(self) -> None:
        self._show()  # a click has toggled the look; only a choice changes the state
        self.fill_menu()
        height = self.menu_shown.sizeHint().height()
        self.menu_shown.popup(self.mapToGlobal(QPoint(0, -height - _MENU_GAP)))

    def fill_menu(self) -> None:
        """Make the menu anew from what the model has now."""
        self.menu_shown.clear()
        self._add_values("thinking", "{value}")
        self._add_values("effort", mark("{value} effort"))
        self._add(tr("Limit thinking…"), self.limit_requested.emit)

    def _add_values(self, effect: Literal["thinking", "effort"], pattern: str) -> None:
        option, now = option_with(self._state.card, effect), self._value(effect)
        if option is None:
            return
        for value in option.values:
            values: dict[str, Any] = {effect: value}
            choose = partial(self.chosen.emit, replace(self._state.choices, **values))
            text = said(value_text(value))
            label = text if is_off(value) else tr(pattern, value=text)
            self._add(label, choose, checked=value == now)
        self.menu_shown.addSeparator()

    def _add(self, text: str, run: Callable[[], object], *, checked: bool = False) -> None:
        action = self.menu_shown.addAction(self._mark(checked), text)
        action.triggered.connect(lambda _checked=False: run())

    def _mark(self, checked: bool) -> QIcon:
        """A check, or as much empty room: Qt's own indicators follow no theme."""
        if checked:
            return self._icons.icon("check", self._theme.accent)
        empty = QPixmap(ICON_SIZE, ICON_SIZE)
        empty.fill(Qt.GlobalColor.transparent)
        return QIcon(empty)
