"""Thinking, tools, and a full context: in the conversation shown, or everywhere."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from app.domain.model_card import reasons, value_now, value_text
from app.domain.model_choices import MOST_REASONING_TOKENS, ModelChoices, option_with
from app.domain.value_sources import Shown
from app.session import Session
from app.ui.icons import Icons
from app.ui.inspector.option_rows import ChoiceRow, MenuButton, OptionRow, SwitchRow
from app.ui.inspector.scope import Scope
from app.ui.inspector.section import Section
from app.ui.inspector.value_row import ValueKind, ValueRow
from app.ui.language import mark, number, said, tr
from app.ui.theme import Theme
from engine.models import HealthCard, TemplateOption

_LIMIT = ValueKind(0, MOST_REASONING_TOKENS, 1, slider_high=8192, low_text=mark("No limit"))
_TOOLS = mark("Tools")
_STRATEGY = mark("When the context is full")
_STRATEGIES = {
    "drop_oldest": mark("Leave out oldest"),
    "summarise": mark("Summarise oldest"),
    "stop": mark("Stop"),
}
"""In one line with their label, shorter than in the settings."""


class BehaviourSection(Section):
    """What the model that is loaded cannot do is not shown."""

    def __init__(self, session: Session, scope: Scope, theme: Theme) -> None:
        super().__init__(tr("Behaviour"))
        self._session = session
        self._scope = scope
        self.thinking = ChoiceRow(tr("Thinking"))
        self.effort = ChoiceRow(tr("Effort"))
        self.limit = ValueRow(tr("Longest thinking"), _LIMIT)
        self.keep = SwitchRow(tr("Keep earlier reasoning"), theme)
        self.tools = SwitchRow(tr(_TOOLS), theme)
        self.tool_names = ToolNamesRow()
        self.strategy = ChoiceRow(tr("Full context"), whole=tr(_STRATEGY))
        self._connect()
        scope.changed.connect(self.show_values)
        self.show_values()

    def _connect(self) -> None:
        rows: dict[str, OptionRow | ValueRow] = {
            "thinking": self.thinking,
            "effort": self.effort,
            "reasoning_tokens": self.limit,
            "keep_reasoning": self.keep,
            "tools_enabled": self.tools,
            "tool_names": self.tool_names,
            "context_strategy": self.strategy,
        }
        for name, row in rows.items():
            self.body.addWidget(row)
            row.changed.connect(partial(self._scope.choose, name))
            row.reset.connect(partial(self._scope.reset, name))

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.set_heading_font(theme)
        self.limit.set_theme(theme)
        for row in (self.thinking, self.effort, self.strategy):
            row.set_theme(theme, icons)
        for other in (self.keep, self.tools, self.tool_names):
            other.set_theme(theme, icons)

    def show_values(self) -> None:
        """Those that hold now, for the model that is loaded."""
        card, everywhere = self._session.model.card, self._scope.everywhere
        self._show_option("thinking", self.thinking)
        self._show_option("effort", self.effort)
        self.limit.setVisible(reasons(card))
        self.limit.show_value(self._scope.shown("reasoning_tokens"), everywhere=everywhere)
        self.keep.setVisible(card is not None and card.keeps_reasoning_with is not None)
        self.keep.show_value(self._scope.shown("keep_reasoning"), everywhere=everywhere)
        tools = self._scope.shown("tools_enabled")
        self.tools.show_value(tools, everywhere=everywhere)
        names = self._session.inspection.tool_names()
        self.tool_names.setVisible(bool(tools.value) and not everywhere and len(names) > 1)
        self.tool_names.show_value(names, self._scope.shown("tool_names"))
        texts = {value: tr(name) for value, name in _STRATEGIES.items()}
        strategy = self._scope.shown("context_strategy")
        self.strategy.show_value(texts, strategy, everywhere=everywhere)

    def _show_option(self, effect: Literal["thinking", "effort"], row: ChoiceRow) -> None:
        card = self._session.model.card
        option = option_with(card, effect)
        row.setVisible(option is not None)
        if option is None or card is None:
            return
        shown = self._scope.shown(effect)
        stands = partial(_stands_at, effect, option, card)
        texts = {value: said(value_text(value)) for value in option.values}
        at = Shown(stands(shown.value), shown.source, stands(shown.back_to))
        row.show_value(texts, at, everywhere=self._scope.everywhere)


_TOOL_NAMES = {"calculator": mark("calculator"), "clock": mark("clock")}
"""Those that come with the program, as the list of them calls them."""


class ToolNamesRow(OptionRow):
    """Which tools of all are offered."""

    def __init__(self) -> None:
        self.button = MenuButton()
        super().__init__(tr("Offered tools"), self.button)
        self._names: tuple[str, ...] = ()
        self._chosen: tuple[str, ...] = ()
        self.button.menu().aboutToShow.connect(self._fill)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.head.set_theme(theme)
        self.button.set_theme(theme, icons)

    def show_value(self, names: tuple[str, ...], shown: Shown) -> None:
        chosen = names if shown.value is None else shown.value
        self._names = names
        self._chosen = tuple(name for name in names if name in chosen)
        if len(self._chosen) == len(names):
            text = tr("All")
        else:
            count, total = number(len(self._chosen)), number(len(names))
            text = tr("{count} of {total}", count=count, total=total)
        self.button.setText(text)
        spoken = tr("{name}: {value}", name=self.head.name, value=text)
        self.button.setAccessibleName(spoken)
        self.head.show_source(shown, tr("all"), everywhere=False)

    def _fill(self) -> None:
        menu = self.button.menu()
        menu.clear()
        for name in self._names:
            action = menu.addAction(tr(_TOOL_NAMES.get(name, name)))
            action.setCheckable(True)
            action.setChecked(name in self._chosen)
            action.toggled.connect(partial(self._toggle, name))

    def _toggle(self, name: str, offered: bool) -> None:
        wanted = {*self._chosen, name} if offered else {*self._chosen} - {name}
        self.changed.emit(tuple(one for one in self._names if one in wanted))


def _stands_at(effect: str, option: TemplateOption, card: HealthCard, value: Any) -> object:
    """What an option of the template stands at with this choice."""
    return value_now(option, ModelChoices(**{effect: value}), card)
