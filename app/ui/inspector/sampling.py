"""How the next tokens are chosen: the values of the preferences, for all conversations."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import cast

from app.domain.preferences import Preferences, PreferencesFile
from app.domain.presets import PresetsFile
from app.domain.setting import Setting
from app.ui.icons import Icons
from app.ui.inspector.presets_menu import PresetsMenu
from app.ui.inspector.section import Section
from app.ui.inspector.switch import Switch
from app.ui.inspector.value_row import ValueKind, ValueRow
from app.ui.theme import Theme

_KINDS = {
    "temperature": ValueKind(0, 5, 0.05, slider_high=2),
    "top_k": ValueKind(0, 1_000_000, 1, slider_high=200),
    "top_p": ValueKind(0, 1, 0.01, slider_high=1),
    "min_p": ValueKind(0, 1, 0.01, slider_high=1),
    "repetition_penalty": ValueKind(0.5, 3, 0.01, slider_high=2),
    "max_tokens": ValueKind(0, 10_000_000, 1, slider_high=8192, low_text="No limit"),
    "seed": ValueKind(-1, 2**31 - 1, 1, low_text="Random"),
}

_DEFAULTS = Preferences()


class SamplingSection(Section):
    def __init__(self, preferences: PreferencesFile, presets: PresetsFile, theme: Theme) -> None:
        self.presets = PresetsMenu(preferences, presets)
        super().__init__("Sampling", self.presets)
        self._preferences = preferences
        self.rows: dict[str, ValueRow] = {}
        self.probabilities = Switch("Keep token probabilities", theme)
        self.probabilities.setToolTip("Later answers can be looked at token by token")
        self.body.addWidget(self.presets.name_edit)
        for name, kind in _KINDS.items():
            self._add(name, kind)
        self.body.addWidget(self.probabilities)
        self.presets.chosen.connect(self.show_values)
        self.probabilities.toggled.connect(lambda on: self._change("token_probabilities", on))
        self.show_values()

    def _add(self, name: str, kind: ValueKind) -> None:
        declared = next(entry for entry in fields(Preferences) if entry.name == name)
        label = cast(Setting, declared.metadata["setting"]).label
        row = self.rows[name] = ValueRow(label, kind, getattr(_DEFAULTS, name))
        row.changed.connect(lambda value: self._change(name, value))
        self.body.addWidget(row)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.set_heading_font(theme)
        self.presets.set_theme(theme, icons)
        self.probabilities.set_theme(theme)
        for row in self.rows.values():
            row.set_theme(theme)

    def show_values(self) -> None:
        """Those that hold now."""
        now = self._preferences.current
        for name, row in self.rows.items():
            row.show_value(getattr(now, name))
        self.probabilities.setChecked(now.token_probabilities)
        self.presets.show_name()

    def _change(self, name: str, value: object) -> None:
        changed = replace(self._preferences.current, **{name: value})  # type: ignore[arg-type]
        self._preferences.change(changed)
        self.presets.show_name()
