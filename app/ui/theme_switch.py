"""Three small buttons: as the system, light, dark."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from app.ui.appearance import CHOICES, Appearance, ThemeChoice
from app.ui.icons import Icons
from app.ui.keyboard_focus import let_tab_come_to_chosen
from app.ui.language import tr
from app.ui.theme import Theme

_ICONS = {"system": "monitor", "light": "sun", "dark": "moon"}


class ThemeSwitch(QWidget):
    def __init__(self, appearance: Appearance, icons: Icons) -> None:
        super().__init__()
        self._appearance = appearance
        self._icons = icons
        self.buttons: dict[ThemeChoice, QToolButton] = {}
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for choice in CHOICES:
            button = self._button(choice)
            self.buttons[choice] = button
            self._group.addButton(button)
            layout.addWidget(button)
        layout.addStretch(1)
        appearance.choice_changed.connect(self._show_choice)
        self._show_choice()

    def _button(self, choice: ThemeChoice) -> QToolButton:
        name = {
            "system": tr("Theme: as the system"),
            "light": tr("Theme: light"),
            "dark": tr("Theme: dark"),
        }[choice]
        button = QToolButton()
        button.setCheckable(True)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda: self._appearance.choose(choice))
        return button

    def set_theme(self, theme: Theme) -> None:
        for choice, button in self.buttons.items():
            button.setIcon(self._icons.icon(_ICONS[choice], theme.secondary))

    def _show_choice(self) -> None:
        """Tab comes to the chosen one only; the arrow keys go to the others and choose."""
        self.buttons[self._appearance.choice].setChecked(True)
        let_tab_come_to_chosen(self.buttons.values())
