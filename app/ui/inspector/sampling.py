"""How the next tokens are chosen: in the conversation shown, or everywhere."""

from __future__ import annotations

from dataclasses import replace

from app.domain.preferences import Preferences
from app.domain.setting import Setting, declared
from app.domain.value_sources import Shown
from app.ui.icons import Icons
from app.ui.inspector.option_rows import SwitchRow
from app.ui.inspector.presets_menu import PresetsMenu
from app.ui.inspector.scope import Scope
from app.ui.inspector.scope_switch import ScopeSwitch
from app.ui.inspector.section import Section
from app.ui.inspector.value_row import ValueKind, ValueRow
from app.ui.language import mark, said, tr
from app.ui.theme import Theme

_KINDS = {
    "temperature": ValueKind(0, 5, 0.05, slider_high=2),
    "top_k": ValueKind(0, 1_000_000, 1, slider_high=200),
    "top_p": ValueKind(0, 1, 0.01, slider_high=1),
    "min_p": ValueKind(0, 1, 0.01, slider_high=1),
    "repetition_penalty": ValueKind(0.5, 3, 0.01, slider_high=2),
    "max_tokens": ValueKind(0, 10_000_000, 1, slider_high=8192, low_text=mark("No limit")),
    "seed": ValueKind(-1, 2**31 - 1, 1, low_text=mark("Random")),
}


class SamplingSection(Section):
    def __init__(self, scope: Scope, theme: Theme) -> None:
        self.presets = PresetsMenu(scope)
        super().__init__(tr("Sampling"), self.presets)
        self._scope = scope
        self.scope_switch = ScopeSwitch()
        self.rows: dict[str, ValueRow] = {}
        self.probabilities = SwitchRow(tr("Keep token probabilities"), theme)
        self.probabilities.setToolTip(tr("Later answers can be looked at token by token"))
        for widget in (self.presets.name_edit, self.presets.undo_line, self.scope_switch):
            self.body.addWidget(widget)
        settings = {one.name: one.setting for one in declared(Preferences)}
        for name, kind in _KINDS.items():
            self._add(name, kind, settings[name])
        self.body.addWidget(self.probabilities)
        self.scope_switch.chosen.connect(scope.set_everywhere)
        self.scope_switch.chosen.connect(self.presets.name_edit.hide)
        self.probabilities.changed.connect(self._on_probabilities)
        self.probabilities.reset.connect(lambda: self._on_probabilities(False))
        scope.changed.connect(self.show_values)
        self.show_values()

    def _add(self, name: str, kind: ValueKind, setting: Setting) -> None:
        row = ValueRow(said(setting.title), kind, whole=said(setting.label))
        self.rows[name] = row
        row.changed.connect(lambda value: self._scope.choose(name, value))
        row.reset.connect(lambda: self._scope.reset(name))
        self.body.addWidget(row)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.set_heading_font(theme)
        self.presets.set_theme(theme, icons)
        self.scope_switch.set_theme(theme)
        self.probabilities.set_theme(theme, icons)
        for row in self.rows.values():
            row.set_theme(theme)

    def show_values(self) -> None:
        """Those that hold now."""
        everywhere = self._scope.everywhere
        for name, row in self.rows.items():
            row.show_value(self._scope.shown(name), everywhere=everywhere)
        kept = self._scope.preferences.current.token_probabilities
        shown = Shown(kept, "conversation" if kept else "default", False)
        self.probabilities.show_value(shown, everywhere=True)
        self.scope_switch.show_scope(everywhere=everywhere)
        self.presets.show_name()
        self.presets.undo_line.end()

    def _on_probabilities(self, on: bool) -> None:
        """Of all conversations, whatever is shown."""
        preferences = self._scope.preferences
        preferences.change(replace(preferences.current, token_probabilities=on))
        self.show_values()
